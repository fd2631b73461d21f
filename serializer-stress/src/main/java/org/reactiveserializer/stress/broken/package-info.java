/** Parts with a defect, which replace those of the library. A test must detect each of them. */
@NullMarked
package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.NullMarked;
