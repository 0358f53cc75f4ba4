//! Which overload a call means, on small sources.

use std::sync::Arc;

use crate::graph::EdgeKind;
use crate::lang::{by_id, extract};
use crate::resolve::{Project, SourceFile};

/// Calls as `site line -> target line`, those that are no candidates.
fn calls(source: &str) -> Vec<(u32, u32)> {
    let java = by_id("java").expect("Java is known");
    let file = SourceFile {
        path: "A.java".to_owned(),
        extraction: Arc::new(extract(java, source)),
    };
    let project = Project::new(vec![file], &[]);
    let edges = project.resolve_file(0).edges;
    let sure = edges
        .iter()
        .filter(|edge| edge.kind == EdgeKind::Calls && edge.confidence >= 0.5);
    sure.map(|edge| (edge.line, project.def(edge.target).line)).collect()
}

#[test]
fn overloads_are_chosen_by_the_types_of_arguments() {
    let source = "class A {\n void f(int a) {}\n void f(long a) {}\n void f(Object a) {}\n void f(String a) {}\n void f(int... a) {}\n void m(char c, Integer boxed, byte[] bytes) {\n  f(c);\n  f(1L);\n  f(\"s\" + 1);\n  f(boxed);\n  f(bytes);\n  f(1, 2);\n }\n}\n";
    assert_eq!(calls(source), [(8, 2), (9, 3), (10, 5), (11, 4), (12, 4), (13, 6)]);
}

#[test]
fn a_local_does_not_hide_a_method_of_its_name() {
    let source = "class A {\n int length() { return 0; }\n int m(int length) { return length(); }\n}\n";
    assert_eq!(calls(source), [(3, 2)]);
}
