/** Tests of the guard, and what they share. */
@NullMarked
package org.reactiveserializer.observability.guard;

import org.jspecify.annotations.NullMarked;
