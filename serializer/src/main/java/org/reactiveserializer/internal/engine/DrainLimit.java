package org.reactiveserializer.internal.engine;

import java.util.concurrent.Executor;

/**
 * Limits how much a thread delivers for others.
 *
 * @param items how many items a thread delivers in one session; an item of its own that it delivers on
 *     the straight way does not count
 * @param executor continues the delivery on another thread when the limit is reached
 * @param tasksOnly whether only tasks of the executor deliver, unless it throws or runs a task in
 *     the calling thread
 */
public record DrainLimit(long items, Executor executor, boolean tasksOnly) {
  /** No limit. */
  public static final DrainLimit NONE = new DrainLimit(Long.MAX_VALUE, Runnable::run, false);
}
