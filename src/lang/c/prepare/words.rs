//! What a word means to whoever reads C and C++ without knowing its macros.

/// The class of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// Any name.
    Plain,
    /// A name written as macros are: upper case, or reserved (`__unused`).
    Macro,
    /// `int`, `void`, `unsigned`: the language's own types.
    Primitive,
    /// `struct`, `union`, `class`.
    Record,
    /// `enum`.
    Enum,
    /// `static`, `extern`, `inline`, `virtual`, ...: before a declaration.
    Storage,
    /// `const`, `volatile`.
    Qualifier,
    /// `override`, `final`, `noexcept`: behind a function's parameters.
    Trailing,
    /// `namespace`.
    Namespace,
    /// `template`.
    Template,
    /// `if`, `while`, `return`, ...: begins a statement.
    Statement,
    /// `sizeof`, `new`, `operator`, ...: part of an expression.
    Operator,
    /// `offsetof`.
    Measure,
    /// A word that adds nothing and that the grammars do not expect everywhere: `__restrict`, `__cdecl`.
    Noise,
    /// The same, with arguments: `__attribute__((..))`.
    NoiseCall,
}

impl Word {
    /// A name, not a word of the language.
    pub const fn is_name(self) -> bool {
        matches!(self, Word::Plain | Word::Macro)
    }

    /// Can stand only where a declaration or statement begins or has begun: never behind a complete name.
    pub const fn begins_type(self) -> bool {
        matches!(
            self,
            Word::Primitive | Word::Record | Word::Enum | Word::Storage | Word::Template | Word::Namespace
        )
    }
}

/// Words of C++ that are names in C.
fn is_cpp_only(word: &str) -> bool {
    matches!(
        word,
        "class"
            | "namespace"
            | "template"
            | "using"
            | "virtual"
            | "explicit"
            | "friend"
            | "typename"
            | "public"
            | "private"
            | "protected"
            | "mutable"
            | "this"
            | "new"
            | "delete"
            | "operator"
            | "try"
            | "catch"
            | "throw"
            | "override"
            | "final"
            | "noexcept"
            | "and"
            | "or"
            | "not"
            | "xor"
            | "requires"
            | "concept"
            | "static_cast"
            | "dynamic_cast"
            | "const_cast"
            | "reinterpret_cast"
            | "decltype"
            | "typeid"
            | "consteval"
            | "constinit"
            | "co_return"
            | "co_yield"
            | "co_await"
    )
}

/// Classifies a word.
pub fn classify(word: &str, is_cpp: bool) -> Word {
    match word {
        _ if !is_cpp && is_cpp_only(word) => Word::Plain,
        "int" | "char" | "void" | "unsigned" | "signed" | "long" | "short" | "float" | "double" | "bool" | "_Bool"
        | "wchar_t" | "char8_t" | "char16_t" | "char32_t" | "size_t" | "ssize_t" | "ptrdiff_t" | "intptr_t"
        | "uintptr_t" | "int8_t" | "int16_t" | "int32_t" | "int64_t" | "uint8_t" | "uint16_t" | "uint32_t"
        | "uint64_t" | "auto" | "__int64" | "__int128" => Word::Primitive,
        "struct" | "union" | "class" => Word::Record,
        "enum" => Word::Enum,
        "static" | "extern" | "inline" | "virtual" | "explicit" | "friend" | "constexpr" | "consteval"
        | "constinit" | "typedef" | "register" | "mutable" | "thread_local" | "_Thread_local" | "using"
        | "typename" | "public" | "private" | "protected" | "static_assert" | "_Static_assert" => Word::Storage,
        "const" | "volatile" | "restrict" | "_Atomic" => Word::Qualifier,
        "override" | "final" | "noexcept" => Word::Trailing,
        "namespace" => Word::Namespace,
        "template" => Word::Template,
        "if" | "else" | "for" | "while" | "do" | "switch" | "case" | "default" | "return" | "goto" | "break"
        | "continue" | "try" | "catch" | "throw" | "co_return" | "co_yield" => Word::Statement,
        "sizeof" | "new" | "delete" | "operator" | "this" | "alignof" | "_Alignof" | "alignas" | "_Alignas"
        | "decltype" | "typeof" | "__typeof__" | "true" | "false" | "nullptr" | "NULL" | "static_cast"
        | "dynamic_cast" | "const_cast" | "reinterpret_cast" | "typeid" | "and" | "or" | "not" | "xor" | "requires"
        | "concept" | "asm" | "__asm__" | "__asm" | "co_await" | "defined" | "_Generic" | "TRUE" | "FALSE" => {
            Word::Operator
        }
        "offsetof" => Word::Measure,
        "__extension__" | "__restrict" | "__restrict__" | "__inline" | "__inline__" | "__forceinline" | "__cdecl"
        | "__stdcall" | "__fastcall" | "__thiscall" | "__vectorcall" | "__clrcall" | "__const" | "__volatile__"
        | "__signed__" | "__unused" | "__used" | "__init" | "__exit" | "__user" | "__iomem" | "__force"
        | "__must_check" | "__packed" | "__cold" | "__hot" | "__always_inline" | "__noinline" | "__weak"
        | "__maybe_unused" | "_Noreturn" | "__noreturn" | "__dead2" | "__pure" | "__percpu" | "__rcu"
        | "asmlinkage" | "noinline" | "WINAPI" | "CALLBACK" | "APIENTRY" | "STDMETHODCALLTYPE" => Word::Noise,
        "__attribute__" | "__attribute" | "__declspec" | "_Pragma" | "__pragma" => Word::NoiseCall,
        _ if is_macro_like(word) => Word::Macro,
        _ => Word::Plain,
    }
}

/// Upper case with at least two letters, or a reserved name.
fn is_macro_like(word: &str) -> bool {
    let bytes = word.as_bytes();
    if word.starts_with("__") {
        return true;
    }
    let mut upper = 0;
    for byte in bytes {
        if byte.is_ascii_lowercase() || *byte >= 0x80 {
            return false;
        }
        upper += usize::from(byte.is_ascii_uppercase());
    }
    upper >= 2
}
