/**
 * The plumbing of the rings: the file, the locks, the heartbeat, and the threads behind the
 * publishers and the subscribers. Start at {@link org.reactiveserializer.io.internal.ring.Layout}.
 */
package org.reactiveserializer.io.internal.ring;
