package org.reactiveserializer.stress;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One round of a soak of waits: a small sink whose downstream requests more only when it has what it
 * requested and the sink is full again, and producers that wait for room. After some items, a producer
 * waits until all of them have their places. So if one is forgotten, nobody makes another pass that would
 * find it, and the round stands still. If only producers are left that wait to be called, the downstream
 * requests down to the half at which they must be.
 */
final class WaitersRound implements Soak.Round {
  /** How a producer waits. */
  private enum Manner {
    STAGES,
    PARKED,
    CALLED
  }

  private static final int MOST_PRODUCERS = 3;
  private static final int MOST_CAPACITY = 8;
  private static final int MOST_AT_A_TIME = 256;
  private static final int MANY_ITEMS = 200_000;
  private static final int FEW_ITEMS =
      200; // of producers for each of whose items a thread is woken
  private static final int LOOKS = 50;

  private final long patience;
  private final int capacity;
  private final int requested;
  private final List<Producer> producers = new ArrayList<>();
  private final SerialSink<Long> sink;
  private final Downstream downstream = new Downstream();
  private long expected;
  private int waits;

  /**
   * Draws a round.
   *
   * @param seconds a time limit that is exceeded only if there is a fault
   */
  WaitersRound(Random random, int seconds) {
    patience = TimeUnit.SECONDS.toNanos(seconds);
    capacity = 1 + random.nextInt(MOST_CAPACITY);
    requested = 1 + random.nextInt(capacity);
    int count = 1 + random.nextInt(MOST_PRODUCERS);
    for (int p = 0; p < count; p++) {
      producers.add(new Producer(p, random));
    }
    sink =
        Serializer.<Long>withDefaults()
            .bounded(capacity, Overflow.DROP_NEWEST)
            .answerOn(Runnable::run)
            .sink();
  }

  @Override
  public void run() {
    sink.subscribe(downstream);
    List<Threads.Task> tasks = new ArrayList<>();
    for (Producer producer : producers) {
      expected += producer.items;
      tasks.add(Threads.start(false, producer::run));
    }
    for (long delivered = 0; delivered < expected; ) {
      long left = expected - delivered;
      await(() -> sink.backlog() >= Math.min(capacity, left) || allWaitForHalf());
      long more = Math.min(requested, left);
      delivered += more;
      downstream.request(more);
      long now = delivered;
      await(() -> downstream.delivered == now);
    }
    tasks.forEach(Threads.Task::join);
    waits = producers.stream().mapToInt(producer -> producer.waits).sum();
    if (downstream.disorder > 0 || sink.backlog() > 0) {
      throw new IllegalStateException(
          downstream.disorder + " items out of order, " + sink.backlog() + " left");
    }
  }

  /** Returns whether more than half is used, so that nobody is called, and whoever has items waits for that. */
  private boolean allWaitForHalf() {
    return sink.backlog() > capacity / 2
        && producers.stream().allMatch(producer -> producer.waitsForCall || producer.ended);
  }

  /** Waits, at first without giving the processor away. */
  private void await(BooleanSupplier condition) {
    for (int look = 0; look < LOOKS; look++) {
      if (condition.getAsBoolean()) {
        return;
      }
      Thread.onSpinWait();
    }
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > patience) {
        throw new IllegalStateException(
            "no progress: "
                + downstream.delivered
                + " of "
                + expected
                + " delivered, "
                + sink.backlog()
                + " wait");
      }
      Thread.yield();
    }
  }

  /** Returns how many items waited for room. */
  @Override
  public int items() {
    return waits;
  }

  @Override
  public String toString() {
    return String.format("%s, capacity %d, %d requested at a time", producers, capacity, requested);
  }

  /** Emits numbers, whose remainder is its own number, and waits for room. */
  private final class Producer {
    private final int number;
    private final Manner manner;
    private final int atOnce;
    private final int items;
    private final Queue<CompletableFuture<EmitOutcome>> stages = new ArrayDeque<>();
    private final Semaphore called = new Semaphore(0);
    private final Runnable call = called::release;
    private volatile boolean waitsForCall;
    private volatile boolean ended;
    private int waits;

    Producer(int number, Random random) {
      this.number = number;
      manner = Manner.values()[random.nextInt(Manner.values().length)];
      atOnce = 1 + random.nextInt(MOST_AT_A_TIME);
      items = 1 + random.nextInt(manner == Manner.STAGES ? MANY_ITEMS : FEW_ITEMS);
    }

    void run() {
      for (int i = 0; i < items; i++) {
        Long item = (long) i * producers.size() + number;
        switch (manner) {
          case STAGES -> emitLater(item);
          case PARKED -> park(item);
          case CALLED -> emitWhenCalled(item);
        }
      }
      awaitStages();
      ended = true;
    }

    private void emitLater(Long item) {
      CompletableFuture<EmitOutcome> stage = sink.emitAsync(item).toCompletableFuture();
      if (stage.isDone()) {
        check(stage.join());
        return;
      }
      waits++;
      stages.add(stage);
      if (stages.size() == atOnce) {
        awaitStages();
      }
    }

    private void awaitStages() {
      for (var stage = stages.poll(); stage != null; stage = stages.poll()) {
        await(stage::isDone);
        check(stage.join());
      }
    }

    private void park(Long item) {
      EmitOutcome outcome = sink.tryEmit(item);
      if (outcome == EmitOutcome.OVERFLOW) {
        waits++;
        outcome = sink.emit(item, Duration.ofNanos(patience));
      }
      check(outcome);
    }

    private void emitWhenCalled(Long item) {
      EmitOutcome outcome = sink.tryEmit(item);
      while (outcome == EmitOutcome.OVERFLOW) {
        waits++;
        waitsForCall = true;
        sink.onRoom(call);
        await(called::tryAcquire);
        waitsForCall = false;
        outcome = sink.tryEmit(item);
      }
      check(outcome);
    }

    private void check(EmitOutcome outcome) {
      if (!outcome.isAccepted()) {
        throw new IllegalStateException("outcome " + outcome);
      }
    }

    @Override
    public String toString() {
      return manner + " " + items + " by " + atOnce;
    }
  }

  private final class Downstream implements Subscriber<Long> {
    private final long[] next = new long[MOST_PRODUCERS];
    private volatile long delivered;
    private @Nullable Subscription subscription;
    private int disorder;

    @Override
    public void onSubscribe(Subscription arrived) {
      subscription = arrived;
    }

    void request(long n) {
      Objects.requireNonNull(subscription).request(n);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // serial; others only read it
    public void onNext(Long item) {
      int producer = (int) (item % producers.size());
      disorder += next[producer]++ == item / producers.size() ? 0 : 1;
      delivered++;
    }

    @Override
    public void onError(Throwable error) {
      throw new IllegalStateException(error);
    }

    @Override
    public void onComplete() {}
  }
}
