package org.reactiveserializer.internal.right;

import java.util.concurrent.Executor;

/**
 * How long a thread emits for others.
 *
 * @param items how many items it delivers in one stay, beside its own that goes straight through
 * @param executor who goes on then
 */
public record DrainLimit(int items, Executor executor) {}
