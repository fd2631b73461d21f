/** Runs the examples: real servers on the loopback interface, and real clients. */
@NullMarked
package org.reactiveserializer.examples.springboot;

import org.jspecify.annotations.NullMarked;
