package org.reactiveserializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactiveserializer.support.RecordingSubscriber;
import org.reactiveserializer.support.Scene;
import org.reactiveserializer.support.SinkScene;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;

/** A signal that takes longer than the limit ends the stream. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangLimitTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  /** Longer than a thread of the test is off its processor. */
  private static final Duration LONG = Duration.ofSeconds(2);

  private final BlockingQueue<TimeoutException> hangs = new LinkedBlockingQueue<>();
  private final CountDownLatch mayReturn = new CountDownLatch(1);

  private Serializer<Integer> limited() {
    return limitedBy(SHORT, hangs::add);
  }

  private static Serializer<Integer> limitedBy(Duration limit, Consumer<TimeoutException> hook) {
    return Serializer.<Integer>withDefaults()
        .bounded(2, Overflow.DROP_NEWEST)
        .hangLimit(limit, hook);
  }

  private void hang() {
    try {
      mayReturn.await();
    } catch (InterruptedException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task, "a thread that hangs");
    thread.start();
    return thread;
  }

  @Test
  void nothingMoreIsAcceptedAndTheHookKnowsWhere() throws InterruptedException {
    SinkScene scene = SinkScene.flowing(limitedBy(LONG, hangs::add));
    CompletableFuture<EmitOutcome> waits = new CompletableFuture<>();
    CountDownLatch hanging = new CountDownLatch(1);
    scene.downstream.on(
        1,
        () -> {
          hanging.countDown();
          hang();
        });
    Thread thread = start(() -> scene.sink.tryEmit(1));
    hanging.await();
    scene.sink.tryEmit(2);
    scene.sink.tryEmit(3);
    scene.sink.emitAsync(4).thenAccept(waits::complete);
    TimeoutException hang = hangs.take();
    assertEquals(EmitOutcome.TERMINATED, scene.sink.tryEmit(5), "the hook is called after that");
    assertEquals(EmitOutcome.TERMINATED, waits.join());
    assertTrue(hang.toString().contains("SerialSink@"), hang::toString);
    assertTrue(hang.toString().contains("PT2S in thread a thread that hangs"), hang::toString);
    assertTrue(
        Arrays.stream(hang.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("hang")));
    assertEquals(List.of(), scene.discarded, "they are with the thread that hangs");
    mayReturn.countDown();
    thread.join();
    assertEquals(List.of(2, 3), scene.discarded);
    assertEquals(List.of(1, hang), scene.delivered());
    assertTrue(hangs.isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void theUpstreamIsCancelledAtOnce(ErrorMode mode) throws InterruptedException {
    Scene<Integer> scene = Scene.subscribed(limited().errors(mode));
    scene.downstream.on(1, this::hang);
    Thread thread = start(() -> scene.serialized.onNext(1));
    TimeoutException hang = hangs.take();
    while (scene.upstream.calls().isEmpty()) {
      Thread.onSpinWait(); // at the same time as the hook
    }
    assertEquals(List.of("cancel"), scene.upstream.calls());
    mayReturn.countDown();
    thread.join();
    while (scene.delivered().size() < 2) {
      Thread.onSpinWait(); // the thread that found the hang may signal after the one that hung
    }
    assertEquals(List.of(1, hang), scene.delivered());
  }

  @Test
  void aSignalThatThrowsAfterAllKeepsItsException() throws InterruptedException {
    SinkScene scene = SinkScene.flowing(limited());
    IllegalStateException closed = new IllegalStateException("closed by the hook");
    scene.downstream.on(
        1,
        () -> {
          hang();
          throw closed;
        });
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    start(() -> thrown.complete(assertThrows(Throwable.class, () -> scene.sink.tryEmit(1))));
    TimeoutException hang = hangs.take();
    mayReturn.countDown();
    assertSame(closed, thrown.join());
    assertEquals(List.of(1), scene.delivered());
    assertEquals(List.of(hang), scene.dropped);
  }

  @Test
  void anEndThatHangsIsFoundAsWell() throws InterruptedException {
    SinkScene scene = SinkScene.flowing(limited());
    scene.downstream.onComplete(this::hang);
    Thread thread = start(scene.sink::tryComplete);
    assertInstanceOf(TimeoutException.class, hangs.take());
    mayReturn.countDown();
    thread.join();
    assertEquals(List.of("completed"), scene.delivered());
  }

  /** The limit is for one signal: these take longer together. */
  @Test
  void aStreamThatIsBusyAllTheTimeDoesNotHang() {
    Duration limit = Duration.ofMillis(500);
    SerialSink<Integer> sink =
        Serializer.<Integer>withDefaults().hangLimit(limit, hangs::add).sink();
    Flux.from(sink).subscribe();
    long start = System.nanoTime();
    while (System.nanoTime() - start < 2 * limit.toNanos()) {
      sink.tryEmit(1);
    }
    assertEquals(List.of(), List.copyOf(hangs));
    assertEquals(EmitOutcome.DELIVERED, sink.tryEmit(1));
  }

  /** What frees the thread that hangs may be the hook itself. */
  @Test
  void theHookDoesNotWaitForTheUpstream() throws InterruptedException {
    CountDownLatch freed = new CountDownLatch(1);
    SerialSubscriber<Integer> subscriber =
        limitedBy(SHORT, hang -> freed.countDown())
            .wrap(new RecordingSubscriber<Integer>().on(1, this::hang));
    subscriber.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {
            hang(); // as if it needed a lock of the thread that hangs
          }
        });
    Thread thread = start(() -> subscriber.onNext(1));
    freed.await();
    mayReturn.countDown();
    thread.join();
  }

  /** A timer that others use as well would not find a call that hangs in its own thread. */
  @Test
  void aSignalThatHangsInATimerOfTheJdkIsFound() throws InterruptedException {
    SinkScene scene = SinkScene.flowing(limited());
    scene.downstream.on(1, this::hang);
    CompletableFuture<Void> moment = new CompletableFuture<>();
    CompletableFuture<Void> emission = moment.thenRun(() -> scene.sink.tryEmit(1));
    CompletableFuture<Void> unused = moment.completeOnTimeout(null, 1, TimeUnit.MILLISECONDS);
    assertInstanceOf(TimeoutException.class, hangs.take());
    mayReturn.countDown();
    emission.join();
  }

  /** Those who wait for room may occupy the threads that answer. */
  @Test
  void theHookNeedsNoThreadOfAPool() throws InterruptedException {
    CountDownLatch occupied = new CountDownLatch(1);
    SinkScene scene =
        SinkScene.flowing(
            limited()
                .answerOn(
                    answer -> {
                      occupied.countDown();
                      hang();
                      answer.run();
                    }));
    scene.downstream.on(1, this::hang);
    Thread thread = start(() -> scene.sink.tryEmit(1));
    assertInstanceOf(TimeoutException.class, hangs.take());
    assertEquals(1, occupied.getCount(), "nobody waited for an answer");
    mayReturn.countDown();
    thread.join();
  }

  @Test
  void whatTheHookThrowsIsDropped() throws InterruptedException {
    IllegalStateException thrown = new IllegalStateException("by the hook");
    SinkScene scene =
        SinkScene.flowing(
            Serializer.<Integer>withDefaults()
                .hangLimit(
                    SHORT,
                    hang -> {
                      throw thrown;
                    }));
    scene.downstream.on(1, this::hang);
    Thread thread = start(() -> scene.sink.tryEmit(1));
    while (scene.dropped.isEmpty()) {
      Thread.onSpinWait();
    }
    assertSame(thrown, scene.dropped.get(0));
    mayReturn.countDown();
    thread.join();
    assertFalse(scene.sink.tryEmit(2).isAccepted());
  }

  @Test
  void aLimitIsPositive() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Serializer.<Integer>withDefaults().hangLimit(Duration.ZERO, hangs::add));
  }
}
