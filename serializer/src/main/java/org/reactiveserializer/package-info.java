/**
 * Any number of threads, one Reactive Streams subscriber: without locks, in order, nothing lost.
 * Start at {@link org.reactiveserializer.Serializer}.
 */
@NullMarked
package org.reactiveserializer;

import org.jspecify.annotations.NullMarked;
