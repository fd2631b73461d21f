/**
 * The serializer for {@link java.util.concurrent.Flow}. Start at {@link
 * org.reactiveserializer.flow.FlowSerializer}, and at {@link
 * org.reactiveserializer.flow.FlowMerge} to merge.
 */
@NullMarked
package org.reactiveserializer.flow;

import org.jspecify.annotations.NullMarked;
