/** Tests of the bridge to {@code java.util.concurrent.Flow}. */
@NullMarked
package org.reactiveserializer.flow;

import org.jspecify.annotations.NullMarked;
