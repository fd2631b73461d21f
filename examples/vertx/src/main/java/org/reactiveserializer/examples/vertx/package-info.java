/** Several threads and verticles feed one response of Vert.x, as fast as its client reads. */
@NullMarked
package org.reactiveserializer.examples.vertx;

import org.jspecify.annotations.NullMarked;
