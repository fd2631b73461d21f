package org.reactiveserializer.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Elsewhere;

/** Calls of an object, one at a time. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SerialCallsTest {
  private final List<Integer> made = Collections.synchronizedList(new ArrayList<>());
  private final List<Integer> discarded = Collections.synchronizedList(new ArrayList<>());
  private final Serializer<Integer> settings =
      Serializer.<Integer>withDefaults()
          .bounded(4, Overflow.DROP_NEWEST)
          .onDiscard(discarded::add)
          .answerOn(Runnable::run);

  /** An object that one thread at a time may call. */
  private static final class Register {
    private final AtomicInteger inside = new AtomicInteger();
    private int overlaps;
    private int sum; // plain

    void add(int n) {
      overlaps += inside.getAndIncrement();
      sum += n;
      inside.getAndDecrement();
    }
  }

  private static @Nullable Throwable failureOf(SerialCalls<?> calls) {
    CompletableFuture<Void> ended = calls.ended().toCompletableFuture();
    assertTrue(ended.isDone(), "the front has not ended");
    return ended.handle((nothing, thrown) -> thrown).join();
  }

  private static void race(IntConsumer call) throws InterruptedException {
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(() -> IntStream.rangeClosed(1, 50_000).forEach(n -> call.accept(n % 3)));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void callsOfManyThreadsFollowEachOther() throws InterruptedException {
    Register register = new Register();
    SerialCalls<Integer> calls =
        SerialCalls.of(Serializer.<Integer>withDefaults(), register, Register::add);
    race(calls::tryCall);
    assertTrue(calls.end());
    assertNull(failureOf(calls));
    assertEquals(200_004, register.sum);
    assertEquals(0, register.overlaps);
    assertEquals(200_000, calls.stats().delivered());
  }

  @Test
  void theSameCallsWithoutTheFrontMeet() throws InterruptedException {
    Register register = new Register();
    do {
      race(register::add);
    } while (register.overlaps == 0);
    assertTrue(register.overlaps > 0);
  }

  @Test
  void aCallIsMadeHereOrLeft() {
    SerialCalls<Integer>[] front = fronts(1);
    front[0] =
        SerialCalls.of(
            made,
            (target, item) -> {
              target.add(item);
              if (item == 1) {
                Elsewhere.run(() -> assertEquals(EmitOutcome.QUEUED, front[0].tryCall(2)));
                assertEquals(EmitOutcome.QUEUED, front[0].tryCall(3), "from within a call");
                assertEquals(List.of(1), made);
              }
            });
    assertEquals(EmitOutcome.DELIVERED, front[0].tryCall(1));
    assertEquals(List.of(1, 2, 3), made);
  }

  @SuppressWarnings("unchecked") // an array of fronts, for code that calls its own
  private static SerialCalls<Integer>[] fronts(int n) {
    return (SerialCalls<Integer>[]) new SerialCalls<?>[n];
  }

  @Test
  void noMoreThan1024CallsWaitByDefault() {
    SerialCalls<Integer>[] front = fronts(1);
    front[0] =
        SerialCalls.of(
            made,
            (target, item) -> {
              if (target.isEmpty()) {
                target.add(item);
                IntStream.rangeClosed(1, 1_025).forEach(front[0]::tryCall);
              } else {
                target.add(item);
              }
            });
    front[0].tryCall(0);
    assertEquals(1_025, made.size());
    assertEquals(1, front[0].stats().refused(EmitOutcome.OVERFLOW));
  }

  @Test
  void whoWaitsGetsRoom() {
    SerialCalls<Integer>[] front = fronts(1);
    List<EmitOutcome> outcomes = new ArrayList<>();
    front[0] =
        SerialCalls.of(
            settings,
            made,
            (target, item) -> {
              target.add(item);
              if (item == 0) {
                IntStream.rangeClosed(1, 5).forEach(front[0]::tryCall); // 4 wait
                front[0].callAsync(6).thenAccept(outcomes::add);
                front[0].onRoom(() -> outcomes.add(front[0].tryCall(7)));
                assertEquals(EmitOutcome.OVERFLOW, front[0].call(8, Duration.ofDays(1)), "inside");
              }
            });
    front[0].tryCall(0);
    assertEquals(List.of(EmitOutcome.QUEUED, EmitOutcome.QUEUED), outcomes);
    assertEquals(List.of(0, 1, 2, 3, 4, 6, 7), made);
  }

  // The end.

  @Test
  void whatWaitsAtTheEndIsStillCalled() {
    SerialCalls<Integer>[] front = fronts(1);
    front[0] =
        SerialCalls.of(
            settings,
            made,
            (target, item) -> {
              target.add(item);
              if (item == 1) {
                front[0].tryCall(2);
                assertTrue(front[0].end());
                assertFalse(front[0].end());
                assertEquals(EmitOutcome.TERMINATED, front[0].tryCall(3));
                assertFalse(front[0].ended().toCompletableFuture().isDone());
              }
            });
    front[0].tryCall(1);
    assertEquals(List.of(1, 2), made);
    assertNull(failureOf(front[0]));
  }

  @Test
  void whatWaitsWhenItIsAbandonedIsDiscarded() {
    SerialCalls<Integer>[] front = fronts(1);
    front[0] =
        SerialCalls.of(
            settings,
            made,
            (target, item) -> {
              target.add(item);
              front[0].tryCall(2);
              Elsewhere.run(front[0]::abandon);
              assertFalse(front[0].ended().toCompletableFuture().isDone(), "a call is under way");
            });
    front[0].tryCall(1);
    assertEquals(List.of(1), made);
    assertEquals(List.of(2), discarded);
    assertInstanceOf(CancellationException.class, failureOf(front[0]));
  }

  @Test
  void aCallThatFailsEndsTheFront() {
    IOException broken = new IOException("the connection is broken");
    SerialCalls<Integer>[] front = fronts(1);
    front[0] =
        SerialCalls.of(
            settings,
            made,
            (target, item) -> {
              target.add(item);
              front[0].tryCall(2);
              throw broken;
            });
    List<List<Integer>> discardedBefore = new ArrayList<>();
    front[0].ended().whenComplete((ok, thrown) -> discardedBefore.add(List.copyOf(discarded)));
    assertEquals(EmitOutcome.DELIVERED, front[0].tryCall(1));
    assertEquals(EmitOutcome.CANCELLED, front[0].tryCall(3));
    assertEquals(List.of(1), made);
    assertEquals(List.of(List.of(2)), discardedBefore, "the end comes last of all");
    assertSame(broken, failureOf(front[0]));
    assertFalse(front[0].end());
  }

  @Test
  void nobodyElseCompletesTheEnd() {
    SerialCalls<Integer> calls = SerialCalls.of(made, List::add);
    CompletableFuture<Void> ended = calls.ended().toCompletableFuture();
    ended.complete(null);
    ended.completeExceptionally(new IOException("mine"));
    ended.completeAsync(() -> null, Runnable::run);
    ended.cancel(true);
    assertFalse(ended.isDone());
  }

  @Test
  void aHangIsTheFailureAlsoIfTheHookMakesTheCallFail() throws InterruptedException {
    CountDownLatch closed = new CountDownLatch(1);
    BlockingQueue<TimeoutException> hangs = new LinkedBlockingQueue<>();
    SerialCalls<Integer> calls =
        SerialCalls.of(
            settings,
            new HangLimit(
                Duration.ofMillis(20),
                hang -> {
                  hangs.add(hang);
                  closed.countDown();
                }),
            closed,
            (latch, item) -> {
              latch.await();
              throw new IOException("closed");
            });
    Thread thread = new Thread(() -> calls.tryCall(1));
    thread.start();
    thread.join();
    TimeoutException hang = hangs.take();
    assertSame(hang, failureOf(calls));
    assertInstanceOf(IOException.class, hang.getSuppressed()[0]);
  }

  @Test
  void aHangAfterTheEndIsTheFailureAsWell() throws InterruptedException {
    BlockingQueue<TimeoutException> hangs = new LinkedBlockingQueue<>();
    SerialCalls<Integer> calls = lasting(new HangLimit(Duration.ofSeconds(2), hangs::add));
    calls.tryCall(1);
    calls.end();
    TimeoutException hang = hangs.take();
    open.remove().complete("after all");
    assertSame(hang, calls.ended().handle((ok, thrown) -> thrown).toCompletableFuture().join());
  }

  @Test
  void aCallThatHangsEndsTheFront() throws InterruptedException {
    BlockingQueue<TimeoutException> hangs = new LinkedBlockingQueue<>();
    CountDownLatch mayReturn = new CountDownLatch(1);
    SerialCalls<Integer> calls =
        SerialCalls.of(
            settings,
            new HangLimit(Duration.ofMillis(20), hangs::add),
            mayReturn,
            (latch, item) -> latch.await());
    Thread thread = new Thread(() -> calls.tryCall(1));
    thread.start();
    TimeoutException hang = hangs.take();
    assertEquals(EmitOutcome.TERMINATED, calls.tryCall(2));
    assertFalse(calls.ended().toCompletableFuture().isDone());
    mayReturn.countDown();
    thread.join();
    assertSame(hang, failureOf(calls));
  }

  // Calls that end later.

  private final Queue<CompletableFuture<String>> open = new ArrayDeque<>();

  private SerialCalls<Integer> lasting() {
    return SerialCalls.ofAsync(settings, made, this::begin);
  }

  private SerialCalls<Integer> lasting(HangLimit limit) {
    return SerialCalls.ofAsync(settings, limit, made, this::begin);
  }

  private CompletionStage<String> begin(List<Integer> target, Integer item) {
    target.add(item);
    CompletableFuture<String> stage = new CompletableFuture<>();
    open.add(stage);
    return stage;
  }

  @Test
  void theNextCallAwaitsTheOneBefore() {
    SerialCalls<Integer> calls = lasting();
    assertEquals(EmitOutcome.DELIVERED, calls.tryCall(1));
    assertEquals(EmitOutcome.QUEUED, calls.tryCall(2));
    assertEquals(EmitOutcome.QUEUED, calls.tryCall(3));
    assertEquals(List.of(1), made);
    open.remove().complete("sent");
    assertEquals(List.of(1, 2), made);
    assertTrue(calls.end());
    open.remove().complete("sent");
    assertEquals(List.of(1, 2, 3), made);
    assertFalse(calls.ended().toCompletableFuture().isDone(), "the last one is under way");
    open.remove().complete("sent");
    assertNull(failureOf(calls));
  }

  @Test
  void stagesThatAreCompleteNeedNoStack() {
    SerialCalls<Integer> calls =
        SerialCalls.ofAsync(
            Serializer.<Integer>withDefaults(),
            made,
            (target, item) -> {
              target.add(item);
              return item == 0 ? begin(target, item) : CompletableFuture.completedStage(item);
            });
    IntStream.rangeClosed(0, 100_000).forEach(calls::tryCall);
    open.remove().complete("now the others");
    assertEquals(100_002, made.size());
  }

  @Test
  void aStageThatFailsEndsTheFront() {
    SerialCalls<Integer> calls = lasting();
    IOException broken = new IOException("broken");
    calls.tryCall(1);
    calls.tryCall(2);
    open.remove().completeExceptionally(broken);
    assertSame(broken, failureOf(calls));
    assertEquals(List.of(2), discarded);
    assertEquals(EmitOutcome.CANCELLED, calls.tryCall(3));
    assertEquals(List.of(1), made);
  }

  @Test
  void aStageThatFailsAfterTheEndIsReportedAsWell() {
    SerialCalls<Integer> calls =
        SerialCalls.ofAsync(
            settings, made, (target, item) -> begin(target, item).thenApply(String::length));
    IOException broken = new IOException("broken");
    calls.tryCall(1);
    calls.end();
    open.remove().completeExceptionally(broken);
    assertSame(broken, failureOf(calls));
  }

  @Test
  void aFrontThatIsAbandonedAwaitsTheCallThatIsUnderWay() {
    SerialCalls<Integer> calls = lasting();
    calls.tryCall(1);
    calls.tryCall(2);
    calls.abandon();
    assertEquals(List.of(2), discarded);
    assertFalse(calls.ended().toCompletableFuture().isDone());
    open.remove().complete("sent");
    assertInstanceOf(CancellationException.class, failureOf(calls));
  }

  @Test
  void aCallWithoutAStageEndsTheFront() {
    SerialCalls<Integer> none = SerialCalls.ofAsync(made, (target, item) -> nothing());
    none.tryCall(1);
    Throwable missing = assertInstanceOf(NullPointerException.class, failureOf(none));
    assertTrue(missing.toString().contains("the call returned null"), missing::toString);
    IOException refused = new IOException("refused");
    SerialCalls<Integer> throwing =
        SerialCalls.ofAsync(
            made,
            (target, item) -> {
              throw refused;
            });
    throwing.tryCall(1);
    assertSame(refused, failureOf(throwing));
  }

  @SuppressWarnings("NullAway") // that is the point
  private static CompletionStage<?> nothing() {
    return null;
  }

  @Test
  void aStageThatNeverCompletesHangs() throws InterruptedException {
    BlockingQueue<TimeoutException> hangs = new LinkedBlockingQueue<>();
    SerialCalls<Integer> calls = lasting(new HangLimit(Duration.ofSeconds(2), hangs::add));
    calls.tryCall(1);
    List<Integer> waiting = calls.tryCall(2).isAccepted() ? List.of(2) : List.of(); // unless late
    TimeoutException hang = hangs.take();
    assertEquals(EmitOutcome.TERMINATED, calls.tryCall(3));
    Await.until(() -> discarded.equals(waiting)); // the thread that has called the hook discards
    assertFalse(calls.ended().toCompletableFuture().isDone());
    open.remove().complete("after all");
    // Not failureOf: the thread that has called the hook may still be ending the stream.
    assertSame(hang, calls.ended().handle((ok, thrown) -> thrown).toCompletableFuture().join());
  }

  @Test
  void nullIsRefused() {
    SerialCalls<Integer> calls = SerialCalls.of(made, List::add);
    assertThrows(NullPointerException.class, () -> calls.tryCall(nullItem()));
    assertThrows(
        NullPointerException.class, () -> SerialCalls.<List<Integer>, Integer>of(made, noCall()));
  }

  @SuppressWarnings("NullAway") // that is the point
  private static Integer nullItem() {
    return null;
  }

  @SuppressWarnings("NullAway") // that is the point
  private static SerialCalls.Call<List<Integer>, Integer> noCall() {
    return null;
  }

  @Test
  void aCloseWithALimitSaysHowManyAreNotMade() throws Exception {
    CompletableFuture<Void> call = new CompletableFuture<>();
    SerialCalls<Integer> calls = SerialCalls.ofAsync(settings, this, (target, item) -> call);
    List.of(1, 2, 3).forEach(calls::tryCall);
    CompletableFuture<Long> hasty = calls.close(Duration.ofMillis(1)).toCompletableFuture();
    Await.until(() -> discarded.size() == 2);
    assertEquals(EmitOutcome.TERMINATED, calls.tryCall(4));
    assertFalse(hasty.isDone(), "a call is under way");
    call.complete(null);
    assertEquals(2, hasty.get());
    SerialCalls<Integer> idle = SerialCalls.of(settings, this, (target, item) -> {});
    idle.tryCall(1);
    assertEquals(0, idle.close(Duration.ofDays(1)).toCompletableFuture().get());
    assertEquals(0, idle.close(Duration.ZERO).toCompletableFuture().get());
  }

  @Test
  void aFailureThatNobodyAsksForGoesToTheHook() {
    List<Throwable> dropped = new ArrayList<>();
    IOException broken = new IOException("broken");
    SerialCalls.Call<Object, Integer> failing =
        (target, item) -> {
          throw broken;
        };
    SerialCalls<Integer> unasked =
        SerialCalls.of(settings.onErrorDropped(dropped::add), this, failing);
    assertEquals(EmitOutcome.DELIVERED, unasked.tryCall(1));
    assertEquals(List.of(broken), dropped);
    SerialCalls<Integer> asked =
        SerialCalls.of(settings.onErrorDropped(dropped::add), this, failing);
    CompletionStage<Void> ended = asked.ended();
    asked.tryCall(1);
    assertEquals(List.of(broken), dropped);
    CancellationException cancelled = new CancellationException("of a future in the call");
    SerialCalls<Integer> closed =
        SerialCalls.of(
            settings.onErrorDropped(dropped::add),
            this,
            (target, item) -> {
              throw cancelled;
            });
    closed.tryCall(1);
    closed.close(Duration.ofDays(1));
    assertEquals(List.of(broken, cancelled), dropped);
    assertTrue(ended.toCompletableFuture().isCompletedExceptionally());
  }
}
