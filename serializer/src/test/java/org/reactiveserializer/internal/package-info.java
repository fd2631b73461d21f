/** Tests of internal classes, and of the code's structure, dependencies and footprint. */
@NullMarked
package org.reactiveserializer.internal;

import org.jspecify.annotations.NullMarked;
