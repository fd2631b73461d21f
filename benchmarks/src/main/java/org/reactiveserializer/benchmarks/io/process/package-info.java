/**
 * Child processes of a measurement. A child is a virtual machine of its own; it talks to its parent
 * in lines on its standard input and output, ends when its input ends, and is killed through its
 * handle.
 */
@NullMarked
package org.reactiveserializer.benchmarks.io.process;

import org.jspecify.annotations.NullMarked;
