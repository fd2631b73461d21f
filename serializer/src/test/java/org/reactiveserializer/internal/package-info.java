/** What the code promises about itself: structure, dependencies, footprint. */
@NullMarked
package org.reactiveserializer.internal;

import org.jspecify.annotations.NullMarked;
