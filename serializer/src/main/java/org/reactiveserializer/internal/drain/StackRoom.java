package org.reactiveserializer.internal.drain;

/**
 * The door before a step that cannot be undone: asks for stack before anything is published.
 *
 * <p>A call that hands over, ends, requests, cancels, subscribes or discards takes a fact from this
 * thread and gives it to others. If the stack ended behind that step, the others would find the
 * fact, and nobody would act on it. So the call asks first, and throws while nothing has happened.
 *
 * <p>The room covers what this library itself calls then, compiled or interpreted, and a short hook.
 * Longer calls of the user's code (the downstream, a source, an executor) overflow the stack on
 * their own account, and find this much left in the library's frame that catches it.
 *
 * <p><b>How it asks.</b> By a short recursion whose frames are large. HotSpot makes each frame of a method as
 * large as the path that needs most, and this one has a path on which 128 variables are live while it
 * calls. Only the last frame takes that path, so the others write nothing. No compiler drops the path, since
 * each recursion takes it once, or inlines the method, which is too long for that. (Frames that are all
 * filled take three times as long.)
 */
public final class StackRoom {
  /**
   * 16 KB compiled, by each compiler of HotSpot; twice that interpreted. With half of it, a pass that was
   * interpreted overflowed behind a door that was compiled.
   */
  private static final int CALLS = 14;

  /** A door within a door asks for less, so that it is open if the outer one was: 8 KB. */
  private static final int CALLS_INSIDE = 7;

  /** For a step that calls a few small methods, and may fail in what it calls last: 3 KB. */
  private static final int CALLS_OF_A_SMALL_STEP = 2;

  /** Not constants for a compiler: so it must read them before the last call, and keep them. */
  private static final long[] ZEROS = new long[128];

  private StackRoom() {}

  /** Throws a {@link StackOverflowError} now, unless there is room. Takes some 70 ns. */
  public static void ensure() {
    descend(CALLS);
  }

  /** As {@link #ensure}, by a step of a call that has asked for room, or may not have. */
  public static void ensureInside() {
    descend(CALLS_INSIDE);
  }

  /** As {@link #ensure}, by a step that is taken so often that the time matters, and needs little. */
  public static void ensureForSmallStep() {
    descend(CALLS_OF_A_SMALL_STEP);
  }

  private static long descend(int calls) {
    if (calls > 0) {
      return descend(calls - 1);
    }
    long[] z = ZEROS;
    if (calls < 0) {
      return z[0];
    }
    long a0 = z[0], a1 = z[1], a2 = z[2], a3 = z[3], a4 = z[4], a5 = z[5], a6 = z[6], a7 = z[7];
    long b0 = z[8],
        b1 = z[9],
        b2 = z[10],
        b3 = z[11],
        b4 = z[12],
        b5 = z[13],
        b6 = z[14],
        b7 = z[15];
    long c0 = z[16],
        c1 = z[17],
        c2 = z[18],
        c3 = z[19],
        c4 = z[20],
        c5 = z[21],
        c6 = z[22],
        c7 = z[23];
    long d0 = z[24],
        d1 = z[25],
        d2 = z[26],
        d3 = z[27],
        d4 = z[28],
        d5 = z[29],
        d6 = z[30],
        d7 = z[31];
    long e0 = z[32],
        e1 = z[33],
        e2 = z[34],
        e3 = z[35],
        e4 = z[36],
        e5 = z[37],
        e6 = z[38],
        e7 = z[39];
    long f0 = z[40],
        f1 = z[41],
        f2 = z[42],
        f3 = z[43],
        f4 = z[44],
        f5 = z[45],
        f6 = z[46],
        f7 = z[47];
    long g0 = z[48],
        g1 = z[49],
        g2 = z[50],
        g3 = z[51],
        g4 = z[52],
        g5 = z[53],
        g6 = z[54],
        g7 = z[55];
    long h0 = z[56],
        h1 = z[57],
        h2 = z[58],
        h3 = z[59],
        h4 = z[60],
        h5 = z[61],
        h6 = z[62],
        h7 = z[63];
    long i0 = z[64],
        i1 = z[65],
        i2 = z[66],
        i3 = z[67],
        i4 = z[68],
        i5 = z[69],
        i6 = z[70],
        i7 = z[71];
    long j0 = z[72],
        j1 = z[73],
        j2 = z[74],
        j3 = z[75],
        j4 = z[76],
        j5 = z[77],
        j6 = z[78],
        j7 = z[79];
    long k0 = z[80],
        k1 = z[81],
        k2 = z[82],
        k3 = z[83],
        k4 = z[84],
        k5 = z[85],
        k6 = z[86],
        k7 = z[87];
    long l0 = z[88],
        l1 = z[89],
        l2 = z[90],
        l3 = z[91],
        l4 = z[92],
        l5 = z[93],
        l6 = z[94],
        l7 = z[95];
    long m0 = z[96],
        m1 = z[97],
        m2 = z[98],
        m3 = z[99],
        m4 = z[100],
        m5 = z[101],
        m6 = z[102],
        m7 = z[103];
    long n0 = z[104],
        n1 = z[105],
        n2 = z[106],
        n3 = z[107],
        n4 = z[108],
        n5 = z[109],
        n6 = z[110],
        n7 = z[111];
    long o0 = z[112],
        o1 = z[113],
        o2 = z[114],
        o3 = z[115],
        o4 = z[116],
        o5 = z[117],
        o6 = z[118],
        o7 = z[119];
    long p0 = z[120],
        p1 = z[121],
        p2 = z[122],
        p3 = z[123],
        p4 = z[124],
        p5 = z[125],
        p6 = z[126],
        p7 = z[127];
    boolean never = descend(-1) != 0;
    return never
        ? (a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7)
            + (b0 + b1 + b2 + b3 + b4 + b5 + b6 + b7)
            + (c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7)
            + (d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7)
            + (e0 + e1 + e2 + e3 + e4 + e5 + e6 + e7)
            + (f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7)
            + (g0 + g1 + g2 + g3 + g4 + g5 + g6 + g7)
            + (h0 + h1 + h2 + h3 + h4 + h5 + h6 + h7)
            + (i0 + i1 + i2 + i3 + i4 + i5 + i6 + i7)
            + (j0 + j1 + j2 + j3 + j4 + j5 + j6 + j7)
            + (k0 + k1 + k2 + k3 + k4 + k5 + k6 + k7)
            + (l0 + l1 + l2 + l3 + l4 + l5 + l6 + l7)
            + (m0 + m1 + m2 + m3 + m4 + m5 + m6 + m7)
            + (n0 + n1 + n2 + n3 + n4 + n5 + n6 + n7)
            + (o0 + o1 + o2 + o3 + o4 + o5 + o6 + o7)
            + (p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7)
        : 0;
  }
}
