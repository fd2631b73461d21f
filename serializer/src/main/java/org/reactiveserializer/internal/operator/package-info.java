/**
 * The operators: a serializer, a sink and a merge. Each is an item loop, and connects it to its
 * upstream and downstream.
 */
@NullMarked
package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.NullMarked;
