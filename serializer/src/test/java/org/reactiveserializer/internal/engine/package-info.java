/** Tests of code that differs between virtual machines. */
@NullMarked
package org.reactiveserializer.internal.engine;

import org.jspecify.annotations.NullMarked;
