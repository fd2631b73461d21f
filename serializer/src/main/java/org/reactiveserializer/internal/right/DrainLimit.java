package org.reactiveserializer.internal.right;

import java.util.concurrent.Executor;

/**
 * Limits how much a thread delivers for others.
 *
 * @param items how many items a thread delivers in one stay; an item of its own that it delivers on
 *     the fast path does not count
 * @param executor continues the delivery on another thread when the limit is reached
 */
public record DrainLimit(int items, Executor executor) {}
