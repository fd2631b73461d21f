package org.reactiveserializer.stress;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.drain.Handover;
import org.reactiveserializer.internal.drain.Work;
import org.reactiveserializer.stress.broken.BrokenStates;

/** The drain state by itself is linearizable: each of its steps takes effect at one moment. */
@Tag("effort")
class DrainStateLincheckTest {
  private static final String OWNER = "owner";

  @Test
  void isLinearizable() {
    Lincheck.assertHolds(Sound.class, Lincheck.results(Specification.class));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        LookThenEnter.class,
        BlindExit.class,
        SilentSignal.class,
        LookThenTake.class,
        TakeThenClose.class,
        Reopening.class,
        SilentRefusal.class
      })
  void catchesTwins(Class<?> twin) {
    Lincheck.assertCaught(twin, Lincheck.results(Specification.class));
  }

  /** What the drain state does in one thread. */
  public static class Specification {
    private final List<Integer> waiting = new ArrayList<>();
    private boolean emitting;
    private boolean more;
    private boolean closed;

    /** As {@link DrainState#tryEnter}. */
    public boolean tryEnter() {
      boolean entered = !emitting && !closed;
      emitting |= entered;
      return entered;
    }

    /** As {@link DrainState#push}. */
    public Handover push(int value) {
      if (closed) {
        return Handover.REFUSED;
      }
      boolean entered = !emitting;
      emitting = true;
      more = true;
      waiting.add(value);
      return entered ? Handover.ENTERED : Handover.HANDED_OVER;
    }

    /** As {@link DrainState#signalOwner}. */
    public boolean signalOwner() {
      if (tryEnter()) {
        return true;
      }
      more = !closed;
      return false;
    }

    /** As {@link DrainState#tryExit}. */
    public boolean tryExit() {
      if (emitting && !more) {
        emitting = false;
        return true;
      }
      return closed;
    }

    /** As {@link DrainState#take}. */
    public List<Integer> take() {
      more = false;
      List<Integer> taken = List.copyOf(waiting);
      waiting.clear();
      return taken;
    }

    /** As {@link DrainState#close}. */
    public List<Integer> close() {
      closed = true;
      emitting = false;
      return take();
    }

    /** As {@link DrainState#tryClose}. */
    public boolean tryClose() {
      if (waiting.isEmpty()) {
        close();
      }
      return closed;
    }
  }

  /** The steps; those of the owner are executed by one thread. */
  public abstract static class Steps {
    private final DrainState drain;

    Steps(DrainState drain) {
      this.drain = drain;
    }

    @Operation
    public boolean tryEnter() {
      return drain.tryEnter();
    }

    @Operation
    public Handover push(@Param(gen = IntGen.class, conf = "1:9") int value) {
      return drain.push(new Node(value));
    }

    @Operation
    public boolean signalOwner() {
      return drain.signalOwner();
    }

    @Operation(nonParallelGroup = OWNER)
    public boolean tryExit() {
      return drain.tryExit();
    }

    @Operation(nonParallelGroup = OWNER)
    public List<Integer> take() {
      return valuesOf(drain.take());
    }

    @Operation(nonParallelGroup = OWNER)
    public List<Integer> close() {
      return valuesOf(drain.closeWord());
    }

    @Operation(nonParallelGroup = OWNER)
    public boolean tryClose() {
      return drain.tryCloseWord();
    }

    private static List<Integer> valuesOf(@Nullable Work youngest) {
      List<Integer> values = new ArrayList<>();
      for (Work node = Work.oldestFirst(youngest); node != null; node = node.unlink()) {
        values.add(((Node) node).value);
      }
      return values;
    }
  }

  private static final class Node extends Work {
    private final int value;

    Node(int value) {
      this.value = value;
    }
  }

  /** The library. */
  public static class Sound extends Steps {
    public Sound() {
      super(new DrainState());
    }
  }

  /** Twin. */
  public static class LookThenEnter extends Steps {
    public LookThenEnter() {
      super(new BrokenStates.LookThenEnter());
    }
  }

  /** Twin. */
  public static class BlindExit extends Steps {
    public BlindExit() {
      super(new BrokenStates.BlindExit());
    }
  }

  /** Twin. */
  public static class SilentSignal extends Steps {
    public SilentSignal() {
      super(new BrokenStates.SilentSignal());
    }
  }

  /** Twin. */
  public static class LookThenTake extends Steps {
    public LookThenTake() {
      super(new BrokenStates.LookThenTake());
    }
  }

  /** Twin. */
  public static class TakeThenClose extends Steps {
    public TakeThenClose() {
      super(new BrokenStates.TakeThenClose());
    }
  }

  /** Twin. */
  public static class Reopening extends Steps {
    public Reopening() {
      super(new BrokenStates.Reopening());
    }
  }

  /** Twin. */
  public static class SilentRefusal extends Steps {
    public SilentRefusal() {
      super(new BrokenStates.SilentRefusal());
    }
  }
}
