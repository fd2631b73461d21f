/** Tests of situations that no sequence of signals can produce reliably. */
@NullMarked
package org.reactiveserializer.internal.operator;

import org.jspecify.annotations.NullMarked;
