package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.SinkScene;

/**
 * One round of the soak test: a sink with random producers, capacity, drain limit, subscription and
 * demand. At the end everything is requested, so no item waits.
 */
final class SinkRound implements Soak.Round {
  /** What the downstream does at a random item. */
  private enum Temper {
    CALM,
    THROWS,
    EMITS,
    COMPLETES,
    CANCELS,
    REQUESTS
  }

  /** What the executor of the drain limit does with its tasks. */
  private enum Hands {
    NONE,
    POOL,
    CALLER,
    REJECTING,
    CARELESS
  }

  private static final int LONG_LIFE = 20_000;
  private static final int SHORT_LIFE = 60;
  private static final int MOST_PRODUCERS = 6;
  private static final int MOST_CAPACITY = 16;
  private static final int UNBOUNDED = Integer.MAX_VALUE;
  private static final int MOST_REQUESTS = 40;

  private final List<SinkProducer> producers = new ArrayList<>();
  private final List<Item> echoes = new ArrayList<>();
  private final AtomicLong requested = new AtomicLong();
  private final AtomicInteger ends = new AtomicInteger();
  private final Failure thrown = new Failure("thrown by the downstream");
  private final Failure rejection = new Failure("thrown by the executor");
  private final int seconds;
  private final long patience;
  private final Random amounts;
  private final Temper temper;
  private final Hands hands;
  private final Overflow whenFull;
  private final int capacity;
  private int maxWeight; // 0: none
  private final int limit;
  private final int moment;
  private final int requests;
  private final int mostRequested;
  private final boolean delays;
  private final boolean cancels;
  private final boolean virtual;
  private final SinkScene scene;
  private final @Nullable Workers workers;

  // Accessed by the owner only.
  private int unrequested;

  /**
   * Draws a round.
   *
   * @param seconds a time limit that is exceeded only if there is a fault
   */
  SinkRound(Random random, int seconds) {
    this.seconds = seconds;
    patience = TimeUnit.SECONDS.toNanos(seconds);
    int count = 1 + random.nextInt(MOST_PRODUCERS);
    int life = random.nextInt(50) == 0 ? LONG_LIFE : SHORT_LIFE;
    int most = 1 + random.nextInt(life);
    amounts = new Random(random.nextLong());
    temper = Temper.values()[random.nextInt(Temper.values().length)];
    hands = Hands.values()[random.nextInt(Hands.values().length)];
    whenFull = Overflow.values()[random.nextInt(Overflow.values().length)];
    capacity = random.nextInt(3) == 0 ? UNBOUNDED : 1 + random.nextInt(MOST_CAPACITY);
    limit = 1 + random.nextInt(MOST_CAPACITY);
    moment = 1 + random.nextInt(most);
    requests = random.nextInt(MOST_REQUESTS);
    mostRequested = 1 + random.nextInt(most);
    delays = random.nextBoolean();
    cancels = random.nextInt(8) == 0;
    virtual = random.nextBoolean();

    int noted = 2 * count * most;
    Consumer<Item> reaction = this::react;
    Probe probe =
        random.nextBoolean() ? new GuardProbe(noted, reaction) : new PlainProbe(noted, reaction);
    Fates outcomes =
        new Fates(
            SoakRound.perhaps(random, "thrown by the discard hook"),
            SoakRound.perhaps(random, "thrown by the dropped-error hook"));
    workers =
        hands == Hands.POOL || hands == Hands.CARELESS
            ? new Workers(1, virtual, outcomes::uncaught)
            : null;
    scene = new SinkScene(settings(random), probe, outcomes);
    for (int p = 0; p < count; p++) {
      producers.add(new SinkProducer(p, most, patience, random, scene));
    }
  }

  /** Perhaps with a bound for weights, which lets the heaviest item wait. */
  private Serializer<Item> settings(Random random) {
    Serializer<Item> settings =
        Serializer.<Item>withDefaults()
            .errors(delays ? ErrorMode.DELAYED : ErrorMode.IMMEDIATE)
            .answerOn(this::answer);
    if (capacity != UNBOUNDED) {
      maxWeight = random.nextBoolean() ? 0 : Item.HEAVIEST + random.nextInt(MOST_CAPACITY);
      settings =
          maxWeight == 0
              ? settings.bounded(capacity, whenFull)
              : settings.bounded(capacity, maxWeight, Item::weight, whenFull);
    }
    return hands == Hands.NONE ? settings : settings.drainLimit(limit, executor());
  }

  private Executor executor() {
    return switch (hands) {
      case REJECTING ->
          task -> {
            throw rejection;
          };
      case CARELESS ->
          task -> {
            work(task);
            throw rejection;
          };
      case POOL -> this::work;
      default -> Runnable::run;
    };
  }

  /** In a thread whose uncaught exceptions are counted. */
  private void answer(Runnable task) {
    scene.quietly(task);
  }

  private void work(Runnable task) {
    if (workers != null) {
      workers.execute(() -> scene.quietly(task));
    }
  }

  @Override
  public void run() {
    CountDownLatch go = new CountDownLatch(1);
    List<Threads.Task> tasks = new ArrayList<>();
    for (SinkProducer producer : producers) {
      tasks.add(Threads.start(virtual, () -> emit(producer, go)));
    }
    tasks.add(Threads.start(virtual, () -> consume(go)));
    go.countDown();
    tasks.forEach(task -> task.join(6L * seconds));
    if (workers != null) {
      try (workers) {
        workers.runAll(() -> {});
      }
    }
    audit();
  }

  private void emit(SinkProducer producer, CountDownLatch go) {
    Thread.currentThread().setUncaughtExceptionHandler(scene.outcomes()::uncaught);
    Threads.await(go);
    producer.run();
  }

  private void consume(CountDownLatch go) {
    Thread.currentThread().setUncaughtExceptionHandler(scene.outcomes()::uncaught);
    Threads.await(go);
    scene.subscribe();
    Threads.await(scene.subscribed(), seconds);
    for (int i = 0; i < requests; i++) {
      request(1 + amounts.nextInt(mostRequested));
    }
    if (cancels) {
      scene.cancel();
    }
    request(Long.MAX_VALUE);
  }

  private void request(long n) {
    requested.accumulateAndGet(n, (last, more) -> last + more < 0 ? Long.MAX_VALUE : last + more);
    scene.request(n);
  }

  private void react(Item item) {
    if (scene.probe().delivered() >= requested.get()) {
      unrequested++;
    }
    boolean echo = item.isOf(producers.size());
    if (temper == Temper.EMITS && !echo && echoes.size() < moment) {
      Item mine = new Item(producers.size(), echoes.size());
      echoes.add(mine);
      scene.emit(mine, echoes.size() % 2 * patience);
    } else if (item.isNumber(moment)) {
      switch (temper) {
        case THROWS -> throw thrown;
        case COMPLETES -> ends.getAndAdd(scene.end() ? 1 : 0);
        case CANCELS -> scene.cancel();
        case REQUESTS -> request(1);
        default -> {}
      }
    }
  }

  private void audit() {
    Probe probe = scene.probe();
    Audit audit = new Audit(scene);
    int ended = ends.get();
    for (SinkProducer producer : producers) {
      audit.ofItems(producer.items());
      audit.none("errors with no outcome or two", producer.misfate());
      audit.none("interrupt flags lost", producer.uninterrupted());
      audit.none(
          "items waiting above the capacity", capacity == UNBOUNDED ? 0 : producer.over(capacity));
      audit.none("waits for room that timed out", isCutShort() ? 0 : producer.timeouts());
      ended += producer.ends();
    }
    audit.ofItems(echoes);
    audit.none("items not requested", unrequested);
    audit.none("items still waiting", scene.backlog());
    audit.none("additional ends that were accepted", Math.max(0, ended - 1));
    Throwable failure = probe.failure();
    boolean failed = failure != null;
    boolean overflowed = failure != null && Fates.isOverflow(failure);
    if (!isCutShort()) {
      audit.none("terminals", Math.max(ended, overflowed ? 1 : 0) - probe.terminals());
      if (whenFull != Overflow.DROP_OLDEST && !(failed && !delays)) {
        audit.none(
            "discarded items although the stream completed normally", scene.outcomes().discarded());
      }
      if (probe.terminals() == 0 && capacity == UNBOUNDED) {
        audit.none("refused items although the stream completed normally", scene.refused());
      }
    }
    audit.none(
        "wrong counter of delivered items", (int) scene.stats().delivered() - probe.delivered());
    audit.none(
        "wrong counter of discarded items",
        (int) scene.stats().discarded() - scene.outcomes().discarded());
    audit.none(
        "high-water mark above the bound",
        capacity == UNBOUNDED ? 0 : Math.max(0, scene.stats().highWater() - capacity));
    audit.close();
  }

  private boolean isCutShort() {
    return cancels || temper == Temper.CANCELS || scene.thrown() > 0;
  }

  @Override
  public int items() {
    return echoes.size() + producers.stream().mapToInt(producer -> producer.items().size()).sum();
  }

  @Override
  public String toString() {
    return String.format(
        "%d producers%s, %d items, capacity %d, weight %d, %s, %s of %d, downstream %s at %d, %d requests of %d%s%s",
        producers.size(),
        virtual ? ", virtual" : "",
        items(),
        capacity,
        maxWeight,
        whenFull,
        hands,
        limit,
        temper,
        moment,
        requests,
        mostRequested,
        delays ? ", errors delayed" : "",
        cancels ? ", cancelled" : "");
  }
}
