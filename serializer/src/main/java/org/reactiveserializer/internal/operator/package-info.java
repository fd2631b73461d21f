/** The operators: each supplies one pass to the ownership loop, and its wiring. */
@NullMarked
package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.NullMarked;
