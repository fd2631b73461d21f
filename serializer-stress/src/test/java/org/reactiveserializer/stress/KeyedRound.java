package org.reactiveserializer.stress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.KeyedSerializer;
import org.reactiveserializer.calls.KeyedSink;
import org.reactiveserializer.calls.KeyedStats;

/**
 * One round of the soak test: a keyed sink with random keys, producers, bounds, executor, handler and
 * end. Most keys become idle again and again.
 */
final class KeyedRound implements Soak.Round {
  /** What the executor does with its tasks. */
  private enum Hands {
    POOL,
    CALLER,
    REJECTING
  }

  private static final int MOST_PRODUCERS = 3;
  private static final int MOST_KEYS = 6;
  private static final int MOST_ITEMS = 3_000;
  private static final int MOST_ROOM = 8;

  private final int producers;
  private final int keys;
  private final int items;
  private final int perKey;
  private final int inAll;
  private final int concurrency;
  private final Hands hands;
  private final boolean staged;
  private final boolean abandons;
  private final int seconds;

  // Plain, by key: what only the owner of the key touches.
  private final int[][] last;
  private final boolean[] inside;
  private final int[] handled;

  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger discarded = new AtomicInteger();
  private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();
  private final Executor threads;
  private final KeyedSink<Integer, Mail> sink;

  /** An item: the number'th of a producer for a key. */
  private record Mail(int key, int producer, int number) {}

  KeyedRound(Random random, Executor threads, int seconds) {
    this.threads = threads;
    this.seconds = seconds;
    producers = 1 + random.nextInt(MOST_PRODUCERS);
    keys = 1 + random.nextInt(MOST_KEYS);
    items = 1 + random.nextInt(MOST_ITEMS);
    perKey = 1 + random.nextInt(MOST_ROOM);
    inAll = 1 + random.nextInt(2 * MOST_ROOM);
    concurrency = random.nextInt(3);
    hands = Hands.values()[random.nextInt(Hands.values().length)];
    staged = random.nextInt(3) == 0;
    abandons = random.nextInt(4) == 0;
    last = new int[keys][producers];
    inside = new boolean[keys];
    handled = new int[keys];
    KeyedSerializer<Integer, Mail> settings =
        KeyedSerializer.by(Mail::key)
            .bounded(perKey, inAll)
            .on(this::take)
            .answerOn(Runnable::run)
            .onDiscard(mail -> discarded.getAndIncrement())
            .onErrorDropped(rejected -> {})
            .onError((key, mail, error) -> fault("thrown: " + error));
    sink =
        (concurrency > 0 ? settings.concurrency(concurrency) : settings)
            .handleAsync((key, mail) -> handle(mail));
  }

  private void take(Runnable task) {
    switch (hands) {
      case POOL -> threads.execute(task);
      case CALLER -> task.run();
      case REJECTING -> throw new RejectedExecutionException("rejected");
    }
  }

  private CompletionStage<?> handle(Mail mail) {
    int key = mail.key;
    if (inside[key]) {
      fault("two at a time: " + mail);
    }
    inside[key] = true;
    if (mail.number <= last[key][mail.producer]) {
      fault("out of order: " + mail + " after " + last[key][mail.producer]);
    }
    last[key][mail.producer] = mail.number;
    if (staged && mail.number % 2 == 0) {
      return CompletableFuture.runAsync(() -> leave(key), threads);
    }
    leave(key);
    return CompletableFuture.completedFuture(null);
  }

  private void leave(int key) {
    handled[key]++;
    inside[key] = false;
  }

  private void fault(String text) {
    wrong.compareAndSet(null, text);
  }

  @Override
  public void run() {
    List<Future<?>> running = new ArrayList<>();
    var pool = Executors.newFixedThreadPool(producers);
    for (int i = 0; i < producers; i++) {
      int producer = i;
      running.add(pool.submit(() -> produce(producer, new Random(producer))));
    }
    try {
      if (abandons) {
        sink.abandon().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
      }
      for (Future<?> future : running) {
        future.get(seconds, TimeUnit.SECONDS);
      }
      sink.close().toCompletableFuture().get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new IllegalStateException("it does not end: " + sink.stats().keys() + " keys", late);
    } catch (ExecutionException | InterruptedException thrown) {
      throw new IllegalStateException(thrown);
    } finally {
      pool.shutdown();
    }
    judge();
  }

  private void produce(int producer, Random random) {
    for (int number = 1; number <= items; number++) {
      Mail mail = new Mail(random.nextInt(keys), producer, number);
      EmitOutcome outcome =
          switch (random.nextInt(3)) {
            case 0 -> sink.tryEmit(mail);
            case 1 -> sink.emit(mail, Duration.ofSeconds(seconds));
            default -> sink.emitAsync(mail).toCompletableFuture().join();
          };
      if (outcome.isAccepted()) {
        accepted.getAndIncrement();
      } else if (outcome == EmitOutcome.TERMINATED) {
        return;
      }
    }
  }

  private void judge() {
    String fault = wrong.get();
    if (fault != null) {
      throw new IllegalStateException(fault);
    }
    int sum = discarded.get();
    for (int n : handled) {
      sum += n;
    }
    // An abandoned sink does not wait for the stages that its handlers have returned.
    boolean isEachThere = abandons && staged ? sum <= accepted.get() : sum == accepted.get();
    if (!isEachThere || sink.stats().keys() != 0) {
      throw new IllegalStateException(
          accepted
              + " accepted, "
              + sum
              + " handled or discarded, "
              + discarded
              + " discarded, "
              + sink.stats().keys()
              + " keys");
    }
    judge(sink.stats());
    if (sink.tryEmit(new Mail(0, 0, 0)) != EmitOutcome.TERMINATED) {
      throw new IllegalStateException("accepted after the end");
    }
  }

  private void judge(KeyedStats stats) {
    if (stats.highWater() > inAll || stats.queued() != 0) {
      throw new IllegalStateException(
          "high water " + stats.highWater() + ", waiting at the end " + stats.queued());
    }
  }

  @Override
  public int items() {
    return accepted.get();
  }

  @Override
  public String toString() {
    return String.format(
        "%d producers, %d keys, %d items, room for %d and %d, concurrency %d, %s%s%s",
        producers,
        keys,
        items,
        perKey,
        inAll,
        concurrency,
        hands,
        staged ? ", staged" : "",
        abandons ? ", abandoned" : "");
  }
}
