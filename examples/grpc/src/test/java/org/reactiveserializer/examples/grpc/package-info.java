/** Runs the service with a client that reads, that waits, and that leaves. */
@NullMarked
package org.reactiveserializer.examples.grpc;

import org.jspecify.annotations.NullMarked;
