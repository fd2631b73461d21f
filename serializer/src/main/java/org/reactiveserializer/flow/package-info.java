/**
 * The serializer for {@link java.util.concurrent.Flow}. Start at {@link
 * org.reactiveserializer.flow.FlowSerializer}.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
@NullMarked
package org.reactiveserializer.flow;

import org.jspecify.annotations.NullMarked;
