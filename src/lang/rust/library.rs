//! Names that the standard library brings.

/// Names that need no import: the prelude's, the primitive types, the library's crates and macros.
#[rustfmt::skip]
pub const PRELUDE: &[&str] = &[
    "Option", "Some", "None", "Result", "Ok", "Err", "Vec", "String", "Box", "ToString", "ToOwned", "Clone", "Copy",
    "Send", "Sync", "Sized", "Drop", "Fn", "FnMut", "FnOnce", "AsyncFn", "AsyncFnMut", "AsyncFnOnce", "AsRef",
    "AsMut", "Into", "From", "TryFrom", "TryInto", "Default", "Iterator", "IntoIterator", "Extend", "FromIterator",
    "DoubleEndedIterator", "ExactSizeIterator", "Eq", "PartialEq", "Ord", "PartialOrd", "Hash", "Debug", "Unpin",
    "Future", "IntoFuture", "drop", "size_of", "size_of_val", "align_of", "align_of_val", "bool", "char", "str",
    "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64", "std",
    "core", "alloc", "proc_macro", "test", "assert", "assert_eq", "assert_ne", "cfg", "column", "compile_error",
    "concat", "dbg", "debug_assert", "debug_assert_eq", "debug_assert_ne", "env", "eprint", "eprintln", "file",
    "format", "format_args", "include", "include_bytes", "include_str", "line", "matches", "module_path",
    "option_env", "panic", "print", "println", "stringify", "thread_local", "todo", "try", "unimplemented",
    "unreachable", "vec", "write", "writeln",
];

/// Members of the library's types, which an untyped receiver most likely means.
#[rustfmt::skip]
pub const COMMON_MEMBERS: &[&str] = &[
    // Option and Result
    "is_some", "is_some_and", "is_none", "is_none_or", "is_ok", "is_ok_and", "is_err", "is_err_and", "unwrap",
    "unwrap_or", "unwrap_or_else", "unwrap_or_default", "unwrap_err", "expect", "expect_err", "map", "map_or",
    "map_or_else", "map_err", "and", "and_then", "or", "or_else", "ok", "ok_or", "ok_or_else", "err", "as_ref",
    "as_mut", "as_deref", "as_deref_mut", "take", "replace", "insert", "get_or_insert", "get_or_insert_with",
    "cloned", "copied", "flatten", "transpose", "filter", "inspect", "inspect_err", "zip", "xor",
    // iterators
    "iter", "iter_mut", "into_iter", "next", "next_back", "peek", "peekable", "by_ref", "chain", "enumerate",
    "filter_map", "find", "find_map", "flat_map", "fold", "for_each", "all", "any", "collect", "count", "cycle",
    "last", "max", "max_by", "max_by_key", "min", "min_by", "min_by_key", "nth", "partition", "position", "product",
    "rev", "rposition", "scan", "skip", "skip_while", "step_by", "sum", "take_while", "map_while", "try_fold",
    "try_for_each", "unzip", "reduce", "size_hint", "windows", "chunks", "chunks_exact", "is_sorted", "sort",
    "sort_by", "sort_by_key", "sort_unstable", "sort_unstable_by", "sort_unstable_by_key", "dedup", "dedup_by",
    "dedup_by_key",
    // vectors, slices, maps, sets
    "push", "pop", "len", "is_empty", "capacity", "with_capacity", "reserve", "shrink_to_fit", "clear", "truncate",
    "resize", "append", "extend", "extend_from_slice", "drain", "retain", "remove", "swap_remove", "swap",
    "split_off", "first", "first_mut", "last_mut", "get", "get_mut", "contains", "contains_key", "keys", "values",
    "values_mut", "into_keys", "into_values", "entry", "or_insert", "or_insert_with", "or_default", "and_modify",
    "binary_search", "binary_search_by", "binary_search_by_key", "concat", "join", "split", "split_at",
    "split_at_mut", "split_first", "split_last", "starts_with", "ends_with", "reverse", "fill", "to_vec",
    "push_back", "push_front", "pop_back", "pop_front", "front", "back", "union", "intersection", "difference",
    "is_subset", "is_superset", "range", "as_slice", "as_mut_slice", "copy_from_slice", "clone_from_slice",
    "rotate_left", "rotate_right",
    // strings
    "as_str", "as_bytes", "as_mut_str", "bytes", "chars", "char_indices", "lines", "trim", "trim_start", "trim_end",
    "trim_matches", "trim_start_matches", "trim_end_matches", "split_whitespace", "split_once", "rsplit_once",
    "splitn", "rsplit", "rsplitn", "split_terminator", "strip_prefix", "strip_suffix", "rfind", "replacen", "parse",
    "to_lowercase", "to_uppercase", "to_ascii_lowercase", "to_ascii_uppercase", "eq_ignore_ascii_case",
    "is_char_boundary", "push_str", "into_bytes", "into_boxed_str", "repeat", "is_alphabetic", "is_alphanumeric",
    "is_numeric", "is_whitespace", "is_uppercase", "is_lowercase", "is_ascii", "is_ascii_digit",
    "is_ascii_alphabetic", "is_ascii_alphanumeric", "to_digit", "len_utf8", "encode_utf8",
    // conversions and comparisons
    "clone", "clone_from", "to_owned", "to_string", "into", "try_into", "from", "try_from", "borrow", "borrow_mut",
    "eq", "ne", "cmp", "partial_cmp", "lt", "le", "gt", "ge", "hash", "fmt", "as_any", "type_id", "default", "deref",
    "deref_mut", "drop",
    // numbers
    "abs", "pow", "powi", "powf", "sqrt", "floor", "ceil", "round", "min_value", "max_value", "checked_add",
    "checked_sub", "checked_mul", "checked_div", "saturating_add", "saturating_sub", "saturating_mul",
    "wrapping_add", "wrapping_sub", "wrapping_mul", "overflowing_add", "leading_zeros", "trailing_zeros",
    "count_ones", "rem_euclid", "to_le_bytes", "to_be_bytes", "to_ne_bytes", "clamp", "signum", "is_nan",
    "is_finite", "to_bits",
    // cells, locks, channels, threads, atomics
    "lock", "try_lock", "read", "write", "get_ref", "into_inner", "load", "store", "fetch_add", "fetch_sub",
    "fetch_or", "fetch_and", "compare_exchange", "send", "recv", "try_recv", "try_send", "spawn", "wake",
    "wake_by_ref", "notify_one", "notify_all", "wait", "poll", "set", "update", "upgrade", "downgrade",
    // paths, files, processes, time
    "as_path", "to_path_buf", "to_str", "to_string_lossy", "display", "file_name", "file_stem", "extension",
    "parent", "is_dir", "is_file", "exists", "components", "as_os_str", "into_os_string", "canonicalize", "metadata",
    "read_to_string", "read_to_end", "read_line", "write_all", "write_str", "write_fmt", "flush", "elapsed",
    "as_secs", "as_millis", "as_nanos", "duration_since", "arg", "args", "env", "current_dir", "stdin", "stdout",
    "stderr", "status", "output",
];
