package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The word as a field of the serializer, beside fields that every producer reads and the object
 * that follows.
 */
public final class UnpaddedWord extends FusedStack {
  @SuppressWarnings("unused") // accessed by the VarHandle
  private volatile @Nullable Object word;

  /** Creates an idle serializer. */
  public UnpaddedWord(Subscriber<? super Integer> downstream, Lag lag) {
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
          MethodHandles.lookup(), "word", VarHandle.class, UnpaddedWord.class, Object.class);
}
