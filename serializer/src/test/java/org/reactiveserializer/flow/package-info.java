/** Tests of the bridge of that name. */
@NullMarked
package org.reactiveserializer.flow;

import org.jspecify.annotations.NullMarked;
