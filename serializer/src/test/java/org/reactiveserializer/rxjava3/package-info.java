/** Tests of the bridge of that name. */
@NullMarked
package org.reactiveserializer.rxjava3;

import org.jspecify.annotations.NullMarked;
