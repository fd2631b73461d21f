package org.reactiveserializer.support.depth;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.support.depth.Situation.Where;

/**
 * Makes calls with little stack left: the first call has not enough for anything, each further one
 * has a little more, until there is enough. The steps are smaller than a frame, because frames of
 * several sizes are put in between. With little stack left, this class records only by field
 * writes, which need no stack.
 */
final class Depths {
  /** If this many calls in a row had enough stack, all with more of it have enough, too. */
  private static final int ENOUGH = 16;

  /**
   * The number of calls on one thread. Limited, because a throw with a full stack takes time for
   * each frame.
   */
  private static final int SHARE = 40;

  private static final int MOST = 5_000;
  private static final long STACK = 150_000;

  /** The stack that a signal needs if other signals are nested in it. */
  private static final long STACK_OF_SIGNAL = 2_500;

  private static final int WIDTHS = 4;

  private final List<? extends DepthTrial> share;
  private final DepthTrial[] trials;

  /** How many steps are skipped, because they were tried on another thread. */
  private int skipped;

  private int step;
  private int made;
  private int fine;
  private volatile long filling = 1;

  private Depths(List<? extends DepthTrial> share, int skipped, int fine) {
    this.share = share;
    this.trials = share.toArray(DepthTrial[]::new);
    this.skipped = skipped;
    this.fine = fine;
  }

  /**
   * Tries one trial made by {@code trials} at each depth, and has them judged on the same thread.
   */
  static <X extends DepthTrial> void each(
      Where where, Supplier<X> trials, Consumer<? super List<X>> judge) {
    int[] progress = {0, 0};
    while (progress[1] < ENOUGH) {
      if (progress[0] > MOST) {
        throw new AssertionError("the stack never suffices: " + where);
      }
      long stack = where.isInside() ? STACK + SHARE * STACK_OF_SIGNAL : STACK;
      onStack(
          stack,
          () -> {
            List<X> share = Stream.generate(trials).limit(SHARE).toList();
            Depths depths = new Depths(share, progress[0], progress[1]);
            depths.go(where);
            progress[0] = depths.step;
            progress[1] = depths.fine;
            judge.accept(share.subList(0, depths.made));
          });
    }
  }

  private void go(Where where) {
    switch (where) {
      case OUTSIDE, THROUGH -> down();
      case CAUGHT -> nest(0, this::down);
      case MEANWHILE -> nest(0, () -> onStack(STACK, this::down));
    }
  }

  private void nest(int from, Runnable innermost) {
    if (from == share.size()) {
      innermost.run();
    } else {
      share.get(from).within(() -> nest(from + 1, innermost));
    }
  }

  /**
   * Runs on a separate thread with a stack of this size. What the action throws is a fault. So is
   * what the library passes to the thread's handler, except for stack overflows: a hook that has
   * no stack for a dropped error throws one, and the library passes that on.
   */
  private static void onStack(long stack, Runnable action) {
    AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
    Runnable guarded =
        () -> {
          try {
            action.run();
          } catch (Throwable thrown) {
            fault.set(thrown);
          }
        };
    Thread thread = new Thread(null, guarded, "small stack", stack);
    thread.setUncaughtExceptionHandler(
        (caller, passedOn) -> {
          if (!(passedOn instanceof StackOverflowError)) {
            fault.set(passedOn);
          }
        });
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (fault.get() != null) {
      throw new AssertionError("thrown on the small stack", fault.get());
    }
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private void down() {
    try {
      down();
    } catch (StackOverflowError deepest) {
      // the deepest frame: from here on upwards
    }
    upwards();
  }

  private void upwards() {
    for (int width = 0; width < WIDTHS && made < SHARE && fine < ENOUGH; width++) {
      if (skipped > 0) {
        skipped--;
        step++;
        continue;
      }
      DepthTrial trial = trials[made];
      try {
        begin(trial, width);
      } catch (Throwable thrown) {
        trial.thrown = thrown;
      }
      step++;
      if (trial.begun) {
        made++;
        fine = trial.thrown == null ? fine + 1 : 0;
      } else {
        trial.thrown = null;
      }
    }
  }

  private long begin(DepthTrial trial, int width) {
    long x = filling;
    return switch (width) {
      case 0 -> wide(trial);
      case 1 -> wide(trial, x, x + 1);
      case 2 -> wide(trial, x, x + 1, x + 2, x + 3);
      default -> wide(trial, x, x + 1, x + 2, x + 3, x + 4, x + 5);
    };
  }

  private static long wide(DepthTrial trial) {
    trial.act();
    return 0;
  }

  // The parameters are used after the call, so they are kept in the frame.

  private static long wide(DepthTrial trial, long a, long b) {
    trial.act();
    return a / b;
  }

  private static long wide(DepthTrial trial, long a, long b, long c, long d) {
    trial.act();
    return a / b / c / d;
  }

  private static long wide(DepthTrial trial, long a, long b, long c, long d, long e, long f) {
    trial.act();
    return a / b / c / d / e / f;
  }
}
