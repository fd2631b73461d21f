package org.reactiveserializer.stress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.internal.barrier.Barriers;
import org.reactiveserializer.internal.barrier.ProcessBarrier;
import org.reactiveserializer.stress.support.Verdict;

/**
 * One thread marks itself and then looks at the word, by accesses that only the compiler keeps in order.
 * The other changes the word, shakes hands with all threads, and looks at the mark. At least one
 * of the two sees the other.
 *
 * <p>This cannot show why: a handshake takes so long that a mere delay would pass, too. {@code
 * docs/algorithm.md} argues, and the model explores, that it orders the accesses.
 */
public final class HandshakeOrders {
  private static final ProcessBarrier HANDSHAKE = Barriers.handshakeOrSafepoint();
  private static final VarHandle MARK = field("mark");
  private static final VarHandle WORD = field("word");

  private HandshakeOrders() {}

  private static VarHandle field(String name) {
    try {
      return MethodHandles.lookup().findVarHandle(Race.class, name, int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Result: what the holder saw of the word, what the revoker saw of the mark, whether neither saw. */
  abstract static class Race {
    @SuppressWarnings("unused") // through the VarHandle
    private int mark;

    @SuppressWarnings("unused") // through the VarHandle
    private int word;

    private int seenByHolder;
    private int seenByRevoker;

    final void enter() {
      MARK.setOpaque(this, 1);
      ProcessBarrier.compilerOnly();
      seenByHolder = (int) WORD.getVolatile(this);
    }

    final void revoke(ProcessBarrier barrier) {
      WORD.compareAndSet(this, 0, 1);
      barrier.execute();
      seenByRevoker = (int) MARK.getAcquire(this);
    }

    final void judge(III_Result result) {
      result.r1 = seenByHolder;
      result.r2 = seenByRevoker;
      result.r3 = seenByHolder + seenByRevoker == 0 ? 1 : 0;
    }
  }

  /** The library's handshake; on a JDK without it, a safepoint. */
  @JCStressTest
  @JCStressMeta(Verdict.Sound.class)
  @State
  public static class Shaken extends Race {
    @Actor
    public void a() {
      enter();
    }

    @Actor
    public void b() {
      revoke(HANDSHAKE);
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }

  /** Twin: no handshake. */
  @JCStressTest
  @JCStressMeta(Verdict.Twin.class)
  @State
  public static class NotShakenBroken extends Race {
    @Actor
    public void a() {
      enter();
    }

    @Actor
    public void b() {
      revoke(() -> {});
    }

    @Arbiter
    public void end(III_Result result) {
      judge(result);
    }
  }
}
