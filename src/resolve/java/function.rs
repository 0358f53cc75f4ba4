//! Functional interfaces of the library.

use crate::lang::extraction::Literal;
use crate::resolve::infer::Resolver;
use crate::resolve::symbols::Sym;
use crate::resolve::ty::Ty;

/// What a parameter or result of a functional interface is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The nth type argument.
    Arg(usize),
    Int,
    Long,
    Double,
    Bool,
    Nothing,
}
use Part::{Arg, Bool, Double, Int, Long, Nothing};

/// Parameters and result of the only method of an interface; `None` for other types.
fn shape(name: &str) -> Option<(&'static [Part], Part)> {
    Some(match name {
        "Runnable" | "AutoCloseable" | "Closeable" => (&[], Nothing),
        "Callable" | "Supplier" | "PrivilegedAction" | "PrivilegedExceptionAction" => (&[], Arg(0)),
        "IntSupplier" => (&[], Int),
        "LongSupplier" => (&[], Long),
        "DoubleSupplier" => (&[], Double),
        "BooleanSupplier" => (&[], Bool),
        "Function" => (&[Arg(0)], Arg(1)),
        "UnaryOperator" => (&[Arg(0)], Arg(0)),
        "Consumer" => (&[Arg(0)], Nothing),
        "Predicate" => (&[Arg(0)], Bool),
        "ToIntFunction" => (&[Arg(0)], Int),
        "ToLongFunction" => (&[Arg(0)], Long),
        "ToDoubleFunction" => (&[Arg(0)], Double),
        "IntFunction" => (&[Int], Arg(0)),
        "LongFunction" => (&[Long], Arg(0)),
        "DoubleFunction" => (&[Double], Arg(0)),
        "IntPredicate" => (&[Int], Bool),
        "LongPredicate" => (&[Long], Bool),
        "DoublePredicate" => (&[Double], Bool),
        "IntConsumer" => (&[Int], Nothing),
        "LongConsumer" => (&[Long], Nothing),
        "DoubleConsumer" => (&[Double], Nothing),
        "IntUnaryOperator" => (&[Int], Int),
        "LongUnaryOperator" => (&[Long], Long),
        "DoubleUnaryOperator" => (&[Double], Double),
        "BiFunction" => (&[Arg(0), Arg(1)], Arg(2)),
        "BinaryOperator" => (&[Arg(0), Arg(0)], Arg(0)),
        "BiConsumer" => (&[Arg(0), Arg(1)], Nothing),
        "BiPredicate" => (&[Arg(0), Arg(1)], Bool),
        "ToIntBiFunction" => (&[Arg(0), Arg(1)], Int),
        "ToLongBiFunction" => (&[Arg(0), Arg(1)], Long),
        "ToDoubleBiFunction" => (&[Arg(0), Arg(1)], Double),
        "IntBinaryOperator" => (&[Int, Int], Int),
        "LongBinaryOperator" => (&[Long, Long], Long),
        "DoubleBinaryOperator" => (&[Double, Double], Double),
        "ObjIntConsumer" => (&[Arg(0), Int], Nothing),
        "Comparator" => (&[Arg(0), Arg(0)], Int),
        _ => return None,
    })
}

/// The parameters of a functional interface.
pub(super) fn params(name: &str) -> Option<&'static [Part]> {
    shape(name).map(|(params, _)| params)
}

impl Resolver<'_> {
    /// The nth parameter of the only method of a library's interface.
    pub(in crate::resolve) fn java_function_param(&self, name: Sym, args: &[Ty], place: usize) -> Option<Ty> {
        let part = params(self.project.symbols.text(name))?.get(place)?;
        Some(self.function_part(*part, args))
    }

    /// What the only method of a library's interface gives.
    pub(in crate::resolve) fn java_function_result(&self, name: Sym, args: &[Ty]) -> Option<Ty> {
        let (_, result) = shape(self.project.symbols.text(name))?;
        Some(self.function_part(result, args))
    }

    fn function_part(&self, part: Part, args: &[Ty]) -> Ty {
        match part {
            Arg(place) => args.get(place).cloned().unwrap_or(Ty::Unknown),
            Int => Ty::Literal(Literal::Integer),
            Bool => Ty::Literal(Literal::Bool),
            Double => Ty::Literal(Literal::Float),
            Long => self.java_named("long"),
            Nothing => Ty::Unknown,
        }
    }
}
