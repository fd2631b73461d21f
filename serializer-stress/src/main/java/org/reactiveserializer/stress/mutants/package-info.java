/** The mutants: one deliberate defect each, patched into a copy of the library's source. */
@NullMarked
package org.reactiveserializer.stress.mutants;

import org.jspecify.annotations.NullMarked;
