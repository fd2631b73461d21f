/** Parts with a defect, to be put where the library has its own: each must be noticed by a test. */
@NullMarked
package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.NullMarked;
