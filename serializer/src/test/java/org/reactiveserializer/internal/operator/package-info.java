/** Parts of the operators that no signal of a publisher can bring to a point. */
@NullMarked
package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.NullMarked;
