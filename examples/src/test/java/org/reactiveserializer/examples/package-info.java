/** Runs the examples. */
@NullMarked
package org.reactiveserializer.examples;

import org.jspecify.annotations.NullMarked;
