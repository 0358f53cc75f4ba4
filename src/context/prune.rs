//! The lines of a symbol that bear on the question, with the blocks that enclose them.
//!
//! Lexical, for every language alike: indentation says what encloses what, the end of a line says whether a statement
//! goes on. A statement is kept whole or not at all; a kept line keeps the heads (and closing lines) of the blocks
//! around it.
//!
//! Invariant: pure; knows no grammar.

use std::collections::{BTreeSet, HashMap};

use crate::text;

/// What the question is after: its terms, and how much each is worth in this repository.
pub(super) type Goal = HashMap<String, f32>;

/// Characters that the mark of a gap takes, roughly.
const GAP: usize = 14;
/// A signature that has not ended after so many lines is cut there.
const MAX_HEAD: usize = 12;
/// Deeper nesting than this is not followed upwards.
const MAX_NESTING: usize = 64;

/// The lines of one symbol, understood.
struct Shape<'a> {
    lines: &'a [String],
    /// Columns of indentation; `None` for a blank line.
    indent: Vec<Option<usize>>,
    /// First and last line of the statement that holds the line.
    statement: Vec<(usize, usize)>,
    /// The nearest line before that stands less deep: the head of the block around.
    outer: Vec<Option<usize>>,
    /// The nearest line after that stands no deeper: where the block that begins here has ended.
    end: Vec<Option<usize>>,
}

/// Picks lines (indices, rising) of at most about `limit` characters. The signature is always among them, and the last
/// line where that closes the body; so a limit below their size is not kept.
pub(super) fn prune(lines: &[String], goal: &Goal, limit: usize) -> Vec<usize> {
    let shape = Shape::of(lines);
    let mut kept: BTreeSet<usize> = shape.frame().into_iter().collect();
    let mut used = shape.cost(kept.iter().copied());
    let mut hits: Vec<(f32, usize)> = (0..lines.len())
        .map(|at| (worth(&lines[at], goal), at))
        .filter(|(worth, _)| *worth > 0.0)
        .collect();
    hits.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // What is left after the hits goes to the beginning of the body: guards and set-up stand there.
    let from_the_top = (0..lines.len()).map(|at| (0.0, at));
    for (_, at) in hits.into_iter().chain(from_the_top) {
        if used + GAP >= limit {
            break;
        }
        if kept.contains(&at) || shape.indent[at].is_none() {
            continue;
        }
        let more: Vec<usize> = shape
            .with_frame(at)
            .into_iter()
            .filter(|line| !kept.contains(line))
            .collect();
        let cost = shape.cost(more.iter().copied()) + GAP;
        if used + cost <= limit {
            used += cost;
            kept.extend(more);
        }
    }
    kept.into_iter().collect()
}

/// Number of lines that belong to the head of a definition: up to the line that opens its body.
pub(super) fn head(lines: &[String]) -> usize {
    let opens = |line: &String| opens_block(line.trim_end());
    let first_code = lines.iter().position(|line| !is_annotation(line)).unwrap_or(0);
    let end = lines
        .iter()
        .skip(first_code)
        .take(MAX_HEAD)
        .position(|line| opens(line) || line.trim_end().ends_with(';'));
    end.map_or(first_code + 1, |end| first_code + end + 1).min(lines.len())
}

/// What a line is worth: each word of the goal counts once.
fn worth(line: &str, goal: &Goal) -> f32 {
    let mut found: Vec<String> = Vec::new();
    let mut sum = 0.0;
    text::each_term(line, |word| {
        if let Some(worth) = goal.get(word)
            && !found.iter().any(|seen| seen == word)
        {
            sum += worth;
            found.push(word.to_owned());
        }
    });
    sum
}

impl<'a> Shape<'a> {
    fn of(lines: &'a [String]) -> Self {
        let indent: Vec<_> = lines.iter().map(|line| indentation(line)).collect();
        let (outer, end) = blocks(&indent);
        let mut shape = Self {
            lines,
            statement: (0..lines.len()).map(|at| (at, at)).collect(),
            indent,
            outer,
            end,
        };
        let mut at = 0;
        while at < lines.len() {
            let end = shape.statement_end(at);
            for line in at..=end {
                shape.statement[line] = (at, end);
            }
            at = end + 1;
        }
        shape
    }

    /// Last line of the statement that begins here.
    fn statement_end(&self, start: usize) -> usize {
        let line = self.lines[start].trim_end();
        let Some(indent) = self.indent[start] else { return start };
        if is_comment(line) {
            return self.run_while(start, is_comment);
        }
        if opens_block(line) {
            return start;
        }
        // What stands deeper than a statement that opens no block is its continuation, and so are lines that begin
        // with a closing bracket or a chained call beside it.
        let mut end = start;
        for at in start + 1..self.lines.len() {
            let text = self.lines[at].trim();
            match self.indent[at] {
                None => continue,
                Some(deeper) if deeper > indent => {}
                Some(same) if same == indent && text.starts_with([')', ']', '.']) && end + 1 >= at => {}
                _ => break,
            }
            end = at;
            if opens_block(text) {
                break;
            }
        }
        end
    }

    fn run_while(&self, start: usize, same: impl Fn(&str) -> bool) -> usize {
        (start + 1..self.lines.len())
            .take_while(|at| same(&self.lines[*at]))
            .last()
            .unwrap_or(start)
    }

    /// The signature, and the last line where it closes the body.
    fn frame(&self) -> Vec<usize> {
        let mut frame: Vec<usize> = (0..head(self.lines)).collect();
        if let Some(last) = self.lines.len().checked_sub(1)
            && closes_block(&self.lines[last])
        {
            frame.push(last);
        }
        frame
    }

    /// The statement of a line, the heads of the blocks around it, and the lines that close these blocks.
    fn with_frame(&self, at: usize) -> Vec<usize> {
        let (start, end) = self.statement[at];
        let mut lines: Vec<usize> = (start..=end).collect();
        let mut inner = start;
        for _ in 0..MAX_NESTING {
            let Some(outer) = self.outer[inner] else { break };
            let (start, end) = self.statement[outer];
            lines.extend(start..=end);
            lines.extend(self.end[outer].filter(|line| closes_block(&self.lines[*line])));
            inner = start.min(outer);
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// Characters that the lines take with their numbers.
    fn cost(&self, lines: impl Iterator<Item = usize>) -> usize {
        lines.map(|at| self.lines[at].chars().count() + 6).sum()
    }
}

/// Of each line the head of the block around it and the end of its own block, in one pass.
fn blocks(indent: &[Option<usize>]) -> (Vec<Option<usize>>, Vec<Option<usize>>) {
    let mut outer = vec![None; indent.len()];
    let mut end = vec![None; indent.len()];
    // Lines whose block is still open, each deeper than the one below it.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, columns) in indent.iter().enumerate() {
        let Some(columns) = *columns else { continue };
        while let Some((line, deeper)) = open.last().copied()
            && deeper >= columns
        {
            end[line] = Some(at);
            open.pop();
        }
        outer[at] = open.last().map(|(line, _)| *line);
        open.push((at, columns));
    }
    (outer, end)
}

fn indentation(line: &str) -> Option<usize> {
    let mut columns = 0;
    for c in line.chars() {
        match c {
            ' ' => columns += 1,
            '\t' => columns += 4,
            c if c.is_whitespace() => {}
            _ => return Some(columns),
        }
    }
    None
}

fn opens_block(line: &str) -> bool {
    let words = [" do", " then", "=>", "->"];
    line.ends_with(['{', ':']) || words.iter().any(|word| line.ends_with(word))
}

fn closes_block(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(['}', ')', ']']) || line == "end" || line.starts_with("end ") || line == "end;"
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") || line.starts_with("/*") || line.starts_with("* ") || line == "*" || line == "*/" || {
        line.starts_with("# ") || line == "#"
    }
}

/// Attributes, decorators and annotations that stand before a definition.
fn is_annotation(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with(['@', '#']) || is_comment(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    fn pruned(text: &str, words: &[&str], limit: usize) -> String {
        let lines = lines(text);
        let goal = words.iter().map(|word| ((*word).to_owned(), 1.0)).collect();
        let kept = prune(&lines, &goal, limit);
        kept.iter().map(|at| lines[*at].as_str()).collect::<Vec<_>>().join("\n")
    }

    const WALK: &str = "\
fn walk(&self, path: &Path) -> Result<()> {
    let start = now();
    self.log(start);
    for entry in read(path)? {
        count += 1;
        if entry.is_dir() {
            self.enter(
                entry.path(),
                Depth::next(),
            )?;
        }
    }
    self.done();
    Ok(())
}";

    #[test]
    fn a_hit_keeps_its_statement_and_the_blocks_around_it() {
        assert_eq!(
            pruned(WALK, &["depth"], 300),
            "\
fn walk(&self, path: &Path) -> Result<()> {
    for entry in read(path)? {
        if entry.is_dir() {
            self.enter(
                entry.path(),
                Depth::next(),
            )?;
        }
    }
}"
        );
    }

    #[test]
    fn what_the_limit_leaves_goes_to_the_beginning() {
        assert!(
            pruned(WALK, &[], 120).starts_with("fn walk(&self, path: &Path) -> Result<()> {\n    let start = now();\n")
        );
        assert_eq!(pruned(WALK, &["depth"], 10_000), WALK);
    }

    #[test]
    fn indentation_serves_where_there_are_no_braces() {
        let text = "def f(a):\n    \"\"\"Doc.\"\"\"\n    x = 1\n    if a:\n        y = target(\n            a,\n        )\n    return x";
        assert_eq!(
            pruned(text, &["target"], 110),
            "def f(a):\n    if a:\n        y = target(\n            a,\n        )"
        );
    }

    #[test]
    fn heads_end_where_the_body_opens() {
        assert_eq!(head(&lines("#[inline]\nfn f(\n    a: u8,\n) -> u8 {\n    a\n}")), 4);
        assert_eq!(head(&lines("def f(a):\n    pass")), 1);
        assert_eq!(head(&lines("int f(void);")), 1);
        assert_eq!(head(&[]), 0);
    }
}
