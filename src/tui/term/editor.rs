//! Handing a line to the user's editor.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// The command that opens `file` at `line` in the editor that `$VISUAL` or `$EDITOR` names.
pub fn command(editor: Option<&str>, file: &Path, line: u32) -> Command {
    let words: Vec<&str> = editor.unwrap_or_default().split_whitespace().collect();
    let (program, fixed) = match words.split_first() {
        Some((program, fixed)) => (*program, fixed),
        None => ("vi", &[][..]),
    };
    let mut command = Command::new(program);
    command.args(fixed);
    let name = Path::new(program)
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or(program);
    let with_line = || {
        let mut place = OsString::from(file);
        place.push(format!(":{line}"));
        place
    };
    match name {
        "code" | "code-insiders" | "codium" | "cursor" | "windsurf" => {
            command.args(["--wait", "--goto"]).arg(with_line());
        }
        "hx" | "helix" | "subl" | "zed" | "lapce" => {
            command.arg(with_line());
        }
        "vi" | "vim" | "nvim" | "view" | "nano" | "emacs" | "emacsclient" | "micro" | "kak" | "joe" | "ne" | "mg" => {
            command.arg(format!("+{line}")).arg(file);
        }
        "idea" | "pycharm" | "goland" | "clion" => {
            command.args(["--line", &line.to_string()]).arg(file);
        }
        // What cannot be told a line is at least given the file.
        _ => {
            command.arg(file);
        }
    }
    command
}

/// The user's choice.
pub fn chosen() -> Option<String> {
    ["VISUAL", "EDITOR"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(editor: Option<&str>) -> Vec<String> {
        let command = command(editor, Path::new("/p/a b.rs"), 12);
        let program = command.get_program().to_string_lossy().into_owned();
        let arguments = command.get_args().map(|word| word.to_string_lossy().into_owned());
        std::iter::once(program).chain(arguments).collect()
    }

    #[test]
    fn each_editor_is_told_the_line_in_its_own_way() {
        assert_eq!(words(None), ["vi", "+12", "/p/a b.rs"]);
        assert_eq!(words(Some("nvim -p")), ["nvim", "-p", "+12", "/p/a b.rs"]);
        assert_eq!(words(Some("/usr/bin/hx")), ["/usr/bin/hx", "/p/a b.rs:12"]);
        assert_eq!(words(Some("code")), ["code", "--wait", "--goto", "/p/a b.rs:12"]);
        assert_eq!(words(Some("my-editor")), ["my-editor", "/p/a b.rs"]);
        assert_eq!(words(Some("  ")), ["vi", "+12", "/p/a b.rs"]);
    }
}
