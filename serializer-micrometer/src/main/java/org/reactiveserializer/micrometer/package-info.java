/** Meters of Micrometer for streams that have a name. */
@NullMarked
package org.reactiveserializer.micrometer;

import org.jspecify.annotations.NullMarked;
