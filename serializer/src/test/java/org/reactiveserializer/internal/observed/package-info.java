/** Tests of what streams with a name tell. */
@NullMarked
package org.reactiveserializer.internal.observed;

import org.jspecify.annotations.NullMarked;
