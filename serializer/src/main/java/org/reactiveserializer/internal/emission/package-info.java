/**
 * What an item goes through. {@link org.reactiveserializer.internal.emission.ItemLoop} has all of it, from top to bottom:
 * alone, contended, drained. It stands on
 *
 * <table>
 *   <caption>The parts</caption>
 *   <tr><td>{@code internal.right}</td><td>who owns the emission</td></tr>
 *   <tr><td>{@code internal.waiting}</td><td>what waits, and for what</td></tr>
 *   <tr><td>{@code internal.ending}</td><td>where a stream leads, and how it ends</td></tr>
 *   <tr><td>{@code WaitingItems}</td><td>what was taken and is not delivered yet</td></tr>
 *   <tr><td>{@code StreamEnds}</td><td>how a stream begins and ends, and what an operator supplies</td></tr>
 * </table>
 *
 * <p>All of it is one object, by inheritance: the caller's load of that object is the last one before the word.
 */
@NullMarked
package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.NullMarked;
