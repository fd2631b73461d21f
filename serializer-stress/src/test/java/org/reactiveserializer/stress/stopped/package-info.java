/**
 * One thread is stopped at each instruction of its call, by a debugger; the others must get on.
 *
 * <p>{@code StoppedAnywhereTest} has a second JVM play {@code Situations}, round by round, and
 * stops a thread of it through the Java Debug Interface. It is never stopped in the classes of this
 * package.
 */
@NullMarked
package org.reactiveserializer.stress.stopped;

import org.jspecify.annotations.NullMarked;
