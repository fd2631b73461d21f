package org.reactiveserializer.benchmarks.alternatives;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/** The word in the serializer itself, beside what every producer reads and whatever comes next. */
public final class UnpaddedWord extends FusedStack {
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object word;

  /** Creates one that is idle. */
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
