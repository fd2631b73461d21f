/** Runs a server with a client that reads, that waits, and that leaves. */
@NullMarked
package org.reactiveserializer.examples.vertx;

import org.jspecify.annotations.NullMarked;
