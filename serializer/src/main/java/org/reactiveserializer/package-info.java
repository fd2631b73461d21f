/**
 * Lock-free serializers and merges for Reactive Streams: any number of threads signal, and one
 * subscriber gets the signals one at a time (§1.3), with no item silently lost. If one emission
 * returned before another one began, by happens-before, its item is delivered first, whichever
 * threads made the calls. Start at {@link org.reactiveserializer.Serializer}, and at {@link
 * org.reactiveserializer.Merge} to merge.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer;

import org.jspecify.annotations.NullMarked;
