/** Tests of the barriers and of the choice between them. */
@NullMarked
package org.reactiveserializer.internal.barrier;

import org.jspecify.annotations.NullMarked;
