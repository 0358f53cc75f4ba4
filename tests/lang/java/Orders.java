package shop.orders;

import static java.util.Objects.requireNonNull;
import static org.junit.Assert.*;

import java.io.*;
import java.util.List;
import java.util.Map;

/**
 * Takes orders.
 *
 * @param <T> what is ordered
 */
@Service("orders")
public abstract class Orders<T extends Item & Comparable<T>> extends Base<T>
        implements Repository<T>, Closeable {

    private static final int LIMIT = 10, RETRIES[] = {1, 2};
    protected final List<? extends T> items;
    private final Comparator<T> order = new Comparator<T>() {
        @Override
        public int compare(T one, T other) {
            return one.compareTo(other);
        }
    };

    static {
        register();
    }

    protected Orders(List<T> items) {
        super(items);
        this.items = requireNonNull(items);
    }

    Orders() {
        this(List.of());
    }

    /** Adds one. */
    public void add(T item) {
        add(item, 1);
    }

    /** @deprecated counts are gone */
    public void add(T item, int count) {}

    public void add(T... items) {}

    @Deprecated
    static synchronized <R> R old(R value) {
        class Local {
            void run() {}
        }
        new Local().run();
        return value;
    }

    protected abstract T make(String name) throws IOException;

    native long handle();

    /** State of an order. */
    public enum State implements Named {
        OPEN("o") {
            @Override
            boolean done() {
                return false;
            }
        },
        @Deprecated
        CLOSED("c");

        private final String code;

        State(String code) {
            this.code = code;
        }

        boolean done() {
            return true;
        }
    }

    public record Line(T item, int... counts) implements Named {
        public Line {
            check(item);
        }

        public T item() {
            return item;
        }
    }

    public sealed interface Event permits Event.Opened, Event.Closed {
        int VERSION = 2;

        String name();

        default boolean isFinal() {
            return this instanceof Closed closed && closed.last();
        }

        static Event none() {
            return null;
        }

        record Opened(String name) implements Event {}

        record Closed(String name, boolean last) implements Event {}
    }

    @interface Limit {
        int value() default 3;

        Class<?>[] types() default {};
    }
}

class OrdersTest extends TestCase {
    public void testAdding() {}

    private Orders<Item> sample() {
        return null;
    }
}

class ModernOrdersTest {
    @BeforeEach
    void prepare() {}

    @Test
    void adds() {}

    void helper() {}
}
