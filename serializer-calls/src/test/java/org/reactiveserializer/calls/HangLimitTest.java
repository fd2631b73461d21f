package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;

/** A call that takes longer than the limit ends the front. See also {@link SerialCallsTest}. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangLimitTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  private final BlockingQueue<TimeoutException> hangs = new LinkedBlockingQueue<>();
  private final CountDownLatch mayReturn = new CountDownLatch(1);
  private final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<Integer> settings =
      Serializer.<Integer>withDefaults()
          .bounded(3, Overflow.DROP_NEWEST)
          .onDiscard(discarded::add)
          .named("client 7");

  // By a task that a test starts when all that it needs is there: so it needs no long limit.
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  private SerialCalls<Integer> limited(Duration limit, Serializer<Integer> chosen) {
    return SerialCalls.of(
        chosen, new HangLimit(limit, hangs::add), this, (test, item) -> test.hang(item));
  }

  /** Leaves 1, 2 and 3, and lets 4 and 5 wait for room. Returns the stage of 5, which gets none while 1 hangs. */
  private static CompletableFuture<EmitOutcome> fill(SerialCalls<Integer> calls) {
    for (int item = 1; item <= 3; item++) {
      assertEquals(EmitOutcome.QUEUED, calls.tryCall(item));
    }
    CompletableFuture<EmitOutcome> first = calls.callAsync(4).toCompletableFuture();
    CompletableFuture<EmitOutcome> waits = calls.callAsync(5).toCompletableFuture();
    assertFalse(first.isDone() || waits.isDone());
    return waits;
  }

  private void hang(int item) throws InterruptedException {
    if (item == 1) {
      mayReturn.await();
    }
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task, "a thread that hangs");
    thread.start();
    return thread;
  }

  @Test
  void nothingMoreIsAcceptedAndTheHookKnowsWhere() throws InterruptedException {
    SerialCalls<Integer> calls = limited(SHORT, settings.deliverOn(tasks::add));
    CompletableFuture<EmitOutcome> waits = fill(calls);
    Thread thread = start(tasks.remove());
    TimeoutException hang = hangs.take();
    assertEquals(EmitOutcome.TERMINATED, calls.tryCall(6), "the hook is called after that");
    assertEquals(EmitOutcome.TERMINATED, waits.join());
    assertTrue(hang.toString().contains("client 7"), hang::toString);
    assertTrue(hang.toString().contains("PT0.02S in thread a thread that hangs"), hang::toString);
    assertTrue(
        Arrays.stream(hang.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("hang")));
    assertEquals(List.of(), discarded, "they are with the thread that hangs");
    mayReturn.countDown();
    thread.join();
    assertEquals(List.of(2, 3, 4), discarded);
    assertSame(
        hang,
        assertThrows(Exception.class, () -> calls.ended().toCompletableFuture().get()).getCause());
    assertTrue(hangs.isEmpty());
  }

  /** The limit is for one call: these take longer together. */
  @Test
  void aFrontThatIsBusyAllTheTimeDoesNotHang() {
    Duration limit = Duration.ofMillis(500);
    SerialCalls<Integer> calls = limited(limit, settings);
    long start = System.nanoTime();
    while (System.nanoTime() - start < 2 * limit.toNanos()) {
      calls.tryCall(0);
    }
    assertEquals(List.of(), List.copyOf(hangs));
    assertEquals(EmitOutcome.DELIVERED, calls.tryCall(0));
  }

  /** A timer that others use as well would not find a call that hangs in its own thread. */
  @Test
  void aCallThatHangsInATimerOfTheJdkIsFound() throws InterruptedException {
    SerialCalls<Integer> calls = limited(SHORT, settings);
    CompletableFuture<Void> moment = new CompletableFuture<>();
    CompletableFuture<EmitOutcome> call = moment.thenApply(nothing -> calls.tryCall(1));
    CompletableFuture<Void> unused = moment.completeOnTimeout(null, 1, TimeUnit.MILLISECONDS);
    assertInstanceOf(TimeoutException.class, hangs.take());
    mayReturn.countDown();
    call.join();
  }

  /** Those who wait for room may occupy the threads that answer. */
  @Test
  void theHookNeedsNoThreadOfAPool() throws InterruptedException {
    CountDownLatch occupied = new CountDownLatch(1);
    AtomicReference<@Nullable Thread> delivering = new AtomicReference<>();
    Serializer<Integer> answering =
        settings.answerOn(
            answer -> {
              if (Thread.currentThread() == delivering.get()) {
                return; // that of the item that got room
              }
              occupied.countDown();
              try {
                mayReturn.await();
              } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
              }
              answer.run();
            });
    SerialCalls<Integer> calls = limited(SHORT, answering.deliverOn(tasks::add));
    CompletableFuture<EmitOutcome> waits = fill(calls);
    Runnable task = tasks.remove();
    Thread thread =
        start(
            () -> {
              delivering.set(Thread.currentThread());
              task.run();
            });
    assertInstanceOf(TimeoutException.class, hangs.take());
    occupied.await();
    mayReturn.countDown();
    assertEquals(EmitOutcome.TERMINATED, waits.join());
    thread.join();
  }

  /** As the front for servlets does. What waits is discarded when that is done: so the front learns of it first. */
  @Test
  void theHookMayEndTheCallWithItsError() throws InterruptedException {
    CompletableFuture<Void> call = new CompletableFuture<>();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    HangLimit limit =
        new HangLimit(
            SHORT,
            tooLong -> {
              call.completeExceptionally(tooLong);
              ended.complete(null);
              hangs.add(tooLong);
            });
    SerialCalls<Integer> calls =
        SerialCalls.ofAsync(
            Serializer.<Integer>withDefaults().<Integer>onDiscard(item -> ended.join()),
            limit,
            this,
            (test, item) -> call);
    calls.tryCall(1);
    calls.tryCall(2);
    TimeoutException hang = hangs.take();
    assertSame(hang, Await.failureOf(calls.ended()));
  }

  @Test
  void aLimitIsPositive() {
    assertThrows(IllegalArgumentException.class, () -> new HangLimit(Duration.ZERO, hangs::add));
  }
}
