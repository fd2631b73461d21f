/**
 * A debugger stops one thread at each instruction of its call; the other threads must make
 * progress.
 *
 * <p>{@code StoppedAnywhereTest} starts a second JVM, which plays {@code Situations}, round by
 * round. It stops a thread of that JVM through the Java Debug Interface, but never in the classes
 * of this package.
 */
@NullMarked
package org.reactiveserializer.stress.stopped;

import org.jspecify.annotations.NullMarked;
