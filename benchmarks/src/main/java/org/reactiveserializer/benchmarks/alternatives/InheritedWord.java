package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/** The word as a field of the serializer, padded by superclasses: one object and one load less. */
public final class InheritedWord extends InheritedWordField {
  /** Creates an idle serializer. */
  public InheritedWord(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
  }

  @Override
  @Nullable Object word() {
    return word;
  }

  @Override
  boolean replaceWord(@Nullable Object expected, @Nullable Object next) {
    return WORD.compareAndSet(this, expected, next);
  }

  @Override
  @Nullable Object swapWord(Object next) {
    return WORD.getAndSet(this, next);
  }

  private static final VarHandle WORD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "word", VarHandle.class, InheritedWordField.class, Object.class);

  @SuppressWarnings("unused")
  long q0, q1, q2, q3, q4, q5, q6, q7;
}

/** The padding in front. */
abstract class InheritedWordFront extends FusedStack {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;

  InheritedWordFront(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
  }
}

/** The word. */
abstract class InheritedWordField extends InheritedWordFront {
  @SuppressWarnings("unused") // accessed by the VarHandle
  volatile @Nullable Object word;

  @SuppressWarnings("unused")
  int gap2;

  InheritedWordField(Subscriber<? super Integer> downstream, Lag lag) {
    super(downstream, lag);
  }
}
