/**
 * The operators: a serializer, a sink and a merge. Each supplies the hooks of the item loop, and
 * connects it to its upstream and downstream.
 */
@NullMarked
package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.NullMarked;
