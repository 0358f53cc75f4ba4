//! The library's everyday classes and what they extend, as far as overloads are told apart by it.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Whether a class is another one, or a subclass of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Related {
    Yes,
    No,
    Unknown,
}

/// Classes with their direct supertypes.
const CLASSES: &[(&str, &[&str])] = &[
    // java.lang
    ("Object", &[]),
    ("Serializable", &[]),
    ("Cloneable", &[]),
    ("Comparable", &[]),
    ("CharSequence", &[]),
    ("Appendable", &[]),
    ("Readable", &[]),
    ("Runnable", &[]),
    ("Iterable", &[]),
    ("AutoCloseable", &[]),
    ("Closeable", &["AutoCloseable"]),
    ("String", &["CharSequence", "Comparable", "Serializable"]),
    (
        "StringBuilder",
        &["CharSequence", "Appendable", "Comparable", "Serializable"],
    ),
    (
        "StringBuffer",
        &["CharSequence", "Appendable", "Comparable", "Serializable"],
    ),
    ("CharBuffer", &["CharSequence", "Appendable", "Comparable", "Readable"]),
    ("Number", &["Serializable"]),
    ("Byte", &["Number", "Comparable"]),
    ("Short", &["Number", "Comparable"]),
    ("Integer", &["Number", "Comparable"]),
    ("Long", &["Number", "Comparable"]),
    ("Float", &["Number", "Comparable"]),
    ("Double", &["Number", "Comparable"]),
    ("BigInteger", &["Number", "Comparable"]),
    ("BigDecimal", &["Number", "Comparable"]),
    ("AtomicInteger", &["Number"]),
    ("AtomicLong", &["Number"]),
    ("Boolean", &["Comparable", "Serializable"]),
    ("Character", &["Comparable", "Serializable"]),
    ("Enum", &["Comparable", "Serializable"]),
    ("Void", &[]),
    ("Thread", &["Runnable"]),
    (
        "Class",
        &["Type", "GenericDeclaration", "AnnotatedElement", "Serializable"],
    ),
    ("Package", &["AnnotatedElement"]),
    ("ClassLoader", &[]),
    // java.lang.reflect
    ("Type", &[]),
    ("AnnotatedElement", &[]),
    ("GenericDeclaration", &["AnnotatedElement"]),
    ("ParameterizedType", &["Type"]),
    ("GenericArrayType", &["Type"]),
    ("WildcardType", &["Type"]),
    ("TypeVariable", &["Type", "AnnotatedElement"]),
    ("Member", &[]),
    ("AccessibleObject", &["AnnotatedElement"]),
    ("Executable", &["AccessibleObject", "Member", "GenericDeclaration"]),
    ("Method", &["Executable"]),
    ("Constructor", &["Executable"]),
    ("Field", &["AccessibleObject", "Member"]),
    ("Annotation", &[]),
    // throwables
    ("Throwable", &["Serializable"]),
    ("Exception", &["Throwable"]),
    ("Error", &["Throwable"]),
    ("RuntimeException", &["Exception"]),
    ("IllegalArgumentException", &["RuntimeException"]),
    ("IllegalStateException", &["RuntimeException"]),
    ("NullPointerException", &["RuntimeException"]),
    ("IndexOutOfBoundsException", &["RuntimeException"]),
    ("ClassCastException", &["RuntimeException"]),
    ("UnsupportedOperationException", &["RuntimeException"]),
    ("NumberFormatException", &["IllegalArgumentException"]),
    ("InterruptedException", &["Exception"]),
    ("CloneNotSupportedException", &["Exception"]),
    ("ExecutionException", &["Exception"]),
    ("IOException", &["Exception"]),
    ("UncheckedIOException", &["RuntimeException"]),
    ("FileNotFoundException", &["IOException"]),
    ("EOFException", &["IOException"]),
    ("ReflectiveOperationException", &["Exception"]),
    ("ClassNotFoundException", &["ReflectiveOperationException"]),
    ("NoSuchMethodException", &["ReflectiveOperationException"]),
    ("IllegalAccessException", &["ReflectiveOperationException"]),
    ("InvocationTargetException", &["ReflectiveOperationException"]),
    // java.util
    ("Iterator", &[]),
    ("ListIterator", &["Iterator"]),
    ("Enumeration", &[]),
    ("Collection", &["Iterable"]),
    ("SequencedCollection", &["Collection"]),
    ("List", &["Collection"]),
    ("Set", &["Collection"]),
    ("SortedSet", &["Set"]),
    ("NavigableSet", &["SortedSet"]),
    ("Queue", &["Collection"]),
    ("Deque", &["Queue"]),
    ("BlockingQueue", &["Queue"]),
    ("AbstractCollection", &["Collection"]),
    ("AbstractList", &["AbstractCollection", "List"]),
    ("AbstractSet", &["AbstractCollection", "Set"]),
    ("ArrayList", &["AbstractList", "Cloneable", "Serializable"]),
    ("Vector", &["AbstractList", "Cloneable", "Serializable"]),
    ("Stack", &["Vector"]),
    ("LinkedList", &["AbstractList", "Deque", "Cloneable", "Serializable"]),
    ("CopyOnWriteArrayList", &["List", "Cloneable", "Serializable"]),
    (
        "ArrayDeque",
        &["AbstractCollection", "Deque", "Cloneable", "Serializable"],
    ),
    ("PriorityQueue", &["AbstractCollection", "Queue", "Serializable"]),
    ("HashSet", &["AbstractSet", "Cloneable", "Serializable"]),
    ("LinkedHashSet", &["HashSet"]),
    ("TreeSet", &["AbstractSet", "NavigableSet", "Cloneable", "Serializable"]),
    ("EnumSet", &["AbstractSet", "Cloneable", "Serializable"]),
    ("Map", &[]),
    ("SortedMap", &["Map"]),
    ("NavigableMap", &["SortedMap"]),
    ("ConcurrentMap", &["Map"]),
    ("AbstractMap", &["Map"]),
    ("HashMap", &["AbstractMap", "Cloneable", "Serializable"]),
    ("LinkedHashMap", &["HashMap"]),
    ("TreeMap", &["AbstractMap", "NavigableMap", "Cloneable", "Serializable"]),
    ("EnumMap", &["AbstractMap", "Cloneable", "Serializable"]),
    ("WeakHashMap", &["AbstractMap"]),
    ("IdentityHashMap", &["AbstractMap"]),
    ("ConcurrentHashMap", &["AbstractMap", "ConcurrentMap", "Serializable"]),
    ("Hashtable", &["Map", "Cloneable", "Serializable"]),
    ("Properties", &["Hashtable"]),
    ("Entry", &[]),
    ("Optional", &[]),
    ("Comparator", &[]),
    ("Locale", &["Cloneable", "Serializable"]),
    ("Date", &["Comparable", "Cloneable", "Serializable"]),
    ("Calendar", &["Comparable", "Cloneable", "Serializable"]),
    ("GregorianCalendar", &["Calendar"]),
    ("TimeZone", &["Cloneable", "Serializable"]),
    ("UUID", &["Comparable", "Serializable"]),
    ("Random", &["Serializable"]),
    ("BitSet", &["Cloneable", "Serializable"]),
    ("Scanner", &["Iterator", "Closeable"]),
    ("Pattern", &["Serializable"]),
    ("Matcher", &["MatchResult"]),
    ("MatchResult", &[]),
    ("BaseStream", &["AutoCloseable"]),
    ("Stream", &["BaseStream"]),
    ("IntStream", &["BaseStream"]),
    ("LongStream", &["BaseStream"]),
    ("DoubleStream", &["BaseStream"]),
    // java.text, java.time
    ("Format", &["Cloneable", "Serializable"]),
    ("DateFormat", &["Format"]),
    ("SimpleDateFormat", &["DateFormat"]),
    ("NumberFormat", &["Format"]),
    ("MessageFormat", &["Format"]),
    ("FieldPosition", &[]),
    ("ParsePosition", &[]),
    ("TemporalAccessor", &[]),
    ("Temporal", &["TemporalAccessor"]),
    ("TemporalAmount", &[]),
    ("Instant", &["Temporal", "Comparable", "Serializable"]),
    ("LocalDate", &["Temporal", "Comparable", "Serializable"]),
    ("LocalDateTime", &["Temporal", "Comparable", "Serializable"]),
    ("LocalTime", &["Temporal", "Comparable", "Serializable"]),
    ("ZonedDateTime", &["Temporal", "Comparable", "Serializable"]),
    ("OffsetDateTime", &["Temporal", "Comparable", "Serializable"]),
    ("Duration", &["TemporalAmount", "Comparable", "Serializable"]),
    ("Period", &["TemporalAmount", "Serializable"]),
    // java.io, java.nio, java.net
    ("File", &["Comparable", "Serializable"]),
    ("Path", &["Comparable", "Iterable"]),
    ("URI", &["Comparable", "Serializable"]),
    ("URL", &["Serializable"]),
    ("Charset", &["Comparable"]),
    ("InputStream", &["Closeable"]),
    ("FileInputStream", &["InputStream"]),
    ("FilterInputStream", &["InputStream"]),
    ("BufferedInputStream", &["FilterInputStream"]),
    ("DataInputStream", &["FilterInputStream", "DataInput"]),
    ("ByteArrayInputStream", &["InputStream"]),
    ("ObjectInputStream", &["InputStream", "ObjectInput"]),
    ("OutputStream", &["Closeable", "Flushable"]),
    ("FileOutputStream", &["OutputStream"]),
    ("FilterOutputStream", &["OutputStream"]),
    ("BufferedOutputStream", &["FilterOutputStream"]),
    ("PrintStream", &["FilterOutputStream", "Appendable"]),
    ("DataOutputStream", &["FilterOutputStream", "DataOutput"]),
    ("ByteArrayOutputStream", &["OutputStream"]),
    ("ObjectOutputStream", &["OutputStream", "ObjectOutput"]),
    ("Reader", &["Readable", "Closeable"]),
    ("BufferedReader", &["Reader"]),
    ("LineNumberReader", &["BufferedReader"]),
    ("StringReader", &["Reader"]),
    ("CharArrayReader", &["Reader"]),
    ("InputStreamReader", &["Reader"]),
    ("FileReader", &["InputStreamReader"]),
    ("Writer", &["Appendable", "Closeable", "Flushable"]),
    ("BufferedWriter", &["Writer"]),
    ("StringWriter", &["Writer"]),
    ("CharArrayWriter", &["Writer"]),
    ("PrintWriter", &["Writer"]),
    ("OutputStreamWriter", &["Writer"]),
    ("FileWriter", &["OutputStreamWriter"]),
    ("Flushable", &[]),
    ("DataInput", &[]),
    ("DataOutput", &[]),
    ("ObjectInput", &["DataInput", "AutoCloseable"]),
    ("ObjectOutput", &["DataOutput", "AutoCloseable"]),
    // java.util.concurrent
    ("Future", &[]),
    ("CompletableFuture", &["Future"]),
    ("Executor", &[]),
    ("ExecutorService", &["Executor"]),
    ("ScheduledExecutorService", &["ExecutorService"]),
    ("TimeUnit", &["Enum"]),
    ("Lock", &[]),
    ("ReentrantLock", &["Lock", "Serializable"]),
];

static BY_NAME: LazyLock<HashMap<&'static str, &'static [&'static str]>> =
    LazyLock::new(|| CLASSES.iter().copied().collect());

fn supertypes(name: &str) -> Option<&'static [&'static str]> {
    BY_NAME.get(name).copied()
}

/// A class that stands in the table, or an interface with one method: what it is not is known.
pub(super) fn is_known(name: &str) -> bool {
    supertypes(name).is_some()
}

/// Whether `name` is `wanted` or a subtype of it.
pub(super) fn related(name: &str, wanted: &str) -> Related {
    if name == wanted || wanted == "Object" {
        return Related::Yes;
    }
    let mut answer = Related::No;
    let mut pending = vec![name];
    while let Some(class) = pending.pop() {
        match supertypes(class) {
            Some(supers) if supers.contains(&wanted) => return Related::Yes,
            Some(supers) => pending.extend(supers),
            // What is not in the table extends nothing final, and a final class nothing else.
            None if is_final(wanted) => {}
            None if super::function::params(class).is_some() => {}
            None => answer = Related::Unknown,
        }
    }
    answer
}

fn is_final(name: &str) -> bool {
    matches!(
        name,
        "String"
            | "StringBuilder"
            | "StringBuffer"
            | "Byte"
            | "Short"
            | "Integer"
            | "Long"
            | "Float"
            | "Double"
            | "Boolean"
            | "Character"
            | "Class"
            | "Void"
            | "Optional"
            | "Locale"
            | "UUID"
            | "Method"
            | "Constructor"
            | "Field"
            | "URL"
            | "URI"
            | "Pattern"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supertypes_are_followed_as_far_as_they_are_known() {
        assert_eq!(related("LinkedHashSet", "Collection"), Related::Yes);
        assert_eq!(related("String", "Number"), Related::No);
        assert_eq!(related("Gizmo", "Object"), Related::Yes);
        assert_eq!(related("Gizmo", "String"), Related::No);
        assert_eq!(related("Gizmo", "Iterable"), Related::Unknown);
        assert_eq!(related("List", "ArrayList"), Related::No);
    }

    #[test]
    fn the_table_knows_every_supertype_that_it_names() {
        for (class, supers) in CLASSES {
            for up in *supers {
                assert!(is_known(up), "{class} extends {up}, which is not in the table");
            }
        }
    }
}
