/** Runs the server with clients that read, that wait, and that leave. */
@NullMarked
package org.reactiveserializer.examples.quarkus;

import org.jspecify.annotations.NullMarked;
