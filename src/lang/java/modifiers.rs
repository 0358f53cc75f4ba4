//! Modifiers and annotations.

use tree_sitter::Node;

use crate::graph::{NodeFlags, Visibility};
use crate::lang::engine::{Extractor, offset};
use crate::lang::extraction::{DefIx, ExprIx, Name, ReferenceKind, Target, Type, TypeIx};

/// Annotations with which JUnit and TestNG mark what they run.
const TEST_ANNOTATIONS: &[&str] = &[
    "Test",
    "ParameterizedTest",
    "RepeatedTest",
    "TestFactory",
    "TestTemplate",
    "Theory",
    "Property",
];
/// And what they run around it.
const FIXTURE_ANNOTATIONS: &[&str] = &[
    "Before",
    "After",
    "BeforeClass",
    "AfterClass",
    "BeforeEach",
    "AfterEach",
    "BeforeAll",
    "AfterAll",
    "BeforeMethod",
    "AfterMethod",
];

/// What stands before a declaration.
#[derive(Default)]
pub struct Modifiers<'t> {
    pub visibility: Option<Visibility>,
    pub flags: NodeFlags,
    pub is_final: bool,
    /// `default`: an interface's method with a body.
    pub is_default: bool,
    /// Marked as something that a test runner runs.
    pub is_test: bool,
    annotations: Vec<Node<'t>>,
}

pub fn read<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> Modifiers<'t> {
    let mut found = Modifiers::default();
    let Some(list) = x.child_of_kind(node, "modifiers") else {
        return found;
    };
    for child in x.all_children(list) {
        match child.kind() {
            "public" => found.visibility = Some(Visibility::Public),
            "protected" => found.visibility = Some(Visibility::Protected),
            "private" => found.visibility = Some(Visibility::Private),
            "static" => found.flags |= NodeFlags::STATIC,
            "abstract" => found.flags |= NodeFlags::ABSTRACT,
            "final" => found.is_final = true,
            "default" => found.is_default = true,
            "annotation" | "marker_annotation" => {
                let name = x.field(child, "name").map_or("", |name| x.text(name));
                let name = name.rsplit('.').next().unwrap_or(name).trim();
                if name == "Deprecated" {
                    found.flags |= NodeFlags::DEPRECATED;
                }
                if TEST_ANNOTATIONS.contains(&name) {
                    found.is_test = true;
                    found.flags |= NodeFlags::TEST;
                } else if FIXTURE_ANNOTATIONS.contains(&name) {
                    found.flags |= NodeFlags::TEST;
                }
                found.annotations.push(child);
            }
            _ => {}
        }
    }
    found
}

impl<'t> Modifiers<'t> {
    /// The annotations as decorators of the current definition.
    pub fn decorate(&self, x: &mut Extractor<'t>) {
        for annotation in &self.annotations {
            visit(x, *annotation, ReferenceKind::Decorator);
        }
    }
}

/// An annotation on a parameter, a local variable, a package or a type decorates no definition: it only names its type.
pub fn elsewhere<'t>(x: &mut Extractor<'t>, node: Node<'t>) -> ExprIx {
    visit(x, node, ReferenceKind::Type);
    ExprIx::NONE
}

fn visit<'t>(x: &mut Extractor<'t>, node: Node<'t>, kind: ReferenceKind) {
    if let Some(name_node) = x.field(node, "name") {
        let path: Vec<Name> = x.text(name_node).split('.').map(|part| x.intern(part.trim())).collect();
        let last = x.field(name_node, "name").unwrap_or(name_node);
        let named = Type::Named {
            root: None,
            path,
            args: Vec::new(),
        };
        let ty = x.type_at(last, named);
        x.reference(kind, Target::Type(ty), offset(last.start_byte()));
    }
    let Some(arguments) = x.field(node, "arguments") else {
        return;
    };
    for argument in x.children(arguments) {
        match argument.kind() {
            "element_value_pair" => x.visit_field(argument, "value"),
            _ => x.visit(argument),
        };
    }
}

/// `@deprecated` in a doc comment says the same as the annotation.
pub fn note_doc(x: &mut Extractor<'_>, def: DefIx) {
    let found = x.def_mut(def);
    if found.doc.contains("@deprecated") {
        found.flags |= NodeFlags::DEPRECATED;
    }
}

/// True when the supertype is JUnit 3's, whose tests are known by their names.
pub fn is_test_case(x: &Extractor<'_>, class: DefIx) -> bool {
    x.out
        .def(class)
        .supers
        .iter()
        .any(|one| last_name(x, one.ty) == "TestCase")
}

fn last_name<'x>(x: &'x Extractor<'_>, ty: TypeIx) -> &'x str {
    match &x.out.ty(ty).kind {
        Type::Named { path, .. } => path.last().map_or("", |name| x.out.name(*name)),
        _ => "",
    }
}
