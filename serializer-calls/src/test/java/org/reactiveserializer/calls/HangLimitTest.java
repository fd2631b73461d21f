package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;

/** A call that takes longer than the limit ends the front. See also {@link SerialCallsTest}. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HangLimitTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  /** Longer than a thread of the test is off its processor. */
  private static final Duration LONG = Duration.ofSeconds(2);

  private final BlockingQueue<TimeoutException> hangs = new LinkedBlockingQueue<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch mayReturn = new CountDownLatch(1);
  private final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<Integer> settings =
      Serializer.<Integer>withDefaults()
          .bounded(2, Overflow.DROP_NEWEST)
          .onDiscard(discarded::add)
          .named("client 7");

  private SerialCalls<Integer> limited(Duration limit, Consumer<TimeoutException> hook) {
    return SerialCalls.of(
        settings, new HangLimit(limit, hook), this, (test, item) -> test.hang(item));
  }

  private void hang(int item) throws InterruptedException {
    if (item == 1) {
      hanging.countDown();
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
    SerialCalls<Integer> calls = limited(LONG, hangs::add);
    Thread thread = start(() -> calls.tryCall(1));
    hanging.await();
    calls.tryCall(2);
    calls.tryCall(3);
    CompletableFuture<EmitOutcome> waits = calls.callAsync(4).toCompletableFuture();
    TimeoutException hang = hangs.take();
    assertEquals(EmitOutcome.TERMINATED, calls.tryCall(5), "the hook is called after that");
    assertEquals(EmitOutcome.TERMINATED, waits.join());
    assertTrue(hang.toString().contains("client 7"), hang::toString);
    assertTrue(hang.toString().contains("PT2S in thread a thread that hangs"), hang::toString);
    assertTrue(
        Arrays.stream(hang.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("hang")));
    assertEquals(List.of(), discarded, "they are with the thread that hangs");
    mayReturn.countDown();
    thread.join();
    assertEquals(List.of(2, 3), discarded);
    assertSame(
        hang,
        assertThrows(Exception.class, () -> calls.ended().toCompletableFuture().get()).getCause());
    assertTrue(hangs.isEmpty());
  }

  /** The limit is for one call: these take longer together. */
  @Test
  void aFrontThatIsBusyAllTheTimeDoesNotHang() {
    Duration limit = Duration.ofMillis(500);
    SerialCalls<Integer> calls = limited(limit, hangs::add);
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
    SerialCalls<Integer> calls = limited(SHORT, hangs::add);
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
    SerialCalls<Integer> calls =
        SerialCalls.of(
            settings.answerOn(
                answer -> {
                  occupied.countDown();
                  try {
                    mayReturn.await();
                  } catch (InterruptedException impossible) {
                    throw new AssertionError(impossible);
                  }
                  answer.run();
                }),
            new HangLimit(LONG, hangs::add),
            this,
            (test, item) -> test.hang(item));
    Thread thread = start(() -> calls.tryCall(1));
    hanging.await();
    calls.tryCall(2);
    calls.tryCall(3);
    CompletableFuture<EmitOutcome> waits = calls.callAsync(4).toCompletableFuture();
    assertInstanceOf(TimeoutException.class, hangs.take());
    occupied.await();
    mayReturn.countDown();
    assertEquals(EmitOutcome.TERMINATED, waits.join());
    thread.join();
  }

  @Test
  void aLimitIsPositive() {
    assertThrows(IllegalArgumentException.class, () -> new HangLimit(Duration.ZERO, hangs::add));
  }
}
