package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Validate;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.MergeScene;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.TestSource;

/** What two threads can do to a merge, and all guarantees that must hold when they are done. */
final class MergePlays {
  private static final int TIMES = 2;

  /** A mutant, whose ends look before they are handed over, needs so many times as many interleavings. */
  private static final int TIMES_OF_ENDS = 5;

  private MergePlays() {}

  /** Returns what is explored of a play. */
  static Options<?, ?>[] options(Class<?> play) {
    return Lincheck.outcomes(play, Ends.class.isAssignableFrom(play) ? TIMES_OF_ENDS : TIMES);
  }

  /** The common part of the plays. */
  public abstract static class MergePlay {
    final PlainProbe probe = new PlainProbe(16, Reactions.none());
    final Side left = new Side(0);
    final Side drain = new Side(1);
    final MergeScene scene;

    MergePlay(Function<Probe, MergeScene> stage) {
      this.scene = stage.apply(probe).with(left.source);
    }

    /** Checks the guarantees when all threads are done. */
    @Validate
    public void check() {
      Audit audit = new Audit(scene);
      judge(audit);
      audit.close();
    }

    abstract void judge(Audit audit);

    final int sent() {
      return left.items.size() + drain.items.size();
    }

    /** The signals of one thread. */
    final class Side {
      final TestSource source = TestSource.prompt();
      final List<Item> items = new ArrayList<>();
      private final int producer;
      boolean ended;

      Side(int producer) {
        this.producer = producer;
      }

      void next() {
        emit(source);
      }

      void emit(TestSource any) {
        if (!ended && any.isSubscribed()) {
          Item item = new Item(producer, items.size());
          items.add(item);
          scene.next(any, item);
        }
      }

      void complete() {
        if (!ended) {
          ended = true;
          scene.complete(source);
        }
      }
    }
  }

  /** An inner source and its end; the outer source, its items and its end. */
  public abstract static class Ends extends MergePlay {
    Ends(Function<Probe, MergeScene> stage) {
      super(stage);
      scene.request(Long.MAX_VALUE);
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void next() {
      left.next();
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void complete() {
      left.complete();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void add() {
      if (!drain.ended) {
        TestSource added = TestSource.prompt();
        scene.add(added);
        drain.emit(added);
        scene.complete(added);
      }
    }

    /** Ends the outer source, after it has emitted one more inner source. */
    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void end() {
      if (!drain.ended) {
        scene.add(drain.source);
        scene.noMore();
        drain.next();
        drain.complete();
      }
    }

    @Override
    void judge(Audit audit) {
      audit.none("items not delivered", sent() - probe.delivered());
      audit.none("items discarded", scene.outcomes().discarded());
      audit.none("completions missing", (left.ended && drain.ended ? 1 : 0) - probe.terminals());
    }
  }

  /** An inner source, more of them, a cancellation. */
  public abstract static class Cancellation extends MergePlay {
    private final List<TestSource> added = new ArrayList<>();
    private volatile boolean cancelled;

    Cancellation(Function<Probe, MergeScene> stage) {
      super(stage);
      scene.request(Long.MAX_VALUE);
      add();
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void nextLeft() {
      left.next();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void nextAdded() {
      drain.emit(added.get(added.size() - 1));
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public final void add() {
      TestSource source = TestSource.prompt();
      added.add(source);
      scene.add(source);
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void cancel() {
      cancelled = true;
      scene.cancel();
    }

    @Override
    void judge(Audit audit) {
      audit.ofItems(left.items, drain.items);
      audit.none("terminals", probe.terminals());
      if (cancelled) {
        audit.none("the outer source was not cancelled exactly once", 1 - scene.cancellations());
        audit.none("inner sources not cancelled exactly once", scene.uncancelled(left.source));
        audit.none(
            "added inner sources not cancelled exactly once",
            scene.uncancelled(added.toArray(TestSource[]::new)));
      } else {
        audit.none("items not delivered", sent() - probe.delivered());
      }
    }
  }

  /**
   * An inner source that is added, and a cancellation: so short that each occurs in the middle of
   * the other.
   */
  public abstract static class Cut extends MergePlay {
    private final List<TestSource> added = new ArrayList<>();
    private volatile boolean cancelled;

    Cut(Function<Probe, MergeScene> stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void add() {
      TestSource source = TestSource.prompt();
      added.add(source);
      scene.add(source);
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void cancel() {
      cancelled = true;
      scene.cancel();
    }

    @Override
    void judge(Audit audit) {
      audit.none("terminals", probe.terminals());
      if (cancelled) {
        audit.none(
            "inner sources not cancelled exactly once",
            scene.uncancelled(added.toArray(TestSource[]::new)));
      }
    }
  }

  /** Two inner sources, and demand for some of their items. */
  public abstract static class Requests extends MergePlay {
    private int requested;

    Requests(Function<Probe, MergeScene> stage) {
      super(stage);
      scene.add(drain.source);
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void nextLeft() {
      left.next();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void nextState() {
      drain.next();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void request() {
      requested++;
      scene.request(1);
    }

    @Override
    void judge(Audit audit) {
      audit.none(
          "missing or additional items for the demand",
          Math.min(sent(), requested) - probe.delivered());
      audit.none("items discarded", scene.outcomes().discarded());
    }
  }
}
