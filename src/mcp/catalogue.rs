//! The tools and their arguments: one table, from which the schemas, the checks and the refusals come.

use rmcp::model::{JsonObject, Tool as Declared, ToolAnnotations};
use serde_json::{Value, json};

use super::answer::{Answer, LIMIT};
use super::project::{Project, ToolError};
use super::tools;

/// A tool.
pub(super) struct Tool {
    pub name: &'static str,
    description: &'static str,
    arguments: &'static [Argument],
    /// Runs on a thread that may block.
    pub run: fn(&Project, &Arguments) -> Result<Answer, ToolError>,
}

/// One argument of a tool.
struct Argument {
    name: &'static str,
    description: &'static str,
    kind: Kind,
    required: bool,
}

/// What an argument can be.
enum Kind {
    Text,
    /// Any of these words, several in a list.
    Words(fn() -> Vec<&'static str>),
    Integer(u64, u64),
    /// From 0 to 1.
    Share,
}

/// Longer texts are no question.
const MAX_TEXT: usize = 20_000;

const SYMBOL: Argument = Argument {
    name: "symbol",
    description: "name, qualified name or its tail, or path:line",
    kind: Kind::Text,
    required: true,
};
const DEPTH: Argument = optional("depth", "layers to follow; default 1", Kind::Integer(1, 4));
const CONFIDENCE: Argument = optional(
    "min_confidence",
    "least confidence of an edge; default 0.5",
    Kind::Share,
);

const fn optional(name: &'static str, description: &'static str, kind: Kind) -> Argument {
    Argument {
        name,
        description,
        kind,
        required: false,
    }
}

const fn limit(description: &'static str) -> Argument {
    optional("limit", description, Kind::Integer(1, 200))
}

fn kinds() -> Vec<&'static str> {
    crate::graph::NodeKind::ALL.iter().map(|kind| kind.as_str()).collect()
}

/// All tools, in the order in which they are listed.
pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "explore",
        description: "Answers a question or a task about this code base: where to look, source with line numbers, call \
                      path, callers and tests, within a budget. Ask this first.",
        arguments: &[
            Argument {
                name: "question",
                description: "plain words, names, paths, path:line, error texts",
                kind: Kind::Text,
                required: true,
            },
            optional(
                "budget",
                "characters of the answer; default 10000",
                Kind::Integer(500, LIMIT as u64),
            ),
        ],
        run: tools::explore::run,
    },
    Tool {
        name: "search",
        description: "Finds symbols and files by name, fuzzily. Filters in the query: kind:fn in:container path:src/ \
                      lang:rust !not 'exact ^prefix.",
        arguments: &[
            Argument {
                name: "query",
                description: "part of a name, with filters or without",
                kind: Kind::Text,
                required: true,
            },
            optional("kind", "only these kinds", Kind::Words(kinds)),
            optional("path", "only under this path", Kind::Text),
            limit("most results; default 20"),
        ],
        run: tools::search::run,
    },
    Tool {
        name: "node",
        description: "Shows one symbol: a function's source, a type's or file's outline, its relations counted.",
        arguments: &[SYMBOL],
        run: tools::node::run,
    },
    Tool {
        name: "callers",
        description: "Who calls or constructs a symbol, with every site. Doubtful edges are marked ?.",
        arguments: &[
            SYMBOL,
            DEPTH,
            CONFIDENCE,
            limit("most neighbours of one symbol; default 50"),
        ],
        run: tools::neighbours::callers,
    },
    Tool {
        name: "callees",
        description: "What a symbol calls or constructs, with every site, and what leads out of the project.",
        arguments: &[
            SYMBOL,
            DEPTH,
            CONFIDENCE,
            limit("most neighbours of one symbol; default 50"),
        ],
        run: tools::neighbours::callees,
    },
    Tool {
        name: "status",
        description: "What is indexed, how fresh it is, and what failed to parse.",
        arguments: &[],
        run: tools::status::run,
    },
];

/// Arguments that were checked against the table.
#[derive(Debug, Default)]
pub(super) struct Arguments(JsonObject);

impl Arguments {
    /// Empty where it was not given.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub fn texts(&self, name: &str) -> Vec<&str> {
        let list = self.0.get(name).and_then(Value::as_array);
        list.map(|items| items.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default()
    }

    pub fn integer(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(whole_number)
    }

    pub fn share(&self, name: &str) -> Option<f32> {
        self.0.get(name).and_then(Value::as_f64).map(|share| share as f32)
    }
}

impl Tool {
    pub fn find(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// As it is listed.
    pub fn declared(&self) -> Declared {
        let mut properties = JsonObject::new();
        for argument in self.arguments {
            properties.insert(argument.name.to_owned(), argument.schema());
        }
        let required: Vec<&str> = self
            .arguments
            .iter()
            .filter(|argument| argument.required)
            .map(|argument| argument.name)
            .collect();
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), json!("object"));
        schema.insert("properties".to_owned(), Value::Object(properties));
        if !required.is_empty() {
            schema.insert("required".to_owned(), json!(required));
        }
        schema.insert("additionalProperties".to_owned(), json!(false));
        let annotations = ToolAnnotations::new().read_only(true).open_world(false);
        Declared::new(self.name, self.description, schema).annotate(annotations)
    }

    /// Checks what was given. The first thing that does not fit is refused by its name.
    pub fn check(&self, given: Option<JsonObject>) -> Result<Arguments, ToolError> {
        let given = given.unwrap_or_default();
        if let Some(unknown) = given
            .keys()
            .find(|name| !self.arguments.iter().any(|argument| argument.name == *name))
        {
            let known: Vec<&str> = self.arguments.iter().map(|argument| argument.name).collect();
            let takes = match known.is_empty() {
                true => "it takes no arguments".to_owned(),
                false => format!("it takes {}", known.join(", ")),
            };
            return Err(ToolError::Arguments(format!(
                "`{}` does not take `{unknown}`: {takes}.",
                self.name
            )));
        }
        for argument in self.arguments {
            match given.get(argument.name) {
                None | Some(Value::Null) if !argument.required => {}
                None | Some(Value::Null) => {
                    let (tool, name) = (self.name, argument.name);
                    let what = argument.description;
                    return Err(ToolError::Arguments(format!("`{tool}` needs `{name}`: {what}.")));
                }
                Some(value) => argument.check(value).map_err(ToolError::Arguments)?,
            }
        }
        Ok(Arguments(given))
    }
}

impl Argument {
    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text => json!({"type": "string"}),
            Kind::Words(words) => json!({"type": "array", "items": {"type": "string", "enum": words()}}),
            Kind::Integer(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
            Kind::Share => json!({"type": "number", "minimum": 0, "maximum": 1}),
        };
        if let Some(fields) = schema.as_object_mut() {
            fields.insert("description".to_owned(), json!(self.description));
        }
        schema
    }

    fn check(&self, value: &Value) -> Result<(), String> {
        let fits = match self.kind {
            Kind::Text => value
                .as_str()
                .is_some_and(|text| !text.trim().is_empty() && text.len() <= MAX_TEXT),
            Kind::Words(words) => {
                let known = words();
                value.as_array().is_some_and(|items| {
                    items
                        .iter()
                        .all(|item| item.as_str().is_some_and(|word| known.contains(&word)))
                })
            }
            Kind::Integer(least, most) => whole_number(value).is_some_and(|number| (least..=most).contains(&number)),
            Kind::Share => value.as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)),
        };
        let wanted = match self.kind {
            _ if fits => return Ok(()),
            Kind::Text => format!("must be a text that is not empty and has at most {MAX_TEXT} bytes"),
            Kind::Words(words) => format!("must be a list of any of {}", words().join(", ")),
            Kind::Integer(least, most) => format!("must be a whole number from {least} to {most}"),
            Kind::Share => "must be a number from 0 to 1".to_owned(),
        };
        Err(format!("`{}` {wanted}.", self.name))
    }
}

/// JSON has one kind of number: `5.0` is five.
fn whole_number(value: &Value) -> Option<u64> {
    let float = || {
        value
            .as_f64()
            .filter(|number| number.fract() == 0.0 && *number >= 0.0)
            .map(|number| number as u64)
    };
    value.as_u64().or_else(float)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(tool: &str, arguments: Value) -> String {
        let given = arguments.as_object().cloned();
        match Tool::find(tool).unwrap().check(given) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        assert_eq!(
            refusal("explore", json!({"question": "x", "quesiton": "y"})),
            "`explore` does not take `quesiton`: it takes question, budget."
        );
        assert_eq!(
            refusal("status", json!({"x": 1})),
            "`status` does not take `x`: it takes no arguments."
        );
        assert!(refusal("node", json!({})).starts_with("`node` needs `symbol`: "));
        assert_eq!(
            refusal("explore", json!({"question": "x", "budget": 99_999})),
            "`budget` must be a whole number from 500 to 25000."
        );
        for bad in [json!(0), json!("3"), json!(1.5), json!(-1), json!([1])] {
            assert!(refusal("callers", json!({"symbol": "f", "depth": bad})).starts_with("`depth` must"));
        }
        assert!(refusal("callers", json!({"symbol": "f", "min_confidence": 2})).starts_with("`min_confidence` must"));
        assert!(refusal("search", json!({"query": " "})).starts_with("`query` must"));
        assert!(refusal("search", json!({"query": "a", "kind": ["fnord"]})).starts_with("`kind` must"));
    }

    #[test]
    fn what_fits_is_taken() {
        for arguments in [
            json!({"symbol": "f"}),
            json!({"symbol": "f", "depth": 2.0, "min_confidence": 0, "limit": 5}),
            json!({"symbol": "f", "depth": null}),
        ] {
            assert_eq!(refusal("callers", arguments), "");
        }
        assert_eq!(
            refusal(
                "search",
                json!({"query": "a", "kind": ["function", "class"], "path": "src"})
            ),
            ""
        );
    }

    #[test]
    fn the_list_is_short() {
        let listed: Vec<Declared> = TOOLS.iter().map(Tool::declared).collect();
        let text = serde_json::to_string(&listed).unwrap();
        assert!(text.len() < 6_000, "{}", text.len());
    }
}
