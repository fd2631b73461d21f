package org.reactiveserializer.stress;

import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.GuardProbe;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Starter;
import org.reactivestreams.Subscription;

/**
 * One round of the soak test: a tree of merges, its demand, and its end. When all threads are done,
 * the requested items must have arrived. Then the tree is ended, and everything must be accounted
 * for.
 */
final class MergeRound implements Soak.Round {
  /** What the downstream does at a random item. */
  private enum Temper {
    CALM,
    THROWS,
    CANCELS,
    REQUESTS
  }

  private static final int LONG_LIFE = 2_000;
  private static final int SHORT_LIFE = 30;
  private static final int MOST_REQUESTS = 40;
  private static final int LATEST_CANCELLATION = 200;

  private final AtomicLong requested = new AtomicLong();
  private final Failure thrown = new Failure("thrown by the downstream");
  private final Temper temper;
  private final int moment;
  private final int requests;
  private final int mostRequested;
  private final Random amounts;
  private final int cancellation;
  private final boolean isDrained;
  private final Scene scene;
  private final Workers workers;
  private final MergeTree tree;
  private final String text;

  private volatile boolean cancelled;
  private int stalls;

  // Accessed by the owner only.
  private int unrequested;
  private boolean threw;

  MergeRound(Random random, boolean dynamic) {
    int most = 1 + random.nextInt(random.nextInt(50) == 0 ? LONG_LIFE : SHORT_LIFE);
    temper = Temper.values()[random.nextInt(Temper.values().length)];
    moment = random.nextInt(2 * most);
    requests = random.nextInt(MOST_REQUESTS);
    mostRequested = random.nextInt(4) == 0 ? Integer.MAX_VALUE : most;
    amounts = new Random(random.nextLong());
    cancellation = random.nextInt(4) == 0 ? random.nextInt(LATEST_CANCELLATION) : -1;
    isDrained = random.nextInt(4) != 0;

    int capacity = 2 * MergeTree.MOST_LEAVES * most;
    Consumer<Item> reaction = this::react;
    Probe probe =
        random.nextBoolean()
            ? new GuardProbe(capacity, reaction)
            : new PlainProbe(capacity, reaction);
    Fates outcomes =
        new Fates(
            SoakRound.perhaps(random, "thrown by the discard hook"),
            SoakRound.perhaps(random, "thrown by the dropped-error hook"));
    scene = Scene.of((same, hooks) -> subject(probe), probe, outcomes);
    int threads = 2 + random.nextInt(3);
    boolean virtual = random.nextBoolean();
    workers = new Workers(threads, virtual, outcomes::uncaught);
    tree = new MergeTree(random, dynamic, scene, workers, most);
    text =
        String.format(
            "%d threads%s, downstream %s at %d, %d requests of %d, cancelled at %d, %s",
            threads,
            virtual ? ", virtual" : "",
            temper,
            moment,
            requests,
            mostRequested,
            cancellation,
            tree);
  }

  private Scene.Subject subject(Probe probe) {
    return new Scene.Subject(
        new Starter(probe, this::start),
        new Subscription() {
          @Override
          public void request(long n) {
            Objects.requireNonNull(probe.subscription()).request(n);
          }

          @Override
          public void cancel() {
            Objects.requireNonNull(probe.subscription()).cancel();
          }
        },
        () -> 0);
  }

  private void start() {
    if (amounts.nextBoolean()) {
      requestTimes(requests);
    } else {
      workers.execute(() -> requestTimes(requests));
    }
    if (cancellation >= 0) {
      workers.execute(() -> cancelAfter(cancellation));
    }
  }

  @Override
  public void run() {
    try (workers) {
      workers.runAll(() -> scene.call(() -> tree.root().subscribe(scene.signals())));
      lookForStalls();
      if (isDrained && !isOver()) {
        workers.runAll(() -> request(Long.MAX_VALUE));
        lookForStalls();
      }
      if (!isOver()) {
        workers.runAll(this::cancel);
      }
    }
    audit();
  }

  private void request(long n) {
    requested.accumulateAndGet(n, (last, more) -> last + more < 0 ? Long.MAX_VALUE : last + more);
    scene.request(n);
  }

  private void requestTimes(int times) {
    if (times > 0) {
      request(1 + amounts.nextInt(mostRequested));
      workers.execute(() -> requestTimes(times - 1));
    }
  }

  private void cancel() {
    cancelled = true;
    scene.cancel();
  }

  private void cancelAfter(int others) {
    if (others == 0) {
      cancel();
    } else {
      workers.execute(() -> cancelAfter(others - 1));
    }
  }

  private void react(Item item) {
    int before = scene.probe().delivered();
    if (before >= requested.get()) {
      unrequested++;
    }
    if (temper == Temper.REQUESTS) {
      request(1);
    } else if (before == moment && temper == Temper.THROWS) {
      threw = true;
      throw thrown;
    } else if (before == moment && temper == Temper.CANCELS) {
      cancel();
    }
  }

  private boolean isOver() {
    return cancelled || threw || scene.probe().terminals() > 0;
  }

  private void lookForStalls() {
    if (!isOver() && scene.probe().delivered() < requested.get()) {
      stalls += tree.rests() ? tree.stalled() : 1;
    }
  }

  private void audit() {
    Probe probe = scene.probe();
    Audit audit = new Audit(scene);
    audit.ofItems(tree.sent());
    audit.ofErrors(tree.failures(), thrown, threw);
    audit.none("items not requested", unrequested);
    audit.none("missing items or ends", stalls);
    audit.none("sources neither ended nor cancelled", tree.running());
    audit.none("sources with too much demand, or cancelled again", tree.overcharged());
    if (probe.terminals() > 0) {
      if (probe.failure() == null) {
        audit.none("unfinished sources when the merge completed", tree.unfinished());
        audit.none("errors before the completion", tree.failures().size());
      }
      if (!cancelled && (probe.failure() == null || tree.delays())) {
        audit.none(
            "discarded items although the merge completed normally", scene.outcomes().discarded());
      }
    }
    audit.close();
  }

  @Override
  public int items() {
    return tree.sent().size();
  }

  @Override
  public String toString() {
    return text;
  }
}
