/** Where a value lies and how it is accessed, so that the algorithms need not say it. */
@NullMarked
package org.reactiveserializer.internal.memory;

import org.jspecify.annotations.NullMarked;
