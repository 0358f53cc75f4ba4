//! The only way onto the screen: every text is made safe, cut to its place, and measured as the terminal measures it.

use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use unicode_segmentation::UnicodeSegmentation;

use crate::text;
use crate::tui::scene::{Scene, Target};
use crate::tui::theme::{Role, Theme};

/// Columns between tab stops.
const TAB: u16 = 4;

/// A buffer being drawn.
pub struct Canvas<'a> {
    pub buffer: &'a mut Buffer,
    pub theme: &'a Theme,
    pub scene: &'a mut Scene,
}

/// One line being written from left to right. Nothing goes past its end.
pub struct Pen<'c, 'a> {
    canvas: &'c mut Canvas<'a>,
    x: u16,
    y: u16,
    /// Exclusive.
    end: u16,
    /// Where the line begins: tab stops count from here.
    start: u16,
}

impl<'a> Canvas<'a> {
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// A pen for the line `row` of an area; nothing is written below it.
    pub fn pen(&mut self, area: Rect, row: u16) -> Pen<'_, 'a> {
        let area = area.intersection(self.buffer.area);
        let inside = row < area.height;
        Pen {
            x: area.x,
            y: area.y.saturating_add(row),
            end: if inside { area.x + area.width } else { area.x },
            start: area.x,
            canvas: self,
        }
    }

    /// Text in one style on the line `row` of an area.
    pub fn write(&mut self, area: Rect, row: u16, text: &str, role: Role) {
        self.pen(area, row).write(text, role);
    }

    /// Words over several lines, broken at spaces; returns the number of lines.
    pub fn wrap(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        let mut row = 0;
        for line in text
            .lines()
            .flat_map(|paragraph| broken(paragraph, usize::from(area.width)))
        {
            self.write(area, row, &line, role);
            row += 1;
        }
        row
    }

    /// Clears an area and gives it a style.
    pub fn clear(&mut self, area: Rect, role: Role) {
        let style = self.style(Role::Text).patch(self.style(role));
        for (x, y) in cells(area.intersection(self.buffer.area)) {
            if let Some(cell) = self.buffer.cell_mut((x, y)) {
                cell.reset();
                cell.set_style(style);
            }
        }
    }

    /// Lays a style over what is drawn. Where it reverses, colours of single words would tear the bar apart: they go.
    pub fn lay(&mut self, area: Rect, role: Role) {
        let style = self.style(role);
        let reverses = style.add_modifier.contains(Modifier::REVERSED);
        for (x, y) in cells(area.intersection(self.buffer.area)) {
            if let Some(cell) = self.buffer.cell_mut((x, y)) {
                if reverses {
                    cell.fg = Color::Reset;
                    cell.bg = Color::Reset;
                    cell.modifier.remove(Modifier::DIM);
                }
                cell.set_style(style);
            }
        }
    }

    /// One character, if it is on the screen.
    pub fn set(&mut self, x: u16, y: u16, symbol: &str, role: Role) {
        let style = self.style(role);
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    pub fn symbol(&self, x: u16, y: u16) -> &str {
        self.buffer.cell((x, y)).map_or("", |cell| cell.symbol())
    }

    /// A box with a title in its upper line; returns what is inside.
    pub fn frame(&mut self, area: Rect, title: &str) -> Rect {
        let area = area.intersection(self.buffer.area);
        self.scene.record(self.buffer.area, Target::Beside);
        self.scene.record(area, Target::Overlay);
        self.clear(area, Role::Popup);
        if area.width < 2 || area.height < 2 {
            return Rect { height: 0, ..area };
        }
        let (right, bottom) = (area.x + area.width - 1, area.y + area.height - 1);
        for x in area.x + 1..right {
            self.set(x, area.y, "─", Role::PopupRule);
            self.set(x, bottom, "─", Role::PopupRule);
        }
        for y in area.y + 1..bottom {
            self.set(area.x, y, "│", Role::PopupRule);
            self.set(right, y, "│", Role::PopupRule);
        }
        for (x, y, corner) in [
            (area.x, area.y, "╭"),
            (right, area.y, "╮"),
            (area.x, bottom, "╰"),
            (right, bottom, "╯"),
        ] {
            self.set(x, y, corner, Role::PopupRule);
        }
        let top = Rect {
            x: area.x + 2,
            width: area.width.saturating_sub(4),
            height: 1,
            ..area
        };
        if !title.is_empty() {
            let mut pen = self.pen(top, 0);
            pen.write(" ", Role::Title);
            pen.write(title, Role::TitleFocus);
            pen.write(" ", Role::Title);
        }
        Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 2)
    }
}

impl Pen<'_, '_> {
    /// Columns that are left.
    pub const fn room(&self) -> u16 {
        self.end.saturating_sub(self.x)
    }

    /// On the screen.
    pub const fn x(&self) -> u16 {
        self.x
    }

    /// Counted from the line's beginning.
    pub const fn column(&self) -> u16 {
        self.x - self.start
    }

    /// Leaves columns empty.
    pub fn skip(&mut self, columns: u16) -> &mut Self {
        self.x = self.x.saturating_add(columns).min(self.end);
        self
    }

    /// Goes to this column, counted from the line's beginning, unless it is past it.
    pub fn to(&mut self, column: u16) -> &mut Self {
        self.x = self.x.max((self.start + column).min(self.end));
        self
    }

    /// As much of the text as there is room for, with `…` where it is cut.
    pub fn write(&mut self, text: &str, role: Role) -> &mut Self {
        let style = self.canvas.style(role);
        self.styled(text, style)
    }

    pub fn styled(&mut self, text: &str, style: Style) -> &mut Self {
        let fitting = text::truncate(text, usize::from(self.room()));
        self.raw(&fitting, style);
        self
    }

    /// The end of the text where it does not fit: for paths.
    pub fn write_end(&mut self, text: &str, role: Role) -> &mut Self {
        let fitting = text::truncate_start(text, usize::from(self.room())).into_owned();
        let style = self.canvas.style(role);
        self.raw(&fitting, style);
        self
    }

    /// Text at the right end, in parts, if it fits beside `keep` columns; what is written later ends before it.
    pub fn right(&mut self, parts: &[(&str, Role)], keep: u16) -> bool {
        let width: usize = parts
            .iter()
            .map(|(text, _)| text::width(&text::sanitize(text, 1)))
            .sum();
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        if width == 0 || width.saturating_add(keep) > self.room() {
            return width == 0;
        }
        let held = self.x;
        let start = self.end - width;
        self.x = start;
        for (text, role) in parts {
            let style = self.canvas.style(*role);
            self.raw(text, style);
        }
        self.x = held;
        self.end = start;
        true
    }

    /// Cuts without a mark: for source, whose lines are wider than the pane as a rule.
    pub fn raw(&mut self, text: &str, style: Style) -> &mut Self {
        for grapheme in text.graphemes(true) {
            if !self.grapheme(grapheme, style) {
                break;
            }
        }
        self
    }

    /// One grapheme; `false` when there is no room left.
    pub fn grapheme(&mut self, grapheme: &str, style: Style) -> bool {
        if grapheme == "\t" {
            let spaces = TAB - (self.x - self.start) % TAB;
            for _ in 0..spaces {
                self.cell(" ", 1, style);
            }
            return self.x < self.end;
        }
        let safe = text::sanitize(grapheme, 1);
        match safe.as_ref() {
            // A hostile grapheme of several characters becomes several marks.
            marks if marks.len() != grapheme.len() || marks != grapheme => {
                marks.graphemes(true).all(|mark| self.whole(mark, style))
            }
            same => self.whole(same, style),
        }
    }

    fn whole(&mut self, grapheme: &str, style: Style) -> bool {
        let width = grapheme.cell_width();
        if width > self.room() {
            self.end = self.x;
            return false;
        }
        if width > 0 {
            self.cell(grapheme, width, style);
        }
        self.x < self.end
    }

    fn cell(&mut self, symbol: &str, width: u16, style: Style) {
        if self.x >= self.end {
            return;
        }
        if let Some(cell) = self.canvas.buffer.cell_mut((self.x, self.y)) {
            cell.set_symbol(symbol).set_style(style);
        }
        for hidden in 1..width {
            if let Some(cell) = self.canvas.buffer.cell_mut((self.x + hidden, self.y)) {
                cell.set_symbol(" ").set_style(style);
            }
        }
        self.x = self.x.saturating_add(width).min(self.end);
    }

    /// Records what has been written from column `from` on as something to point at.
    pub fn record(&mut self, from: u16, target: Target) -> &mut Self {
        let area = Rect::new(from, self.y, self.x.saturating_sub(from), 1);
        self.canvas.scene.record(area, target);
        self
    }
}

/// How many lines [`Canvas::wrap`] takes for a text.
pub fn lines(text: &str, width: u16) -> u16 {
    let count: usize = text
        .lines()
        .map(|paragraph| broken(paragraph, usize::from(width)).len())
        .sum();
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// A paragraph broken at spaces.
fn broken(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in paragraph.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        if !line.is_empty() && text::width(line) + 1 + text::width(word) > width {
            lines.push(word.to_owned());
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}

fn cells(area: Rect) -> impl Iterator<Item = (u16, u16)> {
    (area.y..area.y.saturating_add(area.height))
        .flat_map(move |y| (area.x..area.x.saturating_add(area.width)).map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(width: u16, write: impl Fn(&mut Pen<'_, '_>)) -> String {
        let area = Rect::new(0, 0, width, 1);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::fallback();
        let mut scene = Scene::default();
        let mut canvas = Canvas {
            buffer: &mut buffer,
            theme: &theme,
            scene: &mut scene,
        };
        write(&mut canvas.pen(area, 0));
        buffer.content().iter().map(|cell| cell.symbol()).collect()
    }

    #[test]
    fn nothing_goes_past_the_end() {
        let text = |text: &'static str| {
            move |pen: &mut Pen<'_, '_>| {
                pen.write(text, Role::Text);
            }
        };
        assert_eq!(drawn(6, text("abcdefgh")), "abcde…");
        assert_eq!(drawn(4, text("世界世")), "世 … ");
        assert_eq!(drawn(5, text("a\u{1b}[0m")), "a␛[0m");
        assert_eq!(drawn(0, text("abc")), "");
    }

    #[test]
    fn tabs_stand_at_stops_and_wide_characters_are_whole() {
        let raw = |text: &'static str| {
            move |pen: &mut Pen<'_, '_>| {
                pen.raw(text, Style::new());
            }
        };
        assert_eq!(drawn(8, raw("a\tb")), "a   b   ");
        assert_eq!(drawn(3, raw("a世界")), "a世 ");
        assert_eq!(drawn(2, raw("\t\t")), "  ");
    }

    #[test]
    fn the_right_end_is_kept_free_or_left_out() {
        let line = drawn(12, |pen| {
            assert!(pen.right(&[("×2", Role::Muted)], 4));
            assert!(!pen.right(&[("too long for it", Role::Muted)], 4));
            pen.write("a_long_name_indeed", Role::Text);
        });
        assert_eq!(line, "a_long_na…×2");
    }
}
