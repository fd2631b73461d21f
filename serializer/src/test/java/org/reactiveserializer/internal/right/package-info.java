/** Parts of the emission that behave in their own way on some virtual machines only. */
@NullMarked
package org.reactiveserializer.internal.right;

import org.jspecify.annotations.NullMarked;
