//! What is known of values that belong to no definition of the project: lists, maps, optionals and the usual wrappers.
//!
//! Languages give these the same few shapes under different names, so that one table by member name serves all.

use std::sync::Arc;

use super::ty::Ty;
use crate::lang::extraction::Literal;

/// A library's generic type with arguments, where its shape is known.
pub(super) fn generic(family: &str, name: &str, mut args: Vec<Ty>) -> Option<Ty> {
    let wrapper = match family {
        "rust" => matches!(
            name,
            "Box"
                | "Rc"
                | "Arc"
                | "Cow"
                | "Ref"
                | "RefMut"
                | "MutexGuard"
                | "Pin"
                | "LazyLock"
                | "LazyCell"
                | "Reverse"
                | "Future"
                | "IntoFuture"
                | "ManuallyDrop"
                | "RwLockReadGuard"
                | "RwLockWriteGuard"
        ),
        "c" => matches!(
            name,
            "unique_ptr" | "shared_ptr" | "weak_ptr" | "reference_wrapper" | "atomic" | "scoped_refptr"
        ),
        "ecma" => matches!(
            name,
            "Promise"
                | "PromiseLike"
                | "Readonly"
                | "Partial"
                | "Required"
                | "NonNullable"
                | "Awaited"
                | "DeepReadonly"
                | "Omit"
                | "Pick"
        ),
        "jvm" => matches!(
            name,
            "Supplier"
                | "AtomicReference"
                | "Future"
                | "CompletableFuture"
                | "ThreadLocal"
                | "Callable"
                | "WeakReference"
        ),
        _ => false,
    };
    if wrapper {
        return Some(if args.is_empty() {
            Ty::Unknown
        } else {
            last_if_cow(name, &mut args)
        });
    }
    let list = matches!(
        name,
        "Vec"
            | "VecDeque"
            | "HashSet"
            | "BTreeSet"
            | "LinkedList"
            | "BinaryHeap"
            | "IntoIter"
            | "Iter"
            | "IterMut"
            | "Iterator"
            | "IntoIterator"
            | "DoubleEndedIterator"
            | "ExactSizeIterator"
            | "Peekable"
            | "vector"
            | "deque"
            | "list"
            | "set"
            | "unordered_set"
            | "multiset"
            | "array"
            | "span"
            | "initializer_list"
            | "stack"
            | "queue"
            | "priority_queue"
            | "List"
            | "ArrayList"
            | "Collection"
            | "Set"
            | "Iterable"
            | "Stream"
            | "LinkedHashSet"
            | "TreeSet"
            | "SortedSet"
            | "Queue"
            | "Deque"
            | "ArrayDeque"
            | "Enumeration"
            | "ListIterator"
            | "Array"
            | "ReadonlyArray"
            | "ReadonlySet"
            | "IterableIterator"
            | "AsyncIterable"
            | "AsyncIterator"
            | "AsyncGenerator"
            | "Generator"
            | "CopyOnWriteArrayList"
            | "SmallVec"
            | "IndexSet"
            | "Vector"
            | "NavigableSet"
            | "BlockingQueue"
    );
    if list {
        return Some(Ty::list(args.into_iter().next().unwrap_or(Ty::Unknown)));
    }
    let map = matches!(
        name,
        "HashMap"
            | "BTreeMap"
            | "IndexMap"
            | "map"
            | "unordered_map"
            | "multimap"
            | "Map"
            | "LinkedHashMap"
            | "TreeMap"
            | "ConcurrentHashMap"
            | "ConcurrentMap"
            | "SortedMap"
            | "NavigableMap"
            | "WeakMap"
            | "Record"
            | "ReadonlyMap"
            | "DashMap"
            | "EnumMap"
            | "WeakHashMap"
            | "IdentityHashMap"
            | "Hashtable"
    );
    if map {
        let mut args = args.into_iter();
        return Some(Ty::Map(Arc::new((
            args.next().unwrap_or(Ty::Unknown),
            args.next().unwrap_or(Ty::Unknown),
        ))));
    }
    match name {
        // What they hold is reached by a call: `lock()`, `borrow()`, `get()`, `upgrade()`.
        "RefCell" | "Cell" | "Mutex" | "RwLock" | "OnceCell" | "OnceLock" | "Weak" if family == "rust" => {
            Some(Ty::Optional(Arc::new(args.into_iter().next().unwrap_or(Ty::Unknown))))
        }
        "Result" if family == "rust" => {
            let mut args = args.into_iter();
            let ok = args.next().unwrap_or(Ty::Unknown);
            Some(Ty::result(ok, args.next().unwrap_or(Ty::Unknown)))
        }
        "Option" | "Result" | "Optional" | "optional" | "LockResult" | "Poll" => {
            Some(Ty::Optional(Arc::new(args.into_iter().next().unwrap_or(Ty::Unknown))))
        }
        "pair" | "tuple" => Some(Ty::Tuple(args.into())),
        "Fn" | "FnMut" | "FnOnce" | "function" => {
            args.into_iter().next().filter(|ty| matches!(ty, Ty::FunctionType(..)))
        }
        "Entry" => match <[Ty; 2]>::try_from(args) {
            Ok(pair) => Some(Ty::Tuple(Arc::from(pair))),
            Err(_) => None,
        },
        "str" | "String" | "string" => Some(Ty::Literal(Literal::String)),
        _ => None,
    }
}

fn last_if_cow(name: &str, args: &mut Vec<Ty>) -> Ty {
    // Lifetimes are no arguments, so the first is the wrapped one; `Omit<T, K>` and `Pick<T, K>` too.
    let _ = name;
    args.swap_remove(0)
}

/// Functions of the prelude whose result follows from their arguments.
pub(super) fn constructed(family: &str, name: &str) -> bool {
    match family {
        "python" => matches!(
            name,
            "list"
                | "set"
                | "tuple"
                | "sorted"
                | "reversed"
                | "iter"
                | "filter"
                | "enumerate"
                | "zip"
                | "next"
                | "map"
                | "max"
                | "min"
                | "dict"
                | "frozenset"
                | "str"
                | "type"
                | "getattr"
                | "open"
                | "sum"
        ),
        "rust" => matches!(name, "Some" | "Ok" | "Err" | "Box" | "Rc" | "Arc" | "Vec"),
        "go" => matches!(name, "append" | "new" | "make" | "min" | "max"),
        _ => false,
    }
}

/// What a call of a member of a library's value gives. `on` is unknown for functions of the prelude. `returned(n)` is what the
/// nth argument gives when it is a function.
pub(super) fn result(family: &str, on: &Ty, name: &str, args: &[Ty], returned: &dyn Fn(usize) -> Ty) -> Ty {
    if family == "c" {
        return super::stl::result(on, name);
    }
    let first = args.first().cloned().unwrap_or(Ty::Unknown);
    match on {
        Ty::Unknown => prelude_result(family, name, &first, args, returned),
        Ty::List(of) => list_result(family, of, on, name, args, returned),
        Ty::Map(of) => map_result(family, of, on, name),
        Ty::Optional(of) if family == "rust" => held_result(of, on, name, &first, returned),
        Ty::Optional(of) => optional_result(of, on, name, &first, returned),
        Ty::Result(of) => outcome_result(of, on, name, &first, returned),
        Ty::Literal(Literal::String) => match name {
            "split" | "splitlines" | "lines" | "split_whitespace" | "chars" | "rsplit" | "toCharArray" => {
                Ty::list(Ty::Literal(Literal::String))
            }
            "len" | "length" | "size" | "find" | "indexOf" | "count" => Ty::Literal(Literal::Integer),
            "encode" => Ty::Literal(Literal::Bytes),
            _ => Ty::Literal(Literal::String),
        },
        // What wraps a project's value without a shape of its own (a trait's default method on it) keeps it.
        Ty::Instance(..) => match name {
            "clone" | "to_owned" | "borrow" | "borrow_mut" | "as_ref" | "as_mut" | "lock" | "read" | "write"
            | "iter" | "into" | "unwrap" | "get" | "load" | "by_ref" | "into_inner" | "deref" | "toOwned" | "with"
            | "lock_unpoisoned" => on.clone(),
            _ => Ty::Unknown,
        },
        Ty::Static(..) if family == "rust" => super::rust_library::derived(on, name),
        Ty::Any(types) => Ty::any(types.iter().map(|one| result(family, one, name, args, returned))),
        _ => Ty::Unknown,
    }
}

fn prelude_result(family: &str, name: &str, first: &Ty, args: &[Ty], returned: &dyn Fn(usize) -> Ty) -> Ty {
    let element = |ty: &Ty| match ty {
        Ty::List(of) => (**of).clone(),
        Ty::Map(of) => of.0.clone(),
        _ => Ty::Unknown,
    };
    match (family, name) {
        ("python", "list" | "set" | "tuple" | "sorted" | "reversed" | "iter" | "frozenset") => Ty::list(element(first)),
        ("python", "filter") => Ty::list(args.get(1).map_or(Ty::Unknown, element)),
        ("python", "map") => Ty::list(returned(0)),
        ("python", "enumerate") => Ty::list(Ty::Tuple(Arc::from([Ty::Literal(Literal::Integer), element(first)]))),
        ("python", "zip") => Ty::list(Ty::Tuple(args.iter().map(element).collect())),
        ("python", "next" | "max" | "min") if args.len() == 1 => element(first),
        ("python", "dict") => match first {
            Ty::Map(_) => first.clone(),
            _ => Ty::Unknown,
        },
        ("python", "str") => Ty::Literal(Literal::String),
        ("python", "type") => match first {
            Ty::Instance(def, args) => Ty::Static(*def, args.clone()),
            _ => Ty::Unknown,
        },
        ("rust", "Some") => Ty::optional(first.clone()),
        ("rust", "Ok") => Ty::result(first.clone(), Ty::Unknown),
        ("rust", "Err") => Ty::result(Ty::Unknown, first.clone()),
        ("go", "append" | "min" | "max") => first.clone(),
        ("go", "new" | "make") => match first {
            Ty::Static(def, args) => Ty::Instance(*def, args.clone()),
            other => other.clone(),
        },
        _ => Ty::Unknown,
    }
}

fn list_result(family: &str, of: &Ty, on: &Ty, name: &str, args: &[Ty], returned: &dyn Fn(usize) -> Ty) -> Ty {
    match name {
        "iter" | "iter_mut" | "into_iter" | "filter" | "skip" | "take" | "rev" | "chain" | "cloned" | "copied"
        | "collect" | "peekable" | "by_ref" | "skip_while" | "take_while" | "inspect" | "step_by" | "cycle"
        | "clone" | "to_vec" | "as_slice" | "as_mut_slice" | "drain" | "to_owned" | "into_boxed_slice" | "as_ref"
        | "as_mut" | "split_off" | "fuse" | "slice" | "concat" | "reverse" | "sort" | "splice" | "fill" | "flat"
        | "values" | "toSorted" | "toReversed" | "stream" | "sorted" | "distinct" | "limit" | "peek_all" | "toList"
        | "parallelStream" | "iterator" | "listIterator" | "subList" | "copy" | "union" | "intersection"
        | "difference" | "boxed" | "parallel" | "asList" | "par_iter" | "windows" | "chunks" => on.clone(),
        "toArray" | "dropWhile" | "takeWhile" => on.clone(),
        "next" if family == "jvm" || family == "python" => of.clone(),
        "first" | "last" | "next" | "next_back" | "pop" | "get" | "get_mut" | "find" | "max" | "min" | "max_by_key"
        | "min_by_key" | "max_by" | "min_by" | "peek" | "nth" | "first_mut" | "last_mut" | "pop_front" | "pop_back"
        | "front" | "back" | "front_mut" | "back_mut" | "findFirst" | "findAny" | "reduce" | "pollFirst" | "poll"
        | "find_last" | "iter_next" | "position_of"
            if family == "rust" =>
        {
            Ty::optional(of.clone())
        }
        "findFirst" | "findAny" | "reduce" | "max" | "min" if family == "jvm" => Ty::optional(of.clone()),
        "first" | "last" | "pop" | "get" | "find" | "shift" | "at" | "findLast" | "front" | "back" | "top"
        | "remove" | "getFirst" | "getLast" | "peek" | "poll" | "element" | "pollFirst" | "pollLast" | "peekFirst"
        | "peekLast" | "removeFirst" | "removeLast" | "firstElement" | "lastElement" | "elementAt" | "swap_remove"
        | "set" | "push_front" | "nextElement" | "begin" | "end" | "data" | "popleft" | "orElse" => of.clone(),
        "map" | "filter_map" | "flatMap" | "flat_map" | "and_then" | "mapToObj" | "scan" | "map_while" => {
            let made = returned(0);
            match (name, made) {
                ("filter_map" | "map_while", made) => Ty::list(made.inside()),
                ("flatMap" | "flat_map", Ty::List(inner)) => Ty::List(inner),
                (_, made) => Ty::list(made),
            }
        }
        "enumerate" => Ty::list(Ty::Tuple(Arc::from([Ty::Literal(Literal::Integer), of.clone()]))),
        "entries" => Ty::list(Ty::Tuple(Arc::from([Ty::Literal(Literal::Integer), of.clone()]))),
        "zip" => {
            let other = match args.first() {
                Some(Ty::List(other)) => (**other).clone(),
                _ => Ty::Unknown,
            };
            Ty::list(Ty::Tuple(Arc::from([of.clone(), other])))
        }
        "flatten" => match of {
            Ty::List(inner) | Ty::Optional(inner) => Ty::List(inner.clone()),
            Ty::Result(inner) => Ty::list(inner.0.clone()),
            _ => Ty::Unknown,
        },
        "fold" | "try_fold" => args.first().cloned().unwrap_or(Ty::Unknown),
        "join" => Ty::Literal(Literal::String),
        "len" | "count" | "size" | "length" | "index" | "indexOf" | "push" => Ty::Literal(Literal::Integer),
        "unwrap" | "expect" | "lock" | "borrow" | "borrow_mut" | "read" | "write" => on.clone(),
        _ => Ty::Unknown,
    }
}

fn map_result(family: &str, of: &(Ty, Ty), on: &Ty, name: &str) -> Ty {
    let pair = || Ty::Tuple(Arc::from([of.0.clone(), of.1.clone()]));
    match name {
        "get" | "get_mut" | "remove" | "insert" | "pop" | "remove_entry" if family == "rust" => {
            Ty::optional(of.1.clone())
        }
        "get" | "setdefault" | "pop" | "getOrDefault" | "computeIfAbsent" | "putIfAbsent" | "put" | "remove"
        | "compute" | "at" | "computeIfPresent" | "merge" | "or_insert" | "or_insert_with" | "or_default" => {
            of.1.clone()
        }
        // An entry stands for the map until a value is taken from it.
        "entry" | "clone" | "copy" | "iter_by_ref" | "as_ref" | "as_mut" | "unwrap" | "lock" | "read" | "write"
        | "borrow" | "borrow_mut" => on.clone(),
        "keys" | "keySet" | "into_keys" | "navigableKeySet" => Ty::list(of.0.clone()),
        "values" | "values_mut" | "into_values" => Ty::list(of.1.clone()),
        "items" | "entries" | "iter" | "iter_mut" | "into_iter" | "drain" => Ty::list(pair()),
        "entrySet" => Ty::list(pair()),
        "first" | "last" | "find" | "begin" | "end" => pair(),
        "len" | "size" => Ty::Literal(Literal::Integer),
        _ => Ty::Unknown,
    }
}

fn optional_result(of: &Ty, on: &Ty, name: &str, first: &Ty, returned: &dyn Fn(usize) -> Ty) -> Ty {
    match name {
        "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default" | "unwrap_or_else" | "get" | "orElse" | "orElseGet"
        | "orElseThrow" | "get_or_insert_with" | "insert" | "value" | "get_or_insert" | "unwrap_unchecked"
        | "value_or" => {
            if of.is_unknown() {
                first.clone()
            } else {
                of.clone()
            }
        }
        "as_ref" | "as_mut" | "ok" | "ok_or" | "ok_or_else" | "map_err" | "take" | "cloned" | "copied" | "clone"
        | "filter" | "or" | "or_else" | "replace" | "as_deref" | "as_deref_mut" | "context" | "with_context"
        | "inspect" | "inspect_err" | "lock" | "borrow" | "borrow_mut" | "xor" => on.clone(),
        "map" | "then" => Ty::optional(returned(0)),
        "and_then" | "flatMap" | "flat_map" => match returned(0) {
            Ty::Optional(inner) => Ty::Optional(inner),
            other => Ty::optional(other),
        },
        "map_or" | "map_or_else" => returned(1),
        "iter" | "into_iter" | "stream" => Ty::list(of.clone()),
        _ => Ty::Unknown,
    }
}

/// Members of an option, a cell or a lock of Rust.
fn held_result(of: &Ty, on: &Ty, name: &str, first: &Ty, returned: &dyn Fn(usize) -> Ty) -> Ty {
    match name {
        "borrow" | "borrow_mut" | "get_or_init" | "into_inner" | "load" | "get_unchecked" => of.clone(),
        // With and without a result around the guard: libraries differ.
        "lock" | "read" | "write" | "get" | "get_mut" | "try_lock" | "try_borrow" | "try_borrow_mut" | "try_read"
        | "try_write" => Ty::any([of.clone(), on.clone()]),
        "upgrade" => on.clone(),
        "ok_or" => Ty::result(of.clone(), first.clone()),
        "ok_or_else" => Ty::result(of.clone(), returned(0)),
        "zip" => match first {
            Ty::Optional(other) => Ty::optional(Ty::Tuple(Arc::from([of.clone(), (**other).clone()]))),
            _ => Ty::Unknown,
        },
        "transpose" => match of {
            Ty::Result(inner) => Ty::result(Ty::optional(inner.0.clone()), inner.1.clone()),
            _ => Ty::Unknown,
        },
        "flatten" => of.clone(),
        _ => optional_result(of, on, name, first, returned),
    }
}

/// Members of a result: what becomes of the value and of the error.
fn outcome_result(of: &(Ty, Ty), on: &Ty, name: &str, first: &Ty, returned: &dyn Fn(usize) -> Ty) -> Ty {
    match name {
        "ok" => Ty::optional(of.0.clone()),
        "err" => Ty::optional(of.1.clone()),
        "unwrap_err" | "expect_err" | "into_err" => of.1.clone(),
        "map" => Ty::result(returned(0), of.1.clone()),
        "map_err" => Ty::result(of.0.clone(), returned(0)),
        "and_then" => match returned(0) {
            Ty::Result(inner) => Ty::result(inner.0.clone(), Ty::any([of.1.clone(), inner.1.clone()])),
            other => Ty::result(other, of.1.clone()),
        },
        "or_else" => match returned(0) {
            Ty::Result(inner) => Ty::result(of.0.clone(), inner.1.clone()),
            _ => Ty::result(of.0.clone(), Ty::Unknown),
        },
        // The context takes the place of the error.
        "context" | "with_context" | "wrap_err" | "wrap_err_with" => Ty::result(of.0.clone(), Ty::Unknown),
        "as_ref" | "as_mut" | "as_deref" | "as_deref_mut" | "cloned" | "copied" | "clone" | "or" | "inspect"
        | "inspect_err" => on.clone(),
        "transpose" => match &of.0 {
            Ty::Optional(inner) => Ty::optional(Ty::result((**inner).clone(), of.1.clone())),
            _ => Ty::Unknown,
        },
        _ => optional_result(&of.0, on, name, first, returned),
    }
}

/// The type of a closure's nth parameter when it is the `arg`th argument of a member of a library's value.
pub(super) fn lambda_param(on: &Ty, name: &str, arg: usize, place: usize) -> Ty {
    match on {
        Ty::List(of) => match (name, arg, place) {
            ("fold" | "try_fold", 1, 1) => (**of).clone(),
            ("reduce", 0, 0 | 1) => (**of).clone(),
            ("sort_by" | "sort" | "max_by" | "min_by" | "sorted" | "toSorted" | "dedup_by", 0, 0 | 1) => (**of).clone(),
            (_, _, 0) => (**of).clone(),
            (_, _, 1) => Ty::Literal(Literal::Integer),
            _ => Ty::Unknown,
        },
        Ty::Map(of) => match (name, place) {
            ("forEach", 0) => of.1.clone(),
            ("forEach", 1) => of.0.clone(),
            ("retain", 0) | ("computeIfAbsent", 0) => of.0.clone(),
            ("retain", 1) | ("and_modify", 0) => of.1.clone(),
            _ => Ty::Unknown,
        },
        Ty::Result(of) if place == 0 => match name {
            "map_err" | "or_else" | "unwrap_or_else" | "inspect_err" | "is_err_and" => of.1.clone(),
            "map_or_else" if arg == 0 => of.1.clone(),
            _ => of.0.clone(),
        },
        Ty::Optional(of) => match name {
            "map_err" | "or_else" | "unwrap_or_else" | "inspect_err" => Ty::Unknown,
            _ if place == 0 => (**of).clone(),
            _ => Ty::Unknown,
        },
        // Promises and the like are seen through: `p.then(value => ..)`.
        Ty::Instance(..) if name == "then" && place == 0 => on.clone(),
        _ => Ty::Unknown,
    }
}
