/**
 * Calls of gRPC that any number of threads feed: {@link org.reactiveserializer.grpc.SerialObserver}.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.grpc;

import org.jspecify.annotations.NullMarked;
