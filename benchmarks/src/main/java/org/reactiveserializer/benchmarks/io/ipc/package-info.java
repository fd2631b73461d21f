/**
 * Ints and messages from one process to another, through a file in memory that both have mapped.
 */
@NullMarked
package org.reactiveserializer.benchmarks.io.ipc;

import org.jspecify.annotations.NullMarked;
