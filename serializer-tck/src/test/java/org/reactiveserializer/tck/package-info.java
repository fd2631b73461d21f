/**
 * The Reactive Streams Technology Compatibility Kit (TCK), applied to each public entry point. The
 * kit itself signals from one thread at a time; {@link org.reactiveserializer.tck.RacingUpstream}
 * adds signals from several threads.
 */
@NullMarked
package org.reactiveserializer.tck;

import org.jspecify.annotations.NullMarked;
