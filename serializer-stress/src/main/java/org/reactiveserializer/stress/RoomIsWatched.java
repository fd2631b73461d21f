package org.reactiveserializer.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.emission.Room;
import org.reactiveserializer.stress.broken.BrokenQueues;
import org.reactiveserializer.stress.support.Verdict;

/** While threads wait for room, one of them looks by itself: who ceases to is followed by another. */
public final class RoomIsWatched {
  private RoomIsWatched() {}

  private static final long LONG = 2_000_000_000L;
  private static final long A_MOMENT = 1_000;

  /** Nobody tells of room, and each leaves when it has waited once. Result: how often each did in vain, sum. */
  abstract static class Race {
    private final Room room = room();
    private int leftInVain;
    private int rightInVain;

    abstract Room room();

    final void left() {
      leftInVain = waitOnce();
    }

    final void right() {
      rightInVain = waitOnce();
    }

    private int waitOnce() {
      long start = System.nanoTime();
      room.enter();
      try {
        room.await(LONG, A_MOMENT);
      } catch (InterruptedException strange) {
        return 1;
      } finally {
        room.leave();
      }
      return System.nanoTime() - start >= LONG ? 1 : 0;
    }

    final void judge(III_Result result) {
      result.r1 = leftInVain;
      result.r2 = rightInVain;
      result.r3 = leftInVain + rightInVain;
    }
  }

  /** The library. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class TwoWait extends Race {
    @Override
    Room room() {
      return new Room(true);
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: who has watched leaves, and looks after nobody. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class LeftUnwatchedBroken extends Race {
    @Override
    Room room() {
      return new BrokenQueues.LeftUnwatched();
    }

    @Actor
    public void a() {
      left();
    }

    @Actor
    public void b() {
      right();
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
