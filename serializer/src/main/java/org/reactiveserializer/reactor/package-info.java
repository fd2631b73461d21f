/**
 * The serializer for Project Reactor. Start at {@link
 * org.reactiveserializer.reactor.ReactorSerializer}.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.reactor;

import org.jspecify.annotations.NullMarked;
