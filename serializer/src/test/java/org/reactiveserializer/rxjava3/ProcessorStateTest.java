package org.reactiveserializer.rxjava3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.reactivex.rxjava3.subscribers.TestSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.RecordingSubscription;

/** The state that a {@link SerialProcessor} reports, from beginning to end. */
class ProcessorStateTest {
  @RegisterExtension final Plugins plugins = new Plugins();

  private final List<Integer> discarded = new ArrayList<>();
  private final Exception error = new Exception("the error");
  private SerialProcessor<Integer> processor =
      RxSerializer.processor(Serializer.<Integer>withDefaults().onDiscard(discarded::add));

  @Test
  void fromBeginningToCompletion() {
    assertState(false, false, false);
    TestSubscriber<Integer> subscriber = processor.test(0);
    assertState(true, false, false);
    processor.onNext(1);
    processor.onComplete();
    assertState(true, true, false);
    subscriber.request(1);
    assertState(false, true, false);
  }

  @Test
  void whenItEndsBeforeASubscriberArrives() {
    processor.onComplete();
    assertState(false, true, false);
    processor.test().assertResult();
    assertState(false, true, false);
  }

  @Test
  void whenItFails() {
    processor.onError(error);
    assertState(false, false, true);
    assertSame(error, processor.getThrowable());
    processor.test().assertFailure(Exception.class);
    assertState(false, false, true);
    assertSame(error, processor.getThrowable());
  }

  @Test
  void asItsSubscriberSeesItWithinTheTerminalSignal() {
    List<Object> seen = new ArrayList<>();
    RecordingSubscriber<Integer> first =
        new RecordingSubscriber<Integer>().onComplete(() -> seen.add(state()));
    processor.subscribe(first);
    seen.add(state());
    processor.onComplete();
    assertEquals(List.of("subscribed", "completed"), first.signals());

    processor = RxSerializer.processor();
    RecordingSubscriber<Integer> second =
        new RecordingSubscriber<Integer>().onError(arrived -> seen.add(state()));
    processor.subscribe(second);
    processor.onError(error);
    assertEquals(List.of("subscribed", error), second.signals());
    assertEquals(List.of("subscribed", "completed", "failed"), seen);
  }

  private String state() {
    return List.of(
            processor.hasSubscribers() ? "subscribed" : "",
            processor.hasComplete() ? "completed" : "",
            processor.hasThrowable() ? "failed" : "")
        .stream()
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining(" "));
  }

  @Test
  void whenItIsCancelled() {
    processor.test().cancel();
    assertState(false, false, false);
    processor.onNext(1);
    processor.onError(error);
    assertEquals(List.of(1), discarded);
    assertEquals(List.of(error), plugins.causes());
    RecordingSubscription late = new RecordingSubscription();
    processor.onSubscribe(late);
    assertEquals(List.of("cancel"), late.calls());
  }

  private void assertState(boolean subscribed, boolean completed, boolean failed) {
    assertEquals(subscribed, processor.hasSubscribers());
    assertEquals(completed, processor.hasComplete());
    assertEquals(failed, processor.hasThrowable());
    if (!failed) {
      assertNull(processor.getThrowable());
    }
  }
}
