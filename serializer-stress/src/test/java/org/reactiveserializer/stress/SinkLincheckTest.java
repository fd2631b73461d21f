package org.reactiveserializer.stress;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.PlainProbe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.SinkScene;

/**
 * The results of a sink are those that a sequential execution of the calls could have returned, and
 * the items are treated as these results say.
 *
 * <p>The first property is checked without demand: then only the calls decide which items wait, not
 * the progress of a delivery by another thread.
 */
@Tag("effort")
class SinkLincheckTest {
  private static final int CAPACITY = 2;

  @Test
  void resultsAreLinearizable() {
    Lincheck.assertHolds(Answers.class, Lincheck.results(Specification.class));
  }

  @ParameterizedTest
  @ValueSource(classes = {Unbounded.class, Refusing.class, Evicting.class})
  void fatesMatchTheResults(Class<?> play) {
    Lincheck.assertHolds(play, Lincheck.outcomes(play));
  }

  /** A sequential specification of a sink without demand. */
  public static class Specification {
    private int waiting;
    private boolean over;

    /** As the method of the sink. */
    public String emit() {
      if (over) {
        return "over";
      }
      if (waiting == CAPACITY) {
        return "overflow";
      }
      waiting++;
      return "accepted";
    }

    /** As the method of the sink. */
    public String complete() {
      if (over) {
        return "over";
      }
      over = true;
      return "accepted";
    }

    /** As the method of the subscription. */
    public void cancel() {
      over = true;
    }
  }

  /** The calls of the sink. */
  public abstract static class Calls {
    private final SinkScene scene;

    Calls(SinkScene scene) {
      this.scene = scene;
    }

    @Operation
    public String emit() {
      return named(scene.emit(new Item(0, 0), 0));
    }

    @Operation
    public String complete() {
      return named(scene.complete());
    }

    @Operation
    public void cancel() {
      scene.cancel();
    }

    private static String named(EmitOutcome outcome) {
      return switch (outcome) {
        case OVERFLOW -> "overflow";
        case TERMINATED, CANCELLED -> "over";
        default -> "accepted";
      };
    }
  }

  /** Unbounded. */
  public static class Answers extends Calls {
    public Answers() {
      super(SinkScene.refusing(CAPACITY, probe()));
    }
  }

  /** Two threads do everything that a sink allows. */
  public abstract static class SinkPlay {
    private final SinkScene scene;
    private final int capacity;
    private int emittedLeft;
    private int emittedState;
    private int requested;
    private volatile boolean completed;
    private volatile boolean cancelled;

    SinkPlay(SinkScene scene) {
      this(scene, Integer.MAX_VALUE);
    }

    SinkPlay(SinkScene scene, int capacity) {
      this.scene = scene;
      this.capacity = capacity;
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void emitLeft() {
      scene.emit(new Item(0, emittedLeft++));
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void emitRight() {
      scene.emit(new Item(1, emittedState++));
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void request() {
      requested++;
      scene.request(1);
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void complete() {
      completed = true;
      scene.end();
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void cancel() {
      cancelled = true;
      scene.cancel();
    }

    /** Checks the guarantees when all threads are done. */
    @Validate
    public void check() {
      Audit audit = new Audit(scene);
      audit.none("items waiting above the capacity", Math.max(0, scene.backlog() - capacity));
      audit.none(
          "items neither accepted nor refused",
          emittedLeft + emittedState - scene.accepted() - scene.refused());
      if (cancelled) {
        audit.none("items still waiting", scene.backlog());
      } else {
        int kept = scene.accepted() - scene.outcomes().discarded();
        audit.none(
            "missing or additional items for the demand",
            Math.min(kept, requested) - scene.probe().delivered());
        boolean over = completed && scene.backlog() == 0;
        audit.none("completions", (over ? 1 : 0) - scene.probe().terminals());
      }
      audit.close();
    }
  }

  private static PlainProbe probe() {
    return new PlainProbe(16, Reactions.none());
  }

  /** Unbounded. */
  public static class Unbounded extends SinkPlay {
    public Unbounded() {
      super(SinkScene.unbounded(probe()));
    }
  }

  /** Bounded, refusing items. */
  public static class Refusing extends SinkPlay {
    public Refusing() {
      super(SinkScene.refusing(1, probe()), 1);
    }
  }

  /** Bounded, evicting items. */
  public static class Evicting extends SinkPlay {
    public Evicting() {
      super(SinkScene.evicting(1, probe()), 1);
    }
  }
}
