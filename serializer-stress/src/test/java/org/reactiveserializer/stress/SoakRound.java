package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.TestUpstream;

/** One round of the soak test: a serializer with random producers, end and downstream. */
final class SoakRound implements Soak.Round {
  /** What the downstream does at a random item. */
  private enum Temper {
    CALM,
    THROWS,
    EMITS,
    COMPLETES,
    CANCELS,
    REQUESTS
  }

  private static final int LONG_LIFE = 20_000;
  private static final int SHORT_LIFE = 60;
  private static final int MOST_PRODUCERS = 7;

  private final List<SoakProducer> producers = new ArrayList<>();
  private final List<Item> echoes = new ArrayList<>();
  private final AtomicInteger uninterrupted = new AtomicInteger();
  private final Failure thrown = new Failure("thrown by the downstream");
  private final Temper temper;
  private final int moment;
  private final boolean virtual;
  private final ErrorMode mode;
  private final Scene scene;

  SoakRound(Random random) {
    int count = 2 + random.nextInt(MOST_PRODUCERS - 1);
    int life = random.nextInt(50) == 0 ? LONG_LIFE : SHORT_LIFE;
    int most = 1 + random.nextInt(life);
    temper = Temper.values()[random.nextInt(Temper.values().length)];
    moment = 1 + random.nextInt(most);
    virtual = random.nextBoolean();
    mode = random.nextBoolean() ? ErrorMode.IMMEDIATE : ErrorMode.DELAYED;

    int capacity = 2 * count * most;
    Consumer<Item> reaction = this::react;
    Probe probe =
        random.nextBoolean()
            ? new GuardProbe(capacity, reaction)
            : new PlainProbe(capacity, reaction);
    Fates outcomes =
        new Fates(
            perhaps(random, "thrown by the discard hook"),
            perhaps(random, "thrown by the dropped-error hook"));
    scene = Scene.of(Scene.serializer(mode), probe, outcomes);
    for (int p = 0; p < count; p++) {
      producers.add(new SoakProducer(p, most, random, scene));
    }
  }

  /** Draws the exception that a hook throws, or null. */
  static @Nullable Failure perhaps(Random random, String message) {
    return random.nextInt(4) == 0 ? new Failure(message) : null;
  }

  @Override
  public void run() {
    CountDownLatch go = new CountDownLatch(1);
    List<Threads.Task> tasks = new ArrayList<>();
    for (SoakProducer producer : producers) {
      tasks.add(Threads.start(virtual, () -> emit(producer, go)));
    }
    go.countDown();
    tasks.forEach(Threads.Task::join);
    audit();
  }

  private void emit(SoakProducer producer, CountDownLatch go) {
    Thread.currentThread().setUncaughtExceptionHandler(scene.outcomes()::uncaught);
    Threads.await(go);
    boolean interrupted = producer.isInterrupted();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    producer.run();
    if (Thread.interrupted() != interrupted) {
      uninterrupted.getAndIncrement();
    }
  }

  private void react(Item item) {
    boolean echo = item.isOf(producers.size());
    if (temper == Temper.EMITS && !echo && echoes.size() < moment) {
      Item mine = new Item(producers.size(), echoes.size());
      echoes.add(mine);
      scene.next(mine);
    } else if (item.isNumber(moment)) {
      switch (temper) {
        case THROWS -> throw thrown;
        case COMPLETES -> scene.complete();
        case CANCELS -> scene.cancel();
        case REQUESTS -> scene.request(1);
        default -> {}
      }
    }
  }

  private void audit() {
    Audit audit = new Audit(scene);
    List<Item> items = new ArrayList<>(echoes);
    List<Failure> errors = new ArrayList<>();
    List<TestUpstream> upstreams = new ArrayList<>();
    boolean completed = false;
    boolean covered = temper == Temper.COMPLETES;
    for (SoakProducer producer : producers) {
      items.addAll(producer.items());
      errors.addAll(producer.errors());
      upstreams.addAll(producer.upstreams());
      completed |= producer.completes();
      covered |= producer.completes() && producer.isCovered();
    }
    audit.ofItems(items);
    audit.ofErrors(errors);
    audit.ofUpstreams(upstreams);
    audit.ofCompletion(covered);
    audit.none("interrupt flags lost", uninterrupted.get());
    if (!isCutShort()) {
      if (completed || !errors.isEmpty()) {
        audit.none("missing terminal signals", 1 - scene.probe().terminals());
      } else if (temper != Temper.COMPLETES) {
        audit.none("discarded items although the stream did not end", scene.outcomes().discarded());
      }
    }
    audit.close();
  }

  private boolean isCutShort() {
    boolean cancelled = temper == Temper.CANCELS;
    for (SoakProducer producer : producers) {
      cancelled |= producer.cancels();
    }
    return cancelled || scene.thrown() > 0;
  }

  @Override
  public int items() {
    int sum = echoes.size();
    for (SoakProducer producer : producers) {
      sum += producer.items().size();
    }
    return sum;
  }

  @Override
  public String toString() {
    return String.format(
        "%d producers%s, %d items, %s, downstream %s at %d",
        producers.size(), virtual ? ", virtual" : "", items(), mode, temper, moment);
  }
}
