package org.reactiveserializer.internal.operator;

/** A downstream whose calls last longer than {@code onNext}: it leaves the watch when one has ended. */
public interface Outlasting {
  /** Sets the watch to {@linkplain CallWatch#leave leave}. Before the first signal. */
  void leaves(CallWatch watch);
}
