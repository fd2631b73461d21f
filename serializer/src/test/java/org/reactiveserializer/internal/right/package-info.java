/** Tests of code that differs between virtual machines. */
@NullMarked
package org.reactiveserializer.internal.right;

import org.jspecify.annotations.NullMarked;
