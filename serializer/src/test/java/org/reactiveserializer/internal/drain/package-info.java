/** Tests of code that differs between virtual machines. */
@NullMarked
package org.reactiveserializer.internal.drain;

import org.jspecify.annotations.NullMarked;
