/** Calls at the end of the stack, at every depth of it, and whether what they left is in order. */
@NullMarked
package org.reactiveserializer.support.depth;

import org.jspecify.annotations.NullMarked;
