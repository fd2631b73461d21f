package org.reactiveserializer.stress.support;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.Merge;
import org.reactiveserializer.internal.drain.DrainLoop;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.operator.Addition;
import org.reactiveserializer.internal.operator.Additions;
import org.reactiveserializer.internal.operator.DelayedError;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.internal.waiting.Demand;
import org.reactiveserializer.stress.broken.LooseAddition;
import org.reactiveserializer.stress.broken.LooseAdditions;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A dynamic merge with its downstream, its hooks and one source. Any thread may call it. */
public final class DynamicScene {
  private static final int LIMIT = 8;

  private final AtomicInteger strange = new AtomicInteger();
  private final AtomicInteger unused = new AtomicInteger();
  private final AtomicInteger subscriptions = new AtomicInteger();
  private final Fates outcomes = new Fates();
  private final TestSource source = TestSource.prompt();
  private final Probe probe;
  private final Made made;

  // By the thread that adds, and then by the arbiter.
  private boolean accepted;
  private @Nullable AddedSource added;

  private DynamicScene(Probe probe, Maker maker) {
    this.probe = probe;
    this.made = maker.make(this);
  }

  /** Creates a scene with the library's merge, through the public API. */
  public static DynamicScene sound(Probe probe) {
    return new DynamicScene(
        probe,
        scene -> {
          DynamicMerge<Item> merge =
              Merge.<Item>withDefaults()
                  .prefetch(LIMIT)
                  .onDiscard(scene.outcomes::discard)
                  .onErrorDropped(scene.outcomes::drop)
                  .mergeDynamic(unused -> scene.unused.getAndIncrement());
          return scene.made(merge::add, merge::close, merge);
        });
  }

  /** Creates a scene with a broken state of the merge. */
  public static DynamicScene broken(DrainState ofMerge, Probe probe) {
    return new DynamicScene(
        probe,
        scene -> {
          Additions<Item> additions = scene.additions();
          return scene.made(
              item -> additions.add(item, null),
              additions::close,
              downstream -> additions.start(scene.merger(ofMerge, additions, downstream)));
        });
  }

  /** Creates a scene whose additions are {@link LooseAddition}. */
  public static DynamicScene loose(Probe probe) {
    return new DynamicScene(
        probe,
        scene -> {
          Additions<Item> additions = scene.additions();
          return scene.made(
              item -> {
                LooseAddition loose = new LooseAddition(additions, item);
                additions.add(loose);
                return loose;
              },
              additions::close,
              downstream ->
                  additions.start(scene.merger(DrainLoop.newDrainState(), additions, downstream)));
        });
  }

  /** Creates a scene with {@link LooseAdditions}. */
  public static DynamicScene looseClose(Probe probe) {
    return new DynamicScene(
        probe,
        scene -> {
          LooseAdditions additions = new LooseAdditions();
          Publisher<Item> merged =
              Merge.<Item>withDefaults()
                  .onDiscard(scene.outcomes::discard)
                  .onErrorDropped(scene.outcomes::drop)
                  .merge(additions);
          return scene.made(item -> new Accepted(additions.add(item)), additions::close, merged);
        });
  }

  private Additions<Item> additions() {
    return new Additions<>(outcomes.hooks(), source -> unused.getAndIncrement());
  }

  private Merger<Addition<Item>, Item> merger(
      DrainState drain, Additions<Item> additions, Subscriber<? super Item> downstream) {
    MergeSettings<Item> settings =
        new MergeSettings<>(LIMIT, LIMIT, ErrorMode.IMMEDIATE, outcomes.hooks()).removable();
    return new Merger<>(
        drain,
        new Demand(),
        settings.inners(),
        new DelayedError(),
        settings,
        additions,
        additions.outerHooks(),
        downstream);
  }

  private Made made(Adder adder, Runnable close, Publisher<Item> merged) {
    return new Made(adder, close, merged);
  }

  /** Subscribes the downstream, which requests everything. */
  public DynamicScene subscribe() {
    quietly(
        () -> {
          made.merged.subscribe(probe);
          Objects.requireNonNull(probe.subscription()).request(Long.MAX_VALUE);
        });
    return this;
  }

  /** Adds the source. Returns whether it was accepted. */
  public boolean add() {
    quietly(
        () -> {
          added =
              made.adder.add(
                  subscriber -> {
                    subscriptions.getAndIncrement();
                    source.subscribe(subscriber);
                  });
          accepted = added.isAccepted();
        });
    return accepted;
  }

  /** Removes the source. */
  public void remove() {
    quietly(() -> Objects.requireNonNull(added).remove());
  }

  /** Closes the merge. */
  public void close() {
    quietly(made.close);
  }

  /** Cancels the subscription of the downstream. */
  public void cancel() {
    quietly(() -> Objects.requireNonNull(probe.subscription()).cancel());
  }

  /** Lets the source emit an item. */
  public void next(Item item) {
    quietly(() -> source.next(item));
  }

  /** Lets the source complete. */
  public void complete() {
    quietly(source::complete);
  }

  private void quietly(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException caught) {
      strange.getAndIncrement();
    }
  }

  /** Returns 1 if the source was accepted. */
  public int accepted() {
    return accepted ? 1 : 0;
  }

  /** Returns how often the source was subscribed to. */
  public int subscriptions() {
    return subscriptions.get();
  }

  /** Returns how often the source was given to the hook for sources. */
  public int unused() {
    return unused.get();
  }

  /** Returns how often the source was cancelled. */
  public int cancellations() {
    return source.cancellations();
  }

  /** Returns the record of discarded items and dropped errors. */
  public Fates outcomes() {
    return outcomes;
  }

  /** Returns the number of events that are always faults. */
  public int wrong() {
    return strange.get()
        + outcomes.strangers()
        + probe.overlaps()
        + probe.disorder()
        + probe.unfilled()
        + probe.late()
        + (probe.failure() == null ? 0 : 1)
        + Math.max(0, probe.terminals() - 1);
  }

  @FunctionalInterface
  private interface Maker {
    Made make(DynamicScene scene);
  }

  @FunctionalInterface
  private interface Adder {
    AddedSource add(Publisher<Item> source);
  }

  private record Made(Adder adder, Runnable close, Publisher<Item> merged) {}

  private record Accepted(boolean isAccepted) implements AddedSource {
    @Override
    public void remove() {}
  }
}
