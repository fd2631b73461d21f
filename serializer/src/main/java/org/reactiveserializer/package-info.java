/**
 * Lock-free serializers and merges for Reactive Streams: any number of threads signal, and one
 * subscriber gets the signals one at a time (§1.3), in order, with no item silently lost. Start at
 * {@link org.reactiveserializer.Serializer}, and at {@link org.reactiveserializer.Merge} to merge.
 */
@NullMarked
package org.reactiveserializer;

import org.jspecify.annotations.NullMarked;
