/** Order for each key, parallel across keys: beside the operators of other libraries, and stripes. */
@NullMarked
package org.reactiveserializer.benchmarks.keyed;

import org.jspecify.annotations.NullMarked;
