//! What members of the library's types give: elements of collections, results of the usual methods.
//!
//! Methods are known by their names, on types of known shape: Java's library is regular enough for that. What is not known
//! of a library's type without the project's types as arguments is a value of the library.

use super::kind::{Kind, Primitive};
use crate::lang::extraction::Literal;
use crate::resolve::infer::Resolver;
use crate::resolve::symbols::Sym;
use crate::resolve::ty::Ty;

/// What is inside of a library's generic type.
enum Shape<'t> {
    /// A collection, iterator or stream of these.
    Elements(&'t Ty),
    Map(&'t Ty, &'t Ty),
    /// An optional, a reference, a future of this.
    Holds(&'t Ty),
    Entry(&'t Ty, &'t Ty),
    Class(&'t Ty),
    Other,
}

fn shape<'t>(name: &str, args: &'t [Ty]) -> Shape<'t> {
    match (name, args) {
        ("Entry", [key, value]) => Shape::Entry(key, value),
        ("Class", [of]) => Shape::Class(of),
        (_, [key, value]) if name.ends_with("Map") || name == "Hashtable" => Shape::Map(key, value),
        (
            "Optional" | "AtomicReference" | "Reference" | "WeakReference" | "SoftReference" | "ThreadLocal" | "Future"
            | "CompletableFuture" | "Lazy" | "Provider",
            [of],
        ) => Shape::Holds(of),
        (_, [of]) if is_collection(name) => Shape::Elements(of),
        _ => Shape::Other,
    }
}

fn is_collection(name: &str) -> bool {
    matches!(
        name,
        "Iterable" | "Iterator" | "ListIterator" | "Enumeration" | "Collection" | "Stream" | "Vector" | "Stack"
    ) || ["List", "Set", "Queue", "Deque", "Collection", "Spliterator"]
        .into_iter()
        .any(|end| name.ends_with(end))
}

impl Resolver<'_> {
    /// An element of a library's collection.
    pub(in crate::resolve) fn java_element(&self, name: Sym, args: &[Ty]) -> Ty {
        match shape(self.project.symbols.text(name), args) {
            Shape::Elements(of) => of.clone(),
            _ => Ty::Unknown,
        }
    }

    /// The nth parameter of a lambda that is the `arg`th argument of a method of a library's type.
    pub(in crate::resolve) fn java_lambda_param(&self, on: &Ty, method: &str, arg: usize, place: usize) -> Ty {
        let Ty::Library(name, args) = on else {
            return match on {
                Ty::List(of) => (**of).clone(),
                _ => Ty::Unknown,
            };
        };
        match (shape(self.project.symbols.text(*name), args), method, place) {
            (Shape::Elements(_), "reduce", _) if arg == 0 && place == 0 => args[0].clone(),
            (Shape::Elements(of) | Shape::Holds(of), ..) => of.clone(),
            (Shape::Map(key, _), "computeIfAbsent", 0) => key.clone(),
            (Shape::Map(_, value), "merge", _) => value.clone(),
            (Shape::Map(key, _), _, 0) => key.clone(),
            (Shape::Map(_, value), _, 1) => value.clone(),
            _ => Ty::Unknown,
        }
    }

    /// What a call of a method on a value (or class) of the library gives, or of a method that a type of the project has
    /// from the library. `returned(n)` is what the nth argument gives when it is a function.
    pub(in crate::resolve) fn java_result(
        &self,
        on: &Ty,
        method: &str,
        args: &[Ty],
        returned: &dyn Fn(usize) -> Ty,
    ) -> Ty {
        let found = match on {
            Ty::Library(name, targs) => self.on_generic(on, *name, targs, method, args, returned),
            Ty::Literal(Literal::String) => self.on_string(method),
            Ty::List(of) => match method {
                "clone" => Some(on.clone()),
                "length" => Some(Ty::Literal(Literal::Integer)),
                _ => Some((**of).clone()).filter(|_| method == "get"),
            },
            Ty::External(class) => self.on_class(on, self.project.symbols.text(*class), method, args),
            Ty::Instance(..) | Ty::Static(..) => self.on_own(on, method, args, returned),
            Ty::Any(types) => types.iter().find_map(|one| {
                let made = self.java_result(one, method, args, returned);
                (!made.is_unknown()).then_some(made)
            }),
            Ty::Param(file, binding) => {
                let bounds = self.project.file(*file).extraction.binding(*binding).ty;
                match self.lower(*file, bounds) {
                    Ty::Unknown | Ty::Param(..) => None,
                    // A bound can name the parameter again.
                    bound => return self.deeper(|| self.java_result(&bound, method, args, returned)),
                }
            }
            _ => None,
        };
        found
            .or_else(|| self.of_any_object(on, method))
            .unwrap_or_else(|| match on {
                Ty::External(_) | Ty::Literal(_) => self.java_unnamed(),
                Ty::LibraryMember(..) => self.java_unnamed(),
                _ => Ty::Unknown,
            })
    }

    fn on_generic(
        &self,
        on: &Ty,
        name: Sym,
        targs: &[Ty],
        method: &str,
        args: &[Ty],
        returned: &dyn Fn(usize) -> Ty,
    ) -> Option<Ty> {
        let text = self.project.symbols.text(name);
        if self.java_function_result(name, targs).is_some() && is_function_call(method) {
            return self.java_function_result(name, targs);
        }
        match shape(text, targs) {
            Shape::Elements(of) => self.on_collection(on, text, of, method, args, returned),
            Shape::Map(key, value) => Some(match method {
                "get" | "getOrDefault" | "put" | "putIfAbsent" | "remove" | "computeIfAbsent" | "computeIfPresent"
                | "compute" | "merge" | "replace" => value.clone(),
                "keySet" | "navigableKeySet" => self.java_generic("Set", [key.clone()]),
                "values" => self.java_generic("Collection", [value.clone()]),
                "entrySet" => {
                    let entry = self.java_generic("Entry", [key.clone(), value.clone()]);
                    self.java_generic("Set", [entry])
                }
                "firstEntry" | "lastEntry" | "floorEntry" | "ceilingEntry" | "pollFirstEntry" => {
                    self.java_generic("Entry", [key.clone(), value.clone()])
                }
                "firstKey" | "lastKey" | "floorKey" | "ceilingKey" => key.clone(),
                "headMap" | "tailMap" | "subMap" | "descendingMap" => on.clone(),
                "containsKey" | "containsValue" | "isEmpty" => Ty::Literal(Literal::Bool),
                "size" => Ty::Literal(Literal::Integer),
                _ => return None,
            }),
            Shape::Entry(key, value) => match method {
                "getKey" => Some(key.clone()),
                "getValue" | "setValue" => Some(value.clone()),
                _ => None,
            },
            Shape::Holds(of) => match method {
                "get" | "join" | "orElse" | "orElseGet" | "orElseThrow" | "getAndSet" | "getNow" | "initialValue" => {
                    Some(of.clone())
                }
                "map" | "thenApply" => Some(self.java_generic(text, [returned(0)])),
                "flatMap" | "thenCompose" => Some(returned(0)),
                "filter" | "or" | "whenComplete" | "exceptionally" => Some(on.clone()),
                "stream" => Some(self.java_generic("Stream", [of.clone()])),
                "isPresent" | "isEmpty" | "isDone" | "compareAndSet" => Some(Ty::Literal(Literal::Bool)),
                _ => None,
            },
            Shape::Class(of) => Some(match method {
                "cast" | "newInstance" => of.clone(),
                "getEnumConstants" => Ty::list(of.clone()),
                "getSuperclass" | "getComponentType" | "getDeclaringClass" | "getEnclosingClass" => {
                    self.java_generic("Class", [Ty::Unknown])
                }
                "getInterfaces" | "getClasses" | "getDeclaredClasses" => {
                    Ty::list(self.java_generic("Class", [Ty::Unknown]))
                }
                "getDeclaredFields" | "getFields" => Ty::list(self.java_named("Field")),
                "getDeclaredMethods" | "getMethods" => Ty::list(self.java_named("Method")),
                "getDeclaredField" | "getField" => self.java_named("Field"),
                "getDeclaredMethod" | "getMethod" => self.java_named("Method"),
                "getPackage" => self.java_named("Package"),
                "getClassLoader" => self.java_named("ClassLoader"),
                "getTypeParameters" => Ty::list(self.java_named("TypeVariable")),
                "getGenericInterfaces" => Ty::list(self.java_named("Type")),
                "getGenericSuperclass" => self.java_named("Type"),
                _ => return None,
            }),
            Shape::Other => None,
        }
    }

    fn on_collection(
        &self,
        on: &Ty,
        name: &str,
        of: &Ty,
        method: &str,
        args: &[Ty],
        returned: &dyn Fn(usize) -> Ty,
    ) -> Option<Ty> {
        let is_stream = name == "Stream";
        Some(match method {
            "iterator" | "listIterator" | "descendingIterator" => self.java_generic("Iterator", [of.clone()]),
            "peek" if !is_stream => of.clone(),
            "stream" | "parallelStream" | "filter" | "sorted" | "distinct" | "limit" | "skip" | "peek" | "parallel"
            | "sequential" | "takeWhile" | "dropWhile" | "unordered" | "onClose" => {
                self.java_generic("Stream", [of.clone()])
            }
            "map" | "mapToObj" => self.java_generic("Stream", [returned(0)]),
            "flatMap" => returned(0),
            "mapToInt" => self.java_named("IntStream"),
            "collect" => match args.first() {
                Some(Ty::Library(collector, made)) if self.project.symbols.text(*collector) == "Collector" => {
                    match made.first() {
                        Some(Ty::External(name)) => Ty::Library(*name, [of.clone()].into()),
                        Some(other) => other.clone(),
                        None => Ty::Unknown,
                    }
                }
                _ => Ty::Unknown,
            },
            "toList" => self.java_generic("List", [of.clone()]),
            "findFirst" | "findAny" | "max" | "min" => self.java_generic("Optional", [of.clone()]),
            "reduce" if args.len() == 1 => self.java_generic("Optional", [of.clone()]),
            "remove"
                if matches!(
                    args.first().map(|arg| self.java_kind(arg)),
                    Some(Kind::Primitive(Primitive::Int))
                ) =>
            {
                of.clone()
            }
            "get" | "next" | "previous" | "poll" | "pop" | "element" | "first" | "last" | "getFirst" | "getLast"
            | "removeFirst" | "removeLast" | "pollFirst" | "pollLast" | "peekFirst" | "peekLast" | "take"
            | "firstElement" | "lastElement" | "elementAt" | "nextElement" | "set" | "floor" | "ceiling" | "higher"
            | "lower" | "reduce" => of.clone(),
            "toArray" => match args.first() {
                Some(given @ Ty::List(_)) => given.clone(),
                _ => Ty::list(self.java_named("Object")),
            },
            "subList" | "headSet" | "tailSet" | "subSet" | "descendingSet" => on.clone(),
            "size" | "indexOf" | "lastIndexOf" | "nextIndex" => Ty::Literal(Literal::Integer),
            "count" => self.java_named("long"),
            "add" | "addAll" | "contains" | "containsAll" | "isEmpty" | "remove" | "removeAll" | "removeIf"
            | "retainAll" | "offer" | "hasNext" | "hasPrevious" | "hasMoreElements" | "anyMatch" | "allMatch"
            | "noneMatch" => Ty::Literal(Literal::Bool),
            _ => return None,
        })
    }

    fn on_string(&self, method: &str) -> Option<Ty> {
        Some(match method {
            "charAt" => Ty::Literal(Literal::Char),
            "toCharArray" => Ty::list(Ty::Literal(Literal::Char)),
            "getBytes" => Ty::list(self.java_named("byte")),
            "split" => Ty::list(Ty::Literal(Literal::String)),
            "length"
            | "indexOf"
            | "lastIndexOf"
            | "codePointAt"
            | "codePointBefore"
            | "codePointCount"
            | "compareToIgnoreCase"
            | "offsetByCodePoints" => Ty::Literal(Literal::Integer),
            "isEmpty" | "isBlank" | "startsWith" | "endsWith" | "contains" | "equalsIgnoreCase" | "matches"
            | "contentEquals" | "regionMatches" => Ty::Literal(Literal::Bool),
            "substring" | "trim" | "strip" | "concat" | "replace" | "replaceAll" | "replaceFirst" | "toLowerCase"
            | "toUpperCase" | "intern" | "repeat" | "format" | "valueOf" | "join" | "formatted" | "copyValueOf" => {
                Ty::Literal(Literal::String)
            }
            "subSequence" => self.java_named("CharSequence"),
            _ => return None,
        })
    }

    /// On a class of the library without arguments, or a value of it: the two are not told apart.
    fn on_class(&self, on: &Ty, class: &str, method: &str, args: &[Ty]) -> Option<Ty> {
        let first = || args.first().cloned().unwrap_or(Ty::Unknown);
        Some(match (class, method) {
            ("String", "format" | "valueOf" | "join" | "copyValueOf") => Ty::Literal(Literal::String),
            (_, "toString" | "toHexString" | "toBinaryString" | "toOctalString" | "getName" | "getSimpleName") => {
                Ty::Literal(Literal::String)
            }
            ("StringBuilder" | "StringBuffer", "append" | "insert" | "reverse" | "delete" | "deleteCharAt") => {
                on.clone()
            }
            ("StringBuilder" | "StringBuffer" | "CharSequence", _) => return self.on_string(method),
            (
                "Math" | "StrictMath",
                "abs" | "max" | "min" | "negateExact" | "addExact" | "subtractExact" | "multiplyExact",
            ) => {
                return self.promoted(args);
            }
            ("Math", "round") => self.java_named("long"),
            ("Math", _) => Ty::Literal(Literal::Float),
            ("Double", "doubleToLongBits" | "doubleToRawLongBits") | ("System", "currentTimeMillis" | "nanoTime") => {
                self.java_named("long")
            }
            ("Float", "floatToIntBits" | "floatToRawIntBits") | ("System", "identityHashCode") => {
                Ty::Literal(Literal::Integer)
            }
            ("System", "getProperty" | "getenv" | "lineSeparator") => Ty::Literal(Literal::String),
            ("Character", "toUpperCase" | "toLowerCase" | "toTitleCase") => first(),
            ("Character", "toChars") => Ty::list(Ty::Literal(Literal::Char)),
            ("Character", "charCount" | "codePointAt" | "getNumericValue" | "digit" | "getType") => {
                Ty::Literal(Literal::Integer)
            }
            (
                "BigDecimal" | "BigInteger",
                "valueOf" | "add" | "subtract" | "multiply" | "divide" | "negate" | "setScale",
            ) => on.clone(),
            ("Calendar" | "GregorianCalendar", "getTime") => self.java_named("Date"),
            ("Calendar" | "GregorianCalendar", "getTimeZone") => self.java_named("TimeZone"),
            ("Calendar" | "GregorianCalendar", method) if method.starts_with("get") && method != "getInstance" => {
                match method {
                    "getTimeInMillis" => self.java_named("long"),
                    _ => Ty::Literal(Literal::Integer),
                }
            }
            // Collections without arguments hold objects; so do fields and methods that are reached by reflection.
            ("Iterator" | "ListIterator", "next")
            | ("Entry", "getKey" | "getValue")
            | ("Field" | "Map" | "List" | "Array", "get")
            | ("Method", "invoke") => self.java_named("Object"),
            ("BufferedReader" | "LineNumberReader" | "Scanner", "readLine" | "nextLine") => {
                Ty::Literal(Literal::String)
            }
            ("Matcher" | "MatchResult", "group") => Ty::Literal(Literal::String),
            ("Class", "forName") => self.java_generic("Class", [Ty::Unknown]),
            ("Paths", "get") | (_, "toPath") => self.java_named("Path"),
            (_, "toFile") => self.java_named("File"),
            (_, "toURL") => self.java_named("URL"),
            (_, "toURI") => self.java_named("URI"),
            (_, "toInstant") => self.java_named("Instant"),
            (_, "toEpochMilli") => self.java_named("long"),
            (_, "getScheme" | "getAbsolutePath" | "getCanonicalPath") => Ty::Literal(Literal::String),
            (_, "getInputStream" | "openStream" | "newInputStream") => self.java_named("InputStream"),
            ("Method", "getReturnType") | ("Field", "getType") | (_, "getDeclaringClass") => {
                self.java_generic("Class", [Ty::Unknown])
            }
            (_, "getParameterTypes") => Ty::list(self.java_generic("Class", [Ty::Unknown])),
            ("TypeVariable", "getBounds") | (_, "getUpperBounds" | "getLowerBounds" | "getActualTypeArguments") => {
                Ty::list(self.java_named("Type"))
            }
            (_, "getRawType" | "getOwnerType" | "getGenericComponentType" | "getGenericType") => {
                self.java_named("Type")
            }
            ("Character", method) if method.starts_with("is") => Ty::Literal(Literal::Bool),
            (_, "valueOf") if Primitive::unboxed(class).is_some() => on.clone(),
            (_, method) if Primitive::unboxed(class).is_some() && method.starts_with("parse") => {
                self.primitive(Primitive::unboxed(class)?)
            }
            ("Arrays", "asList") => {
                let of = match first() {
                    Ty::List(of) if args.len() == 1 => (*of).clone(),
                    one => one,
                };
                self.java_generic("List", [of])
            }
            ("Arrays", "stream") => match first() {
                Ty::List(of) => self.java_generic("Stream", [(*of).clone()]),
                _ => return None,
            },
            ("Arrays", "copyOf" | "copyOfRange") => first(),
            ("List" | "Set" | "Stream", "of" | "copyOf") => {
                let of = match first() {
                    Ty::Library(_, inner) if method == "copyOf" => inner.first().cloned().unwrap_or(Ty::Unknown),
                    Ty::List(of) if args.len() == 1 => (*of).clone(),
                    one => one,
                };
                self.java_generic(class, [of])
            }
            ("Optional", "of" | "ofNullable") => self.java_generic("Optional", [first()]),
            ("Collections", "singletonList" | "singleton") => self.java_generic("List", [first()]),
            ("Collections", method) if method.starts_with("unmodifiable") || method.starts_with("synchronized") => {
                first()
            }
            ("Collections", "max" | "min") => self.element(&first()),
            ("Collections", _) => Ty::Unknown,
            ("Objects", method) if method.starts_with("requireNonNull") => first(),
            ("Objects", "equals" | "isNull" | "nonNull" | "deepEquals") => Ty::Literal(Literal::Bool),
            ("Objects", "hash" | "hashCode") => Ty::Literal(Literal::Integer),
            ("Collectors", "toList") => self.java_generic("Collector", [self.java_named("List")]),
            ("Collectors", "toSet") => self.java_generic("Collector", [self.java_named("Set")]),
            ("Collectors", "joining") => self.java_generic("Collector", [Ty::Literal(Literal::String)]),
            // What a factory makes of a class that is handed over.
            (_, "readValue" | "mock" | "spy" | "getBean" | "cast" | "convertValue" | "fromJson") => {
                let class = args.iter().find_map(|arg| match arg {
                    Ty::Library(name, of) if self.project.symbols.text(*name) == "Class" => of.first().cloned(),
                    _ => None,
                });
                class.unwrap_or(Ty::Unknown)
            }
            // Factories give their own class, by custom.
            (
                _,
                "getInstance" | "getDefault" | "now" | "of" | "parse" | "compile" | "create" | "forName"
                | "defaultCharset" | "systemDefault",
            ) => on.clone(),
            _ => return None,
        })
    }

    /// On a type of the project: what it has from `Object`, `Enum`, `Record`, or from a class of the library that it extends.
    fn on_own(&self, on: &Ty, method: &str, args: &[Ty], returned: &dyn Fn(usize) -> Ty) -> Option<Ty> {
        let instance = match on {
            Ty::Static(def, args) => Ty::Instance(*def, args.clone()),
            other => other.clone(),
        };
        match (on, method) {
            (Ty::Static(..), "values") => return Some(Ty::list(instance)),
            (Ty::Static(..), "valueOf") => return Some(instance),
            (_, "name") => return Some(Ty::Literal(Literal::String)),
            (_, "ordinal") => return Some(Ty::Literal(Literal::Integer)),
            _ => {}
        }
        if let Some(made) = self.of_any_object(on, method) {
            return Some(made);
        }
        self.library_supertypes(instance)
            .iter()
            .map(|up| self.java_result(up, method, args, returned))
            .find(|made| !made.is_unknown())
    }

    /// What a type of the project and its supertypes extend of the library.
    fn library_supertypes(&self, instance: Ty) -> Vec<Ty> {
        let mut found = Vec::new();
        let mut seen = Vec::new();
        let mut pending = vec![instance];
        while let Some(Ty::Instance(def, args)) = pending.pop() {
            if seen.contains(&def) {
                continue;
            }
            seen.push(def);
            for up in self.supers_of(&Ty::Instance(def, args)) {
                match up {
                    Ty::Library(..) | Ty::External(_) => found.push(up),
                    Ty::Instance(..) => pending.push(up),
                    _ => {}
                }
            }
        }
        found
    }

    /// What these methods give whatever they are called on, by `Object` or by custom.
    fn of_any_object(&self, on: &Ty, method: &str) -> Option<Ty> {
        Some(match method {
            "toString" | "getMessage" | "getLocalizedMessage" => Ty::Literal(Literal::String),
            "getName" | "getSimpleName" | "getCanonicalName" | "getTypeName" => match on {
                Ty::Instance(..) | Ty::Static(..) => return None,
                _ => Ty::Literal(Literal::String),
            },
            "hashCode" | "compareTo" | "compare" | "intValue" | "length" | "size" => Ty::Literal(Literal::Integer),
            "equals" | "isEmpty" | "booleanValue" | "isInterface" | "isArray" | "isEnum" | "isInstance"
            | "isAssignableFrom" | "isPrimitive" | "isAnnotation" | "hasNext" | "find" => Ty::Literal(Literal::Bool),
            "getClass" => self.java_generic("Class", [on.clone()]),
            "clone" => on.clone(),
            "charAt" | "charValue" => Ty::Literal(Literal::Char),
            "longValue" | "getTime" | "toMillis" | "getTimeInMillis" => self.java_named("long"),
            "doubleValue" => Ty::Literal(Literal::Float),
            "floatValue" => self.java_named("float"),
            "shortValue" => self.java_named("short"),
            "byteValue" => self.java_named("byte"),
            _ => return None,
        })
    }

    fn primitive(&self, primitive: Primitive) -> Ty {
        match primitive {
            Primitive::Int => Ty::Literal(Literal::Integer),
            Primitive::Boolean => Ty::Literal(Literal::Bool),
            Primitive::Double => Ty::Literal(Literal::Float),
            Primitive::Char => Ty::Literal(Literal::Char),
            other => self.java_named(other.name()),
        }
    }

    /// The type to which numbers are promoted together (JLS 5.6); `None` where they are not all numbers.
    pub(in crate::resolve) fn promoted(&self, operands: &[Ty]) -> Option<Ty> {
        let mut widest = Primitive::Int;
        for operand in operands {
            let primitive = match self.java_kind(operand) {
                Kind::Primitive(primitive) => primitive,
                Kind::Library(class) => Primitive::unboxed(self.project.symbols.text(class))?,
                _ => return None,
            };
            if primitive == Primitive::Boolean {
                return Some(Ty::Literal(Literal::Bool));
            }
            widest = widest.max(primitive);
        }
        Some(self.primitive(widest))
    }
}

/// Names of the methods of the library's functional interfaces.
fn is_function_call(method: &str) -> bool {
    method.starts_with("apply")
        || method.starts_with("getAs")
        || matches!(method, "get" | "call" | "test" | "accept" | "run" | "compare")
}
