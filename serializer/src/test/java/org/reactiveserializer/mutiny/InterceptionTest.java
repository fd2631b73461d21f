package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.CallbackDecorator;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.infrastructure.MultiInterceptor;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactiveserializer.Merge;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.Range;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Tap;
import org.reactiveserializer.testing.Elsewhere;
import org.reactivestreams.FlowAdapters;

/**
 * Mutiny's interceptors, which it finds as services, wrap the streams, subscribers and callbacks of
 * the bridge.
 */
class InterceptionTest {
  private static final List<Object> SEEN = Collections.synchronizedList(new ArrayList<>());

  private final RecordingSubscriber<Integer> downstream =
      new RecordingSubscriber<Integer>().onSubscribe(s -> s.request(Long.MAX_VALUE));

  @BeforeEach
  void intercept(@TempDir Path folder) throws IOException {
    Path decorators = Files.writeString(folder.resolve("decorators"), Decorating.class.getName());
    Path interceptors = Files.writeString(folder.resolve("interceptors"), Wrapping.class.getName());
    ClassLoader found =
        new ClassLoader(InterceptionTest.class.getClassLoader()) {
          @Override
          public Enumeration<URL> getResources(String name) throws IOException {
            if (name.endsWith(CallbackDecorator.class.getName())) {
              return Collections.enumeration(List.of(decorators.toUri().toURL()));
            }
            return name.endsWith(MultiInterceptor.class.getName())
                ? Collections.enumeration(List.of(interceptors.toUri().toURL()))
                : super.getResources(name);
          }
        };
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(found);
    try {
      Infrastructure.reload();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @AfterEach
  void stopIntercepting() {
    Infrastructure.reload();
    SEEN.clear();
  }

  @Test
  void theConsumerOfAnEmitterIsDecorated() {
    MutinySerializer.<Integer>emitter(
            emitter -> {
              SEEN.add("consumer");
              emitter.emit(1).complete();
            },
            Serializer.withDefaults())
        .subscribe(FlowAdapters.toFlowSubscriber(downstream));
    assertEquals(List.of("created", "decorated", "consumer"), SEEN.stream().distinct().toList());
    assertEquals(List.of("subscribed", 1, "completed"), downstream.signals());
  }

  @Test
  void theSubscriberOfTheOperatorIsWrapped() {
    Tap<Integer> raw = Tap.named("raw");
    downstream.on(1, () -> Elsewhere.run(() -> raw.next(2)));
    Multi<Integer> source = Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(raw));
    SEEN.clear();
    source.plug(MutinySerializer.serialize()).subscribe(FlowAdapters.toFlowSubscriber(downstream));
    assertEquals(List.of("created", "wrapped"), SEEN);
    raw.next(1, 3).complete();
    assertEquals(List.of("subscribed", 1, 2, 3, "completed"), downstream.signals());
    assertEquals(List.of("created", "wrapped", 1, 2, 3), SEEN);
    assertFalse(downstream.overlapped());
  }

  @Test
  void aMergeIsCreatedOnceAndItsMapperAndSubscriptionAreIntercepted() {
    Multi<Integer> source =
        Multi.createFrom().safePublisher(FlowAdapters.toFlowPublisher(new Range(1, 1)));
    Flow.Publisher<Integer> inner = FlowAdapters.toFlowPublisher(new Range(2, 1));
    Merge<Object> merge = Merge.withDefaults();
    SEEN.clear();
    Multi<Integer> merged = MutinySerializer.multi(merge.flatMapFlow(source, i -> inner));
    assertEquals(List.of("created"), SEEN);
    SEEN.clear();
    merged.subscribe(FlowAdapters.toFlowSubscriber(downstream));
    assertEquals(List.of("merge subscribed", "decorated function"), SEEN);
    assertEquals(List.of("subscribed", 2, "completed"), downstream.signals());
  }

  /** Announces that a decorated consumer or function is about to run. */
  public static final class Decorating implements CallbackDecorator {
    @Override
    public <T> Consumer<T> decorate(Consumer<T> consumer) {
      return argument -> {
        SEEN.add("decorated");
        consumer.accept(argument);
      };
    }

    @Override
    public <I, O> Function<I, O> decorate(Function<I, O> function) {
      return argument -> {
        SEEN.add("decorated function");
        return function.apply(argument);
      };
    }
  }

  /** Wraps the subscriber of the operator. */
  public static final class Wrapping implements MultiInterceptor {
    @Override
    public <T> Multi<T> onMultiCreation(Multi<T> multi) {
      SEEN.add("created");
      return multi;
    }

    @Override
    public <T> Flow.Subscriber<? super T> onSubscription(
        Flow.Publisher<? extends T> instance, Flow.Subscriber<? super T> subscriber) {
      if (subscriber instanceof MutinyDialect.MultiMerger) {
        SEEN.add("merge subscribed");
      }
      if (!(subscriber instanceof MutinyDialect.Serial<? super T> ours)) {
        return subscriber;
      }
      SEEN.add("wrapped");
      return new Wrapped<>(ours);
    }
  }

  private record Wrapped<T>(MutinyDialect.Serial<? super T> next) implements MultiSubscriber<T> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      next.onSubscribe(subscription);
    }

    @Override
    public void onItem(T item) {
      SEEN.add(item);
      next.onItem(item);
    }

    @Override
    public void onFailure(Throwable failure) {
      next.onFailure(failure);
    }

    @Override
    public void onCompletion() {
      next.onCompletion();
    }
  }
}
