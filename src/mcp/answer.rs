//! What goes back to the client: safe to print, and within the limit.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

use crate::graph::Node;
use crate::text::sanitize_block;

/// Characters of one answer, text and structured content together. Where agents' hosts begin to cut.
pub(super) const LIMIT: usize = 25_000;
/// What is kept free for the line that counts what was left out.
const RESERVE: usize = 200;

/// An answer under construction: lines of text, and the same as data.
#[derive(Debug, Default)]
pub(super) struct Answer {
    text: String,
    results: Vec<Value>,
    extra: Option<Value>,
    characters: usize,
    left_out: usize,
}

impl Answer {
    /// A text that is an answer as it stands, such as a bundle. Must be within the limit already.
    pub fn whole(text: String) -> Self {
        Self {
            characters: text.chars().count(),
            text,
            ..Self::default()
        }
    }

    /// Adds lines that belong to no result.
    pub fn say(&mut self, line: &str) {
        self.characters += line.chars().count() + 1;
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds one result, in text and as data, or counts it as left out where it would exceed the limit.
    pub fn result(&mut self, line: &str, data: Value) {
        let cost = line.chars().count() + 1 + data.to_string().chars().count() + 1;
        if self.left_out > 0 || self.characters + cost > LIMIT - RESERVE {
            self.left_out += 1;
            return;
        }
        self.characters += cost;
        self.text.push_str(line);
        self.text.push('\n');
        self.results.push(data);
    }

    /// Results that are not shown for another reason than the limit.
    pub fn leave_out(&mut self, count: usize) {
        self.left_out += count;
    }

    /// Characters that may still be added.
    pub fn room(&self) -> usize {
        (LIMIT - RESERVE).saturating_sub(self.characters)
    }

    /// Data beside the results.
    pub fn attach(&mut self, data: Value) {
        self.characters += data.to_string().chars().count();
        self.extra = Some(data);
    }

    /// The protocol's result.
    pub fn into_result(mut self) -> CallToolResult {
        if self.left_out > 0 {
            let left_out = self.left_out;
            self.say(&format!("… {left_out} more: narrow the question, or ask for fewer."));
        }
        let has_data = self.extra.is_some() || !self.results.is_empty();
        let mut result = CallToolResult::success(vec![ContentBlock::text(safe(&self.text))]);
        if has_data {
            let mut data = self.extra.unwrap_or_else(|| json!({}));
            if let Some(object) = data.as_object_mut() {
                object.insert("results".to_owned(), Value::Array(self.results));
            }
            make_safe(&mut data);
            result.structured_content = Some(data);
        }
        result
    }
}

/// A refusal that the caller reads.
pub(super) fn refusal(text: &str) -> CallToolResult {
    let text: String = safe(text).chars().take(LIMIT).collect();
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// A symbol in the shape that every program gets: the six keys of the export.
pub(super) fn symbol(node: &Node) -> Value {
    json!({
        "kind": node.kind,
        "name": node.name,
        "qualified": node.qualified,
        "file": node.file,
        "line": node.line,
        "end_line": node.end_line,
    })
}

/// `method pay.Order.total  src/pay.py:12`.
pub(super) fn line(node: &Node) -> String {
    format!("{} {}  {}:{}", node.kind, node.qualified, node.file, node.line)
}

fn safe(text: &str) -> String {
    sanitize_block(text).into_owned()
}

fn make_safe(value: &mut Value) {
    match value {
        Value::String(text) => *text = safe(text),
        Value::Array(items) => items.iter_mut().for_each(make_safe),
        Value::Object(fields) => fields.values_mut().for_each(make_safe),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(result: &CallToolResult) -> String {
        let value = serde_json::to_value(&result.content).unwrap();
        value[0]["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn an_answer_stays_within_the_limit_and_counts_the_rest() {
        let mut answer = Answer::default();
        for number in 0..3_000 {
            answer.result(&format!("line {number} {}", "ü".repeat(20)), json!({"number": number}));
        }
        let result = answer.into_result();
        let text = text_of(&result);
        let shown = result.structured_content.as_ref().unwrap()["results"]
            .as_array()
            .unwrap()
            .len();
        assert!(text.ends_with(&format!(
            "… {} more: narrow the question, or ask for fewer.\n",
            3_000 - shown
        )));
        assert!(text.chars().count() + result.structured_content.unwrap().to_string().chars().count() <= LIMIT);
        assert!(shown > 300);
    }

    #[test]
    fn nothing_hostile_leaves() {
        let mut answer = Answer::default();
        answer.result("a\u{1b}[2J", json!({"name": "b\u{202e}", "list": ["\u{7}"]}));
        let result = serde_json::to_string(&answer.into_result()).unwrap();
        assert!(
            !result.contains("\\u001b") && !result.contains('\u{202e}') && !result.contains("\\u0007"),
            "{result}"
        );
        assert!(!serde_json::to_string(&refusal("\u{1b}")).unwrap().contains("\\u001b"));
    }
}
