package org.reactiveserializer.rewrite;

import org.junit.jupiter.api.Test;

class SerializeRxJavaTest extends Migration {
  @Test
  void eventBus() {
    changes(
        """
        package app;

        import io.reactivex.rxjava3.core.Observable;
        import io.reactivex.rxjava3.subjects.BehaviorSubject;
        import io.reactivex.rxjava3.subjects.PublishSubject;
        import io.reactivex.rxjava3.subjects.Subject;

        public final class EventBus {
            private final Subject<Object> bus = PublishSubject.create().toSerialized();
            private final Subject<Boolean> online = BehaviorSubject.createDefault(false).toSerialized();

            public void post(Object event) {
                bus.onNext(event);
            }

            public void online(boolean now) {
                online.onNext(now);
            }

            public <T> Observable<T> events(Class<T> type) {
                return bus.ofType(type);
            }

            public Observable<Boolean> online() {
                return online.distinctUntilChanged();
            }
        }
        """,
        """
        package app;

        import io.reactivex.rxjava3.core.Observable;
        import io.reactivex.rxjava3.subjects.BehaviorSubject;
        import io.reactivex.rxjava3.subjects.PublishSubject;
        import io.reactivex.rxjava3.subjects.Subject;
        import org.reactiveserializer.rxjava3.RxSerializer;

        public final class EventBus {
            private final Subject<Object> bus = RxSerializer.subject(PublishSubject.create());
            private final Subject<Boolean> online = RxSerializer.subject(BehaviorSubject.createDefault(false));

            public void post(Object event) {
                bus.onNext(event);
            }

            public void online(boolean now) {
                online.onNext(now);
            }

            public <T> Observable<T> events(Class<T> type) {
                return bus.ofType(type);
            }

            public Observable<Boolean> online() {
                return online.distinctUntilChanged();
            }
        }
        """);
  }

  @Test
  void processors() {
    changes(
        """
        import io.reactivex.rxjava3.core.Flowable;
        import io.reactivex.rxjava3.processors.FlowableProcessor;
        import io.reactivex.rxjava3.processors.PublishProcessor;
        import io.reactivex.rxjava3.processors.ReplayProcessor;
        import io.reactivex.rxjava3.processors.UnicastProcessor;

        class Telemetry {
            private final FlowableProcessor<byte[]> raw = UnicastProcessor.<byte[]>create().toSerialized();
            private final FlowableProcessor<Integer> live;
            private final FlowableProcessor<Integer> recent = ReplayProcessor.<Integer>createWithSize(16)
                .toSerialized();

            Telemetry() {
                live = PublishProcessor.<Integer>create().toSerialized();
                raw.map(bytes -> bytes.length).subscribe(live);
                live.subscribe(recent);
            }

            void received(byte[] bytes) {
                raw.onNext(bytes);
            }

            Flowable<Long> ticks() {
                FlowableProcessor<Long> ticks = UnicastProcessor.<Long>create().toSerialized();
                new Thread(() -> ticks.onNext(System.nanoTime())).start();
                return ticks;
            }
        }
        """,
        """
        import io.reactivex.rxjava3.core.Flowable;
        import io.reactivex.rxjava3.processors.FlowableProcessor;
        import io.reactivex.rxjava3.processors.PublishProcessor;
        import io.reactivex.rxjava3.processors.ReplayProcessor;
        import org.reactiveserializer.rxjava3.RxSerializer;

        class Telemetry {
            private final FlowableProcessor<byte[]> raw = RxSerializer.processor();
            private final FlowableProcessor<Integer> live;
            private final FlowableProcessor<Integer> recent = RxSerializer.processor(ReplayProcessor.<Integer>createWithSize(16));

            Telemetry() {
                live = RxSerializer.processor(PublishProcessor.<Integer>create());
                raw.map(bytes -> bytes.length).subscribe(live);
                live.subscribe(recent);
            }

            void received(byte[] bytes) {
                raw.onNext(bytes);
            }

            Flowable<Long> ticks() {
                FlowableProcessor<Long> ticks = RxSerializer.processor();
                new Thread(() -> ticks.onNext(System.nanoTime())).start();
                return ticks;
            }
        }
        """);
  }

  @Test
  void whereATypeIsWritten() {
    changes(
        """
        import io.reactivex.rxjava3.core.Flowable;
        import io.reactivex.rxjava3.processors.FlowableProcessor;
        import io.reactivex.rxjava3.processors.PublishProcessor;
        import io.reactivex.rxjava3.processors.UnicastProcessor;
        import io.reactivex.rxjava3.subjects.PublishSubject;

        class Typed {
            Typed(FlowableProcessor<String> processor) {}

            static <T> Flowable<T> use(int size, Flowable<T> flowable) {
                return flowable;
            }

            FlowableProcessor<String> result() {
                return PublishProcessor.<String>create().toSerialized();
            }

            void arguments() {
                new Typed(PublishProcessor.<String>create().toSerialized());
                var first = use(1, UnicastProcessor.<String>create().toSerialized()).firstElement();
                var subject = PublishSubject.<String>create().toSerialized();
            }
        }
        """,
        """
        import io.reactivex.rxjava3.core.Flowable;
        import io.reactivex.rxjava3.processors.FlowableProcessor;
        import io.reactivex.rxjava3.processors.PublishProcessor;
        import io.reactivex.rxjava3.subjects.PublishSubject;
        import org.reactiveserializer.rxjava3.RxSerializer;

        class Typed {
            Typed(FlowableProcessor<String> processor) {}

            static <T> Flowable<T> use(int size, Flowable<T> flowable) {
                return flowable;
            }

            FlowableProcessor<String> result() {
                return RxSerializer.processor(PublishProcessor.<String>create());
            }

            void arguments() {
                new Typed(RxSerializer.processor(PublishProcessor.<String>create()));
                var first = use(1, RxSerializer.<String>processor()).firstElement();
                var subject = RxSerializer.subject(PublishSubject.<String>create());
            }
        }
        """);
  }

  /** A subtype, inferred, would not fit into what is declared elsewhere. */
  @Test
  void leavesWhatATypeIsInferredFrom() {
    leaves(
        """
        import io.reactivex.rxjava3.processors.FlowableProcessor;
        import io.reactivex.rxjava3.processors.PublishProcessor;
        import io.reactivex.rxjava3.processors.UnicastProcessor;
        import java.util.List;
        import java.util.stream.IntStream;
        import java.util.stream.Stream;

        class Inferred {
            record Box<P>(P content) {}

            final List<FlowableProcessor<String>> shards = IntStream.range(0, 4)
                .mapToObj(i -> PublishProcessor.<String>create().toSerialized())
                .toList();
            final List<FlowableProcessor<String>> more = IntStream.range(0, 4)
                .mapToObj(i -> {
                    return UnicastProcessor.<String>create().toSerialized();
                })
                .toList();
            final List<FlowableProcessor<String>> two = Stream.of(
                PublishProcessor.<String>create().toSerialized(),
                UnicastProcessor.<String>create().toSerialized()).toList();

            FlowableProcessor<String> choose(FlowableProcessor<String> existing, boolean old) {
                var p = PublishProcessor.<String>create().toSerialized();
                var q = UnicastProcessor.<String>create().toSerialized();
                var box = new Box<>(PublishProcessor.<String>create().toSerialized());
                box = new Box<FlowableProcessor<String>>(existing);
                if (old) {
                    p = existing;
                    q = existing;
                }
                return p;
            }
        }
        """);
  }

  @Test
  void operators() {
    changes(
        """
        import io.reactivex.rxjava3.core.Flowable;
        import io.reactivex.rxjava3.core.Observable;
        import java.util.List;

        class Readings {
            Flowable<String> lines(Flowable<? extends List<Integer>> readings) {
                return readings
                    .filter(list -> !list.isEmpty())
                    .serialize()
                    .map(list -> "first " + list.get(0));
            }

            Observable<Integer> serial(Observable<Integer> source) {
                return source.serialize();
            }
        }
        """,
        """
        import io.reactivex.rxjava3.core.Flowable;
        import io.reactivex.rxjava3.core.Observable;
        import org.reactiveserializer.rxjava3.RxSerializer;

        import java.util.List;

        class Readings {
            Flowable<String> lines(Flowable<? extends List<Integer>> readings) {
                return readings
                    .filter(list -> !list.isEmpty())
                    .compose(RxSerializer.serialize())
                    .map(list -> "first " + list.get(0));
            }

            Observable<Integer> serial(Observable<Integer> source) {
                return source.compose(RxSerializer.serialize());
            }
        }
        """);
  }

  @Test
  void leavesWhatIsNotKnownOrNotHelped() {
    leaves(
        """
        import io.reactivex.rxjava3.core.BackpressureStrategy;
        import io.reactivex.rxjava3.core.Flowable;
        import io.reactivex.rxjava3.core.FlowableEmitter;
        import io.reactivex.rxjava3.core.ObservableEmitter;
        import io.reactivex.rxjava3.processors.FlowableProcessor;
        import io.reactivex.rxjava3.processors.PublishProcessor;
        import io.reactivex.rxjava3.processors.UnicastProcessor;
        import io.reactivex.rxjava3.subjects.AsyncSubject;
        import io.reactivex.rxjava3.subjects.Subject;

        class Mixed {
            interface Codec {
                byte[] serialize();

                Codec toSerialized();
            }

            private final PublishProcessor<String> direct = PublishProcessor.create();
            private final FlowableProcessor<String> serial = direct.toSerialized();
            private final FlowableProcessor<String> bounded = UnicastProcessor.<String>create(16).toSerialized();
            private final Subject<String> last = AsyncSubject.<String>create().toSerialized();

            byte[] bytes(Codec codec) {
                return codec.toSerialized().serialize();
            }

            void emit(FlowableEmitter<String> emitter, ObservableEmitter<String> other) {
                emitter.serialize().onNext("a");
                other.serialize().onNext("b");
            }

            Flowable<String> created() {
                return Flowable.<String>create(emitter -> emitter.onNext("a"), BackpressureStrategy.BUFFER).serialize();
            }

            Flowable<String> createdInParentheses() {
                return ((Flowable.<String>create(emitter -> emitter.onNext("a"), BackpressureStrategy.BUFFER))).serialize();
            }
        }
        """);
  }
}
