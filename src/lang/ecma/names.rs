//! Names that belong to the language, the browser or Node.

/// Globals.
#[rustfmt::skip]
pub const PRELUDE: &[&str] = &[
    "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer", "Atomics", "BigInt", "BigInt64Array",
    "Blob", "Boolean", "Buffer", "CustomEvent", "DOMException", "DataView", "Date", "Document", "Element", "Error",
    "EvalError", "Event", "EventTarget", "File", "FileReader", "Float32Array", "Float64Array", "FormData", "Function",
    "HTMLElement", "Headers", "Image", "Infinity", "Int16Array", "Int32Array", "Int8Array", "IntersectionObserver",
    "Intl", "JSON", "Map", "Math", "MessageChannel", "MutationObserver", "NaN", "Node", "NodeList", "Number", "Object",
    "Promise", "Proxy", "RangeError", "ReadableStream", "ReferenceError", "Reflect", "RegExp", "Request",
    "ResizeObserver", "Response", "Set", "SharedArrayBuffer", "String", "Symbol", "SyntaxError", "TextDecoder",
    "TextEncoder", "TypeError", "URIError", "URL", "URLSearchParams", "Uint16Array", "Uint32Array", "Uint8Array",
    "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "WebSocket", "Worker", "XMLHttpRequest", "__dirname",
    "__filename", "addEventListener", "alert", "atob", "btoa", "cancelAnimationFrame", "clearImmediate",
    "clearInterval", "clearTimeout", "confirm", "console", "crypto", "decodeURI", "decodeURIComponent", "document",
    "encodeURI", "encodeURIComponent", "escape", "eval", "exports", "fetch", "getComputedStyle", "global",
    "globalThis", "history", "isFinite", "isNaN", "localStorage", "location", "matchMedia", "module", "navigator",
    "parseFloat", "parseInt", "performance", "process", "prompt", "queueMicrotask", "removeEventListener",
    "requestAnimationFrame", "requestIdleCallback", "require", "scrollTo", "self", "sessionStorage", "setImmediate",
    "setInterval", "setTimeout", "structuredClone", "unescape", "window",
    // test runners' globals
    "afterAll", "afterEach", "beforeAll", "beforeEach", "describe", "expect", "it", "jest", "suite", "test", "vi",
    "after", "before",
];

/// Members of values of the language's own types.
#[rustfmt::skip]
pub const COMMON_MEMBERS: &[&str] = &[
    "apply", "bind", "call", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "toJSON", "toLocaleString",
    // arrays
    "at", "concat", "copyWithin", "entries", "every", "fill", "filter", "find", "findIndex", "findLast",
    "findLastIndex", "flat", "flatMap", "forEach", "includes", "indexOf", "join", "keys", "lastIndexOf", "map", "pop",
    "push", "reduce", "reduceRight", "reverse", "shift", "slice", "some", "sort", "splice", "toReversed", "toSorted",
    "unshift", "values", "with",
    // strings, numbers, patterns
    "charAt", "charCodeAt", "codePointAt", "endsWith", "exec", "localeCompare", "match", "matchAll", "normalize",
    "padEnd", "padStart", "repeat", "replace", "replaceAll", "search", "split", "startsWith", "substr", "substring",
    "test", "toFixed", "toLowerCase", "toUpperCase", "trim", "trimEnd", "trimStart",
    // maps, sets, promises, iterators, functions, events, dates
    "add", "clear", "delete", "get", "has", "set", "then", "catch", "finally", "next", "return", "throw", "all", "race",
    "resolve", "reject", "addEventListener", "removeEventListener", "dispatchEvent", "preventDefault",
    "stopPropagation", "getTime", "toISOString", "log", "warn", "error", "info", "debug", "emit", "on", "once", "off",
    "toBe", "toEqual", "toThrow", "toHaveBeenCalled", "toHaveBeenCalledWith", "toMatchObject", "toBeUndefined",
];
