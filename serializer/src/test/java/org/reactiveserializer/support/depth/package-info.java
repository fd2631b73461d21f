/** Calls with little stack left, at every depth, and checks of their effects. */
@NullMarked
package org.reactiveserializer.support.depth;

import org.jspecify.annotations.NullMarked;
