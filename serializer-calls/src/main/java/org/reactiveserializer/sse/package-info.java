/**
 * Server-sent events of a servlet that any number of threads send: {@link org.reactiveserializer.sse.SerialSse}.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.sse;

import org.jspecify.annotations.NullMarked;
