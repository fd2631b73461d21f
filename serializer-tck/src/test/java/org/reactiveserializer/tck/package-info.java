/**
 * The Reactive Streams Technology Compatibility Kit on each public entry. The kit itself signals
 * from one thread at a time; {@link org.reactiveserializer.tck.RacingUpstream} adds the others.
 *
 * <p>Its environment variables set the timeouts, {@code DEFAULT_TIMEOUT_MILLIS} first of all.
 */
@NullMarked
package org.reactiveserializer.tck;

import org.jspecify.annotations.NullMarked;
