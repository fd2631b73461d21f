/**
 * Calls in order, in place of one subscriber. {@link org.reactiveserializer.calls.SerialCalls}: calls of an object that
 * one thread at a time may call, such as a connection. {@link org.reactiveserializer.calls.KeyedSerializer}: a
 * handler, one call at a time for each key.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.calls;

import org.jspecify.annotations.NullMarked;
