/** The share of datagrams that a receiver loses at a given rate. */
@NullMarked
package org.reactiveserializer.benchmarks.io.loss;

import org.jspecify.annotations.NullMarked;
