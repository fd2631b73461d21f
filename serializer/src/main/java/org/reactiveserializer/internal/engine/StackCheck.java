package org.reactiveserializer.internal.engine;

/**
 * Asks for stack before a call publishes anything: an end, demand, a subscriber, an item that makes
 * the caller the owner. If the stack ended behind that step, others would find the fact, and nobody
 * would act on it. So the call throws a {@link StackOverflowError} in its first line, while nothing has
 * happened.
 *
 * <p>What is asked for covers what this library calls then, compiled or interpreted, and a short hook.
 * If the stack ends all the same, deeper inside, the stream ends: see {@link Emitter#failure}.
 *
 * <p><b>How.</b> By a short recursion whose frames are large. HotSpot makes each frame of a method as large
 * as the path that needs most, and this one has a path on which 48 variables are live while it calls.
 * Only the last frame takes that path, so the others write nothing. No compiler drops the path, since each
 * recursion takes it once, or inlines the method, which is too long for that.
 */
public final class StackCheck {
  /** Some 16 KB compiled, by each compiler of HotSpot; twice that interpreted. */
  private static final int CALLS = 36;

  /** Not constants for a compiler: so it must read them before the last call, and keep them. */
  private static final long[] ZEROS = new long[48];

  private StackCheck() {}

  /** Throws a {@link StackOverflowError} now, unless there is room. Takes some 70 ns. */
  public static void ensure() {
    descend(CALLS);
  }

  private static long descend(int calls) {
    if (calls > 0) {
      return descend(calls - 1);
    }
    long[] z = ZEROS;
    if (calls < 0) {
      return z[0];
    }
    long a0 = z[0], a1 = z[1], a2 = z[2], a3 = z[3], a4 = z[4], a5 = z[5];
    long b0 = z[6], b1 = z[7], b2 = z[8], b3 = z[9], b4 = z[10], b5 = z[11];
    long c0 = z[12], c1 = z[13], c2 = z[14], c3 = z[15], c4 = z[16], c5 = z[17];
    long d0 = z[18], d1 = z[19], d2 = z[20], d3 = z[21], d4 = z[22], d5 = z[23];
    long e0 = z[24], e1 = z[25], e2 = z[26], e3 = z[27], e4 = z[28], e5 = z[29];
    long f0 = z[30], f1 = z[31], f2 = z[32], f3 = z[33], f4 = z[34], f5 = z[35];
    long g0 = z[36], g1 = z[37], g2 = z[38], g3 = z[39], g4 = z[40], g5 = z[41];
    long h0 = z[42], h1 = z[43], h2 = z[44], h3 = z[45], h4 = z[46], h5 = z[47];
    boolean never = descend(-1) != 0;
    return never
        ? (a0 + a1 + a2 + a3 + a4 + a5)
            + (b0 + b1 + b2 + b3 + b4 + b5)
            + (c0 + c1 + c2 + c3 + c4 + c5)
            + (d0 + d1 + d2 + d3 + d4 + d5)
            + (e0 + e1 + e2 + e3 + e4 + e5)
            + (f0 + f1 + f2 + f3 + f4 + f5)
            + (g0 + g1 + g2 + g3 + g4 + g5)
            + (h0 + h1 + h2 + h3 + h4 + h5)
        : 0;
  }
}
