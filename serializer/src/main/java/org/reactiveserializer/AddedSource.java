package org.reactiveserializer;

/**
 * A source that was added to a {@link DynamicMerge}, or that was refused. Do not implement this
 * interface: methods may be added.
 *
 * <p>Any thread may call any method, at any time.
 */
public interface AddedSource {
  /**
   * {@return whether the merge has taken the source; always the same} If not, it was closed before,
   * or has ended: the source is not subscribed to, and no hook is called for it.
   */
  boolean isAccepted();

  /**
   * Removes the source from the merge: cancels it, if it has not ended, and gives its items that
   * wait to the {@linkplain Merge#onDiscard discard hook}. The other sources go on. Does nothing if
   * the source was refused or removed before, or if the merge has ended.
   *
   * <p>An item that the source emits after this has returned, by happens-before, is not delivered.
   * If this is called from within the subscriber's {@code onNext}, none of the items that wait follows.
   * If another thread is delivering, that thread discards what waits, and may be about to deliver one
   * item more.
   *
   * <p>This takes time in proportion to what waits in the merge. A source that was not
   * subscribed to yet will not be: see {@link DynamicMerge}; but a small entry for it stays until its turn comes.
   */
  void remove();
}
