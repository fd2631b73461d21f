/**
 * The serializer for SmallRye Mutiny. Start at {@link
 * org.reactiveserializer.mutiny.MutinySerializer}.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.mutiny;

import org.jspecify.annotations.NullMarked;
