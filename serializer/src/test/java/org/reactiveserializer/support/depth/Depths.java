package org.reactiveserializer.support.depth;

import java.util.ArrayList;
import java.util.List;
import org.reactiveserializer.support.Elsewhere;

/**
 * Makes calls just before the end of the stack: the first where it suffices for nothing, each next one
 * with a little more, until it suffices. The steps are finer than a frame: frames of several sizes stand
 * between. Whatever is noted here at the end of the stack is noted by bare stores.
 */
public final class Depths {
  /** If so many calls in a row had enough stack, those with more of it will, too. */
  private static final int ENOUGH = 24;

  /** For whatever a trial and the signal around it leave on the stack; and what there is beside. */
  private static final long STACK_EACH = 2_000;

  private static final long STACK = 300_000;
  private static final int WIDTHS = 7;

  private final DepthTrial[] trials;
  private int next;
  private int fine;
  private boolean over;
  private volatile long filling = 1;

  private Depths(List<? extends DepthTrial> trials) {
    this.trials = trials.toArray(DepthTrial[]::new);
  }

  /** From outside any signal. Returns those that were tried, or none. */
  public static <X extends DepthTrial> List<X> plain(List<X> trials) {
    Depths depths = new Depths(trials);
    depths.down();
    return depths.tried(trials);
  }

  /** Each inside a signal of its own, which gets to see nothing of how it ended. */
  public static <X extends DepthTrial> List<X> within(List<X> trials) {
    Depths depths = new Depths(trials);
    nest(trials, 0, depths::down);
    return depths.tried(trials);
  }

  /** Each while another thread is inside a signal. */
  public static <X extends DepthTrial> List<X> meanwhile(List<X> trials) {
    Depths depths = new Depths(trials);
    nest(trials, 0, () -> Elsewhere.run(depths::down));
    return depths.tried(trials);
  }

  /** Runs on a thread with a stack that suffices for so many signals, each inside the one before. */
  public static void onSmallStack(int signals, Runnable action) {
    List<Throwable> thrown = new ArrayList<>();
    Thread thread = new Thread(null, action, "small stack", STACK + signals * STACK_EACH);
    thread.setUncaughtExceptionHandler((dead, cause) -> thrown.add(cause));
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    for (Throwable cause : thrown) {
      throw new AssertionError("thrown on the small stack", cause);
    }
  }

  private static void nest(List<? extends DepthTrial> trials, int from, Runnable innermost) {
    if (from == trials.size()) {
      innermost.run();
    } else {
      trials.get(from).within(() -> nest(trials, from + 1, innermost));
    }
  }

  /** None if there were not enough of them to come to where the stack suffices. */
  private <X extends DepthTrial> List<X> tried(List<X> all) {
    return over ? new ArrayList<>(all.subList(0, next)) : List.of();
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private void down() {
    try {
      down();
    } catch (StackOverflowError deepest) {
      // from here upwards
    }
    upwards();
  }

  private void upwards() {
    for (int width = 0; width < WIDTHS && !over; width++) {
      if (next == trials.length) {
        return;
      }
      DepthTrial trial = trials[next];
      try {
        begin(trial, width);
      } catch (Throwable thrown) {
        trial.thrown = thrown;
      }
      if (trial.begun) {
        next++;
        fine = trial.thrown == null ? fine + 1 : 0;
        over = fine == ENOUGH;
      } else {
        trial.thrown = null;
      }
    }
  }

  private long begin(DepthTrial trial, int width) {
    long x = filling;
    return switch (width) {
      case 0 -> wide(trial);
      case 1 -> wide(trial, x);
      case 2 -> wide(trial, x, x + 1);
      case 3 -> wide(trial, x, x + 1, x + 2);
      case 4 -> wide(trial, x, x + 1, x + 2, x + 3);
      case 5 -> wide(trial, x, x + 1, x + 2, x + 3, x + 4);
      default -> wide(trial, x, x + 1, x + 2, x + 3, x + 4, x + 5);
    };
  }

  private static long wide(DepthTrial trial) {
    trial.act();
    return 0;
  }

  // What is needed behind the call is kept in the frame.

  private static long wide(DepthTrial trial, long a) {
    trial.act();
    return a;
  }

  private static long wide(DepthTrial trial, long a, long b) {
    trial.act();
    return a / b;
  }

  private static long wide(DepthTrial trial, long a, long b, long c) {
    trial.act();
    return a / b / c;
  }

  private static long wide(DepthTrial trial, long a, long b, long c, long d) {
    trial.act();
    return a / b / c / d;
  }

  private static long wide(DepthTrial trial, long a, long b, long c, long d, long e) {
    trial.act();
    return a / b / c / d / e;
  }

  private static long wide(DepthTrial trial, long a, long b, long c, long d, long e, long f) {
    trial.act();
    return a / b / c / d / e / f;
  }
}
