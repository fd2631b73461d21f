/** Tests of what can be seen of streams from outside. */
@NullMarked
package org.reactiveserializer.internal.events;

import org.jspecify.annotations.NullMarked;
