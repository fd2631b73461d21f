package org.reactiveserializer.rewrite;

import org.junit.jupiter.api.Test;

class SerializeReactorSinksTest extends Migration {
  @Test
  void webSocketHandlerThatSpins() {
    changes(
        """
        package chat;

        import java.time.Duration;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class ChatSocketHandler {
            private final Sinks.Many<String> outbound = Sinks.many().unicast().onBackpressureBuffer();

            void onMessage(String text) {
                outbound.emitNext(text, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
            }

            void onClose() {
                outbound.emitComplete(Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
            }

            Flux<String> outbound() {
                return outbound.asFlux().map(String::trim);
            }
        }
        """,
        """
        package chat;

        import org.reactiveserializer.reactor.ReactorSerializer;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class ChatSocketHandler {
            private final Sinks.Many<String> outbound = ReactorSerializer.many();

            void onMessage(String text) {
                outbound.emitNext(text, Sinks.EmitFailureHandler.FAIL_FAST);
            }

            void onClose() {
                outbound.emitComplete(Sinks.EmitFailureHandler.FAIL_FAST);
            }

            Flux<String> outbound() {
                return outbound.asFlux().map(String::trim);
            }
        }
        """);
  }

  @Test
  void lockAroundTheEmission() {
    changes(
        """
        package market;

        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class QuoteFeed {
            private final Object lock = new Object();
            private final Sinks.Many<Long> quotes;

            QuoteFeed() {
                this.quotes = Sinks.many().unicast().onBackpressureBuffer();
            }

            void onQuote(long price) {
                if (price > 0) {
                    synchronized (lock) {
                        // one at a time
                        quotes.tryEmitNext(price).orThrow();
                    }
                }
            }

            Sinks.EmitResult onEnd() {
                synchronized (this.lock) {
                    return quotes.tryEmitComplete();
                }
            }

            Flux<Long> quotes() {
                return quotes.asFlux();
            }
        }
        """,
        """
        package market;

        import org.reactiveserializer.reactor.ReactorSerializer;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class QuoteFeed {
            private final Sinks.Many<Long> quotes;

            QuoteFeed() {
                this.quotes = ReactorSerializer.many();
            }

            void onQuote(long price) {
                if (price > 0) {
                    // one at a time
                    quotes.tryEmitNext(price).orThrow();
                }
            }

            Sinks.EmitResult onEnd() {
                return quotes.tryEmitComplete();
            }

            Flux<Long> quotes() {
                return quotes.asFlux();
            }
        }
        """);
  }

  @Test
  void synchronizedMethods() {
    changes(
        """
        package audit;

        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Shop {
            private static class AuditLog {
                private final Sinks.Many<Entry> entries = Sinks.many().unicast().onBackpressureBuffer();

                public synchronized void append(String user) {
                    entries.tryEmitNext(new Entry(user));
                }

                synchronized boolean close() {
                    return entries.tryEmitComplete().isSuccess();
                }

                public Flux<Entry> entries() {
                    return entries.asFlux();
                }

                record Entry(String user) {}
            }
        }
        """,
        """
        package audit;

        import org.reactiveserializer.reactor.ReactorSerializer;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Shop {
            private static class AuditLog {
                private final Sinks.Many<Entry> entries = ReactorSerializer.many();

                public void append(String user) {
                    entries.tryEmitNext(new Entry(user));
                }

                boolean close() {
                    return entries.tryEmitComplete().isSuccess();
                }

                public Flux<Entry> entries() {
                    return entries.asFlux();
                }

                record Entry(String user) {}
            }
        }
        """);
  }

  @Test
  void lockThatIsTheSinkAndLocalVariable() {
    changes(
        """
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Importer {
            Flux<String> read(java.util.List<java.util.concurrent.Callable<String>> parts) {
                var rows = Sinks.many().unicast().<String>onBackpressureBuffer();
                for (var part : parts) {
                    new Thread(() -> {
                        try {
                            String row = part.call();
                            synchronized (rows) {
                                rows.tryEmitNext(row);
                            }
                        } catch (Exception e) {
                            synchronized (rows) {
                                rows.tryEmitError(e);
                            }
                        }
                    }).start();
                }
                return rows.asFlux();
            }
        }
        """,
        """
        import org.reactiveserializer.reactor.ReactorSerializer;
        import reactor.core.publisher.Flux;

        class Importer {
            Flux<String> read(java.util.List<java.util.concurrent.Callable<String>> parts) {
                var rows = ReactorSerializer.<String>many();
                for (var part : parts) {
                    new Thread(() -> {
                        try {
                            String row = part.call();
                            rows.tryEmitNext(row);
                        } catch (Exception e) {
                            rows.tryEmitError(e);
                        }
                    }).start();
                }
                return rows.asFlux();
            }
        }
        """);
  }

  @Test
  void handlersByOtherNames() {
    changes(
        """
        import static reactor.core.publisher.Sinks.EmitFailureHandler.busyLooping;

        import java.time.Duration;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;
        import reactor.core.publisher.Sinks.EmitFailureHandler;
        import reactor.core.publisher.Sinks.EmitResult;

        class Devices {
            private final Sinks.Many<String> seen = Sinks.many().unicast().onBackpressureBuffer();

            void add(String id) {
                seen.emitNext(id, busyLooping(Duration.ofMillis(100)));
            }

            void addAll(Iterable<String> ids) {
                ids.forEach(id -> seen.emitNext(id, EmitFailureHandler.busyLooping(Duration.ofMillis(100))));
            }

            void touch(String id) {
                seen.emitNext(id, (signal, result) -> result == EmitResult.FAIL_NON_SERIALIZED);
            }

            Flux<String> seen() {
                return seen.asFlux();
            }
        }
        """,
        """
        import org.reactiveserializer.reactor.ReactorSerializer;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;
        import reactor.core.publisher.Sinks.EmitFailureHandler;

        class Devices {
            private final Sinks.Many<String> seen = ReactorSerializer.many();

            void add(String id) {
                seen.emitNext(id, Sinks.EmitFailureHandler.FAIL_FAST);
            }

            void addAll(Iterable<String> ids) {
                ids.forEach(id -> seen.emitNext(id, EmitFailureHandler.FAIL_FAST));
            }

            void touch(String id) {
                seen.emitNext(id, Sinks.EmitFailureHandler.FAIL_FAST);
            }

            Flux<String> seen() {
                return seen.asFlux();
            }
        }
        """);
  }

  @Test
  void broadcasterOfServerSentEvents() {
    changes(
        """
        package web;

        import java.time.Duration;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        public class EventBroadcaster {
            private static final Duration PATIENCE = Duration.ofSeconds(2);

            private final Sinks.Many<String> events = Sinks.many()
                .multicast()
                .directBestEffort();
            private final Sinks.Many<String> history = Sinks.many().replay().limit(100);

            public void publish(String event) {
                events.emitNext(event, Sinks.EmitFailureHandler.busyLooping(PATIENCE));
                history.emitNext(event, Sinks.EmitFailureHandler.busyLooping(PATIENCE));
            }

            public Flux<String> stream(boolean fromStart) {
                return (fromStart ? history.asFlux() : events.asFlux()).onBackpressureBuffer(256);
            }
        }
        """,
        """
        package web;

        import java.time.Duration;

        import org.reactiveserializer.reactor.ReactorSerializer;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        public class EventBroadcaster {
            private static final Duration PATIENCE = Duration.ofSeconds(2);

            private final Sinks.Many<String> events = ReactorSerializer.many(Sinks.many()
                .multicast()
                .directBestEffort());
            private final Sinks.Many<String> history = ReactorSerializer.many(Sinks.many().replay().limit(100));

            public void publish(String event) {
                events.emitNext(event, Sinks.EmitFailureHandler.FAIL_FAST);
                history.emitNext(event, Sinks.EmitFailureHandler.FAIL_FAST);
            }

            public Flux<String> stream(boolean fromStart) {
                return (fromStart ? history.asFlux() : events.asFlux()).onBackpressureBuffer(256);
            }
        }
        """);
  }

  @Test
  void lockWithACommentKeepsItsDeclaration() {
    changes(
        """
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Journal {
            // Numbers are emitted by several threads.
            private final Object lock = new Object();
            private final Sinks.Many<Long> numbers = Sinks.many().unicast().onBackpressureBuffer();

            void add(long number) {
                synchronized (lock) {
                    numbers.tryEmitNext(number);
                }
            }

            Flux<Long> numbers() {
                return numbers.asFlux();
            }
        }
        """,
        """
        import org.reactiveserializer.reactor.ReactorSerializer;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Journal {
            // Numbers are emitted by several threads.
            private final Object lock = new Object();
            private final Sinks.Many<Long> numbers = ReactorSerializer.many();

            void add(long number) {
                numbers.tryEmitNext(number);
            }

            Flux<Long> numbers() {
                return numbers.asFlux();
            }
        }
        """);
  }

  @Test
  void blockThatGuardsMoreStays() {
    changes(
        """
        import java.time.Duration;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Journal {
            private final Sinks.Many<Long> numbers = Sinks.many().unicast().onBackpressureBuffer();
            private final Object lock = new Object();
            private long last;

            void next() {
                synchronized (lock) {
                    last++;
                    numbers.tryEmitNext(last);
                }
            }

            void zero() {
                synchronized (lock) {
                    numbers.tryEmitNext(0L);
                }
            }

            void add(long number) {
                numbers.emitNext(number, Sinks.EmitFailureHandler.busyLooping(Duration.ofSeconds(1)));
            }

            Flux<Long> numbers() {
                return numbers.asFlux();
            }
        }
        """,
        """
        import org.reactiveserializer.reactor.ReactorSerializer;
        import reactor.core.publisher.Flux;
        import reactor.core.publisher.Sinks;

        class Journal {
            private final Sinks.Many<Long> numbers = ReactorSerializer.many();
            private final Object lock = new Object();
            private long last;

            void next() {
                synchronized (lock) {
                    last++;
                    numbers.tryEmitNext(last);
                }
            }

            void zero() {
                synchronized (lock) {
                    numbers.tryEmitNext(0L);
                }
            }

            void add(long number) {
                numbers.emitNext(number, Sinks.EmitFailureHandler.FAIL_FAST);
            }

            Flux<Long> numbers() {
                return numbers.asFlux();
            }
        }
        """);
  }
}
