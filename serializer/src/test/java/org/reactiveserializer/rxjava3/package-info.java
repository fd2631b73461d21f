/** Tests of the bridge to RxJava. */
@NullMarked
package org.reactiveserializer.rxjava3;

import org.jspecify.annotations.NullMarked;
