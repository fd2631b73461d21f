package org.reactiveserializer.mutiny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.reactiveserializer.support.Collected.assertCollected;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactivestreams.FlowAdapters;

/** An emitter that is kept after the end of its stream keeps no callback alive (§3.13). */
class CallbackRetentionTest {
  private final SerialEmitter<Integer> emitter = MutinySerializer.emitter();
  private final List<WeakReference<?>> callbacks = new ArrayList<>();

  // Captured by the callbacks, so that each of them is a separate object.
  private final List<String> calls = new ArrayList<>();
  private Runnable cancellation = () -> {};

  static List<Named<Consumer<CallbackRetentionTest>>> ends() {
    return List.of(
        Named.of("completion", test -> test.emitter.complete()),
        Named.of("failure", test -> test.emitter.fail(new Exception())),
        Named.of("cancellation", CallbackRetentionTest::cancel));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void thatWasSetBefore(Consumer<CallbackRetentionTest> end) {
    set("before");
    subscribe();
    end.accept(this);
    assertNoneHeld();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void thatIsSetAfter(Consumer<CallbackRetentionTest> end) {
    subscribe();
    end.accept(this);
    set("after");
    assertNoneHeld();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void thatIsSetAtTheEndWhileItIsSignalled(Consumer<CallbackRetentionTest> end) {
    emitter.onTermination(() -> set("amid"));
    subscribe();
    end.accept(this);
    assertNoneHeld();
  }

  @ParameterizedTest
  @MethodSource("ends")
  void runsAtOnceIfSetAfterTheEnd(Consumer<CallbackRetentionTest> end) {
    subscribe();
    end.accept(this);
    boolean cancelled = calls.contains("cancel");
    calls.clear();
    set("after");
    assertEquals(
        cancelled ? List.of("after terminated", "after cancelled") : List.of("after terminated"),
        calls);
  }

  private void subscribe() {
    RecordingSubscriber<Integer> downstream = new RecordingSubscriber<>();
    emitter.toMulti().subscribe(FlowAdapters.toFlowSubscriber(downstream));
    cancellation = () -> downstream.subscription().cancel();
  }

  private void cancel() {
    calls.add("cancel");
    cancellation.run();
  }

  private void set(String when) {
    Runnable terminated = () -> calls.add(when + " terminated");
    Runnable cancelled = () -> calls.add(when + " cancelled");
    LongConsumer requested = n -> calls.add(when + " " + n);
    emitter.onTermination(terminated).onCancellation(cancelled).onRequest(requested);
    callbacks.add(new WeakReference<>(terminated));
    callbacks.add(new WeakReference<>(cancelled));
    callbacks.add(new WeakReference<>(requested));
  }

  private void assertNoneHeld() {
    callbacks.forEach(reference -> assertCollected(reference));
    Reference.reachabilityFence(emitter);
  }
}
