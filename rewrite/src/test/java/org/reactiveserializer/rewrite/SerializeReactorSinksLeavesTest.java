package org.reactiveserializer.rewrite;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must not change. Each field here is like one that would change, but for one thing. */
class SerializeReactorSinksLeavesTest extends Migration {
  private static final String SPIN =
      "sink.emitNext(item, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));";

  /** Without the one thing, this code is changed. */
  @Test
  void twinIsChanged() {
    String before =
        code(
            "private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();",
            SPIN);
    changes(
        before,
        before
            .replace(
                "import java.time.Duration;\n",
                "import org.reactiveserializer.reactor.ReactorSerializer;\n")
            .replace("Sinks.many().unicast().onBackpressureBuffer()", "ReactorSerializer.many()")
            .replace("busyLooping(Duration.ofSeconds(1))", "FAIL_FAST"));
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(
      strings = {
        // A queue of its own.
        "private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer(new java.util.ArrayDeque<>());",
        "private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer(new java.util.ArrayDeque<>(), () -> {});",
        "private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureError();",
        "private final Sinks.Many<String> sink = Sinks.unsafe().many().unicast().onBackpressureBuffer();",
        // Another file may emit.
        "final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();",
        "@Deprecated private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();",
        "private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer(); Sinks.Many<String> sink() { return sink; }",
        "private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer(); { java.util.Objects.requireNonNull(sink); }",
        "private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer(); Object other = sink;",
        "private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer(); java.util.List<Object> all = java.util.Arrays.asList(1, sink);",
        // Made by somebody else.
        "private final Sinks.Many<String> sink; Shop(Sinks.Many<String> sink) { this.sink = sink; }",
        "private Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer(); void set(Sinks.Many<String> other) { sink = other; }",
        // Somebody looks at a result that would be another.
        "private final Sinks.Many<String> sink = Sinks.many().multicast().directAllOrNothing(); void wait(String item) { sink.emitNext(item, (s, r) -> r == Sinks.EmitResult.FAIL_OVERFLOW); }",
        "private final Sinks.Many<String> sink = Sinks.many().multicast().directAllOrNothing(); boolean offer(String item) { return sink.tryEmitNext(item).isSuccess(); }",
      })
  void sinkThatSpins(String field) {
    leaves(code(field, SPIN));
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(
      strings = {
        // One thread.
        "sink.tryEmitNext(item);",
        "sink.emitNext(item, Sinks.EmitFailureHandler.FAIL_FAST);",
        "sink.emitNext(item, (signal, result) -> result == Sinks.EmitResult.FAIL_OVERFLOW);",
        // The lock guards something else, too.
        "synchronized (lock) { count++; sink.tryEmitNext(item); }",
        "synchronized (lock) { sink.tryEmitNext(item + ++count); }",
        "synchronized (lock) { sink.tryEmitNext(String.valueOf(count)); }",
        "synchronized (lock) { sink.tryEmitNext(item); } synchronized (lock) { count++; }",
        "synchronized (lock) { if (sink.tryEmitNext(item).isFailure()) { count++; } }",
        "synchronized (lock) { sink.tryEmitNext(item); } lock.notifyAll();",
        "synchronized (lock) { sink.tryEmitNext(item); /* and so on */ }",
        "synchronized (lock /* of the sink */) { sink.tryEmitNext(item); }",
        "synchronized (lock) /* briefly */ { sink.tryEmitNext(item); }",
        // The lock does more than to be one.
        "synchronized (registration) { sink.tryEmitNext(item); }",
        "synchronized (talking) { sink.tryEmitNext(item); }",
        "synchronized (lock) { sink.tryEmitNext(item); } assert Thread.holdsLock(lock);",
        // The lock is not the sink's own.
        "synchronized (Shop.class) { sink.tryEmitNext(item); }",
        "synchronized (item) { sink.tryEmitNext(item); }",
        "synchronized (shared) { sink.tryEmitNext(item); }",
        "synchronized (open) { sink.tryEmitNext(item); }",
        "synchronized (other) { sink.tryEmitNext(item); }",
        "synchronized (this) { sink.tryEmitNext(item); } Runnable r = () -> { synchronized (Shop.this) { count++; } };",
        "synchronized (this) { sink.tryEmitNext(item); }",
        "} synchronized void emitAlone(String item) { sink.tryEmitNext(item);",
        // What runs under the lock is more than an emission.
        "synchronized (lock) { sink.emitNext(item, (signal, result) -> { count++; return false; }); }",
        "synchronized (lock) { sink.tryEmitNext(new String(item)); }",
        "synchronized (this) { sink.tryEmitNext(item); } } synchronized void more() { count++;",
      })
  void emission(String emission) {
    leaves(
        code(
            """
            private final Sinks.Many<String> sink = Sinks.many().unicast().onBackpressureBuffer();
            private final Object lock = new Object();
            private final Object shared = Shop.class;
            private final Object registration = new Thread("registered");
            private final Object talking = new Object() { { System.out.println(); } };
            final Object open = new Object();
            final Sinks.Many<String> other = Sinks.many().unicast().onBackpressureBuffer();
            private int count;
            """,
            emission));
  }

  /** Without the line, the lock goes. */
  @Test
  void twinOfPrivateClassIsChanged() {
    String before = privateClass("class Feed implements Sized", "", "");
    changes(
        before,
        before
            .replace(
                "import reactor.core.publisher.Flux;\nimport reactor.core.publisher.Sinks;\n",
                "import org.reactiveserializer.reactor.ReactorSerializer;\n"
                    + "import reactor.core.publisher.Flux;\n"
                    + "import reactor.core.publisher.Sinks;\n")
            .replace("Sinks.many().unicast().onBackpressureBuffer()", "ReactorSerializer.many()")
            .replace("synchronized void emit(", "void emit("));
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(
      strings = {
        // A subclass locks the same object.
        "static class Pairs extends Feed { synchronized void pair() { emit(1); emit(2); } }",
        "Feed pairs = new Feed() { synchronized void pair() { emit(1); emit(2); } };",
        "static class Pairs extends Feed { void pair() { synchronized (this) { emit(1); emit(2); } } }",
        // Whoever has the object locks it, by whatever type.
        "void pair(Feed feed) { synchronized (feed) { feed.emit(1); feed.emit(2); } }",
        "void pair(Object feed) { synchronized (feed) { emitTwice((Feed) feed); } }",
        "void pair(Sized feed) { synchronized (feed) { emitTwice((Feed) feed); } }",
        "<F extends Feed> void pair(F feed) { synchronized (feed) { emitTwice(feed); } }",
        "void pair(Feed feed) { synchronized (this.any = feed) { emitTwice(feed); } }",
        "void pair(Object feed) { assert Thread.holdsLock(feed); }",
        "void wake(Feed feed) { feed.notifyAll(); }",
      })
  void lockOfAnObjectOfAPrivateClass(String more) {
    leaves(privateClass("class Feed implements Sized", "", more));
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(
      strings = {
        "Runnable r = () -> { assert Thread.holdsLock(this); };",
        "void await() throws InterruptedException { wait(); }",
        "void wake() { this.notifyAll(); }",
        "void wake() { super.notify(); }",
      })
  void lockThatItsOwnClassWaitsFor(String member) {
    leaves(privateClass("class Feed implements Sized", member, ""));
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(strings = {"class Feed extends Base", "class Feed extends Thread"})
  void lockThatASuperclassMayTake(String header) {
    leaves(
        privateClass(
            header, "", "static class Base { synchronized void pair(Runnable r) { r.run(); } }"));
  }

  @Test
  void lockThatAnInterfaceTakes() {
    leaves(
        privateClass(
            "class Feed implements Pairs",
            "",
            "interface Pairs { void emit(int i); default void pair() { synchronized (this) { emit(1); emit(2); } } }"));
  }

  private static String privateClass(String header, String member, String more) {
    return """
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Shop {
            interface Sized {}

            Object any;

            private static %s {
                private final Sinks.Many<Integer> sink = Sinks.many().unicast().onBackpressureBuffer();

                public synchronized void emit(int i) {
                    sink.tryEmitNext(i);
                }

                Flux<Integer> all() {
                    return sink.asFlux();
                }

                %s
            }

            static void emitTwice(Feed feed) {
                feed.emit(1);
                feed.emit(2);
            }

            %s
        }
        """
        .formatted(header, member, more);
  }

  @Test
  void multicastUnderALock() {
    leaves(
        code(
            "private final Sinks.Many<String> sink = Sinks.many().multicast().directBestEffort();",
            "synchronized (sink) { sink.tryEmitNext(item).orThrow(); }"));
  }

  @Test
  void otherTypesOfTheSameNames() {
    leaves(
        """
        class Kitchen {
            static class Sinks {
                static Sinks many() { return new Sinks(); }
                Sinks unicast() { return this; }
                Sinks onBackpressureBuffer() { return this; }
                void emitNext(String item, Object handler) {}
                static Object busyLooping(int seconds) { return seconds; }
            }

            private final Sinks sink = Sinks.many().unicast().onBackpressureBuffer();

            void emit(String item) {
                sink.emitNext(item, Sinks.busyLooping(1));
            }
        }
        """);
  }

  private static String code(String fields, String emission) {
    return """
        import java.time.Duration;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Shop {
            %s

            void emit(String item) {
                %s
            }

            Flux<String> items() {
                return sink.asFlux();
            }
        }
        """
        .formatted(fields.strip(), emission);
  }
}
