//! Closed sets of names: kinds of nodes, kinds of edges, visibilities.
//!
//! Each has a stable integer (its place in `ALL`, stored in the graph file and never reused) and a
//! stable word (printed, exported and typed by people).

/// Declares an enum with a stable integer code and a stable word per variant.
macro_rules! closed_set {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident => $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[repr(u8)]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// Every member, in the order of its code.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The stable word, as printed and exported.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// The stable integer, as stored in the graph file.
            pub const fn code(self) -> u8 { self as u8 }

            /// The member with this code, if there is one.
            pub fn from_code(code: u8) -> Option<Self> { Self::ALL.get(usize::from(code)).copied() }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.pad(self.as_str()) }
        }

        impl std::str::FromStr for $name {
            type Err = ();
            fn from_str(word: &str) -> Result<Self, ()> {
                match word { $($word => Ok($name::$variant),)+ _ => Err(()) }
            }
        }
    };
}
pub(crate) use closed_set;

closed_set! {
    /// What a node is.
    NodeKind {
        File => "file",
        Directory => "directory",
        Module => "module",
        Namespace => "namespace",
        Class => "class",
        Struct => "struct",
        Interface => "interface",
        Trait => "trait",
        Protocol => "protocol",
        Enum => "enum",
        EnumMember => "enum_member",
        TypeAlias => "type_alias",
        Function => "function",
        Method => "method",
        Property => "property",
        Field => "field",
        Variable => "variable",
        Constant => "constant",
        Parameter => "parameter",
        Import => "import",
        Export => "export",
        Route => "route",
        Component => "component",
        Macro => "macro",
        Section => "section",
    }
}

impl NodeKind {
    /// A kind whose members are listed in an outline.
    pub const fn is_container(self) -> bool {
        use NodeKind::*;
        matches!(self, File | Directory | Module | Namespace | Section) || self.is_type()
    }

    /// A kind that can be the type of a value.
    pub const fn is_type(self) -> bool {
        use NodeKind::*;
        matches!(self, Class | Struct | Interface | Trait | Protocol | Enum | TypeAlias)
    }

    /// A kind that can be called.
    pub const fn is_callable(self) -> bool {
        use NodeKind::*;
        matches!(self, Function | Method | Macro | Component)
    }
}

closed_set! {
    /// What an edge says about its two ends, read from source to target.
    EdgeKind {
        /// A container and its member.
        Contains => "contains",
        /// The source's body calls the target.
        Calls => "calls",
        /// The source file or module imports the target.
        Imports => "imports",
        /// The source re-exports the target.
        Exports => "exports",
        /// Subclass to superclass, interface to super-interface.
        Extends => "extends",
        /// Type to the interface, trait or protocol that it implements.
        Implements => "implements",
        /// The source names the target as a value.
        References => "references",
        /// The source names the target as a type.
        TypeOf => "type_of",
        /// Function to the type that it returns.
        Returns => "returns",
        /// The source constructs the target type.
        Instantiates => "instantiates",
        /// Method to the method of a supertype that it overrides or implements.
        Overrides => "overrides",
        /// Decorator or annotation to the decorated symbol's definition: source is decorated by target.
        Decorates => "decorates",
        /// Route to its handler.
        Handles => "handles",
        /// Run-time registration.
        Registers => "registers",
        /// Documentation to the symbol it names.
        Mentions => "mentions",
        /// File to file, from the repository's history.
        CoChanges => "co_changes",
    }
}

closed_set! {
    /// From where a symbol can be seen, as far as its language says.
    Visibility {
        Public => "public",
        Protected => "protected",
        /// The package, crate, module or assembly.
        Internal => "internal",
        Private => "private",
        /// The language does not say.
        Unknown => "unknown",
    }
}
