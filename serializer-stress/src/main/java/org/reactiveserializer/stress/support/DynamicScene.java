package org.reactiveserializer.stress.support;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;

/** A dynamic merge with its downstream, its hooks and one source. Any thread may call it. */
public final class DynamicScene {
  private static final int LIMIT = 8;

  private final AtomicInteger strange = new AtomicInteger();
  private final AtomicInteger unused = new AtomicInteger();
  private final AtomicInteger subscriptions = new AtomicInteger();
  private final Fates outcomes = new Fates();
  private final TestSource source = TestSource.prompt();
  private final Probe probe;
  private final DynamicMerge<Item> merge;

  // By the thread that adds, and then by the arbiter.
  private boolean accepted;
  private @Nullable AddedSource added;

  /** Creates a merge without sources. */
  public DynamicScene(Probe probe) {
    this.probe = probe;
    this.merge =
        Merge.<Item>withDefaults()
            .prefetch(LIMIT)
            .onDiscard(outcomes::discard)
            .onErrorDropped(outcomes::drop)
            .<Item>mergeDynamic(source -> unused.getAndIncrement());
  }

  /** Subscribes the downstream, which requests everything. */
  public DynamicScene subscribe() {
    quietly(
        () -> {
          merge.subscribe(probe);
          Objects.requireNonNull(probe.subscription()).request(Long.MAX_VALUE);
        });
    return this;
  }

  /** Adds the source. Returns whether it was accepted. */
  public boolean add() {
    quietly(
        () -> {
          added =
              merge.add(
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
    quietly(merge::close);
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
}
