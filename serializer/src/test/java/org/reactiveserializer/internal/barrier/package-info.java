/** The barriers, and the choice between them. */
@NullMarked
package org.reactiveserializer.internal.barrier;

import org.jspecify.annotations.NullMarked;
