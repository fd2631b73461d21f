/**
 * What waits, and for what.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@code Items}</td><td>items that were handed over</td></tr>
 *   <tr><td>{@code Single}</td><td>that, of one item</td></tr>
 *   <tr><td>{@code Run}</td><td>that, of one producer; open while the owner stays</td></tr>
 *   <tr><td>{@code OpenRuns}</td><td>where a producer finds its run again</td></tr>
 *   <tr><td>{@code BoundedQueue}</td><td>that, of all, if only so much may wait; {@code Room}: and who waits for that</td></tr>
 *   <tr><td>{@code Turn}</td><td>work without items: a source changed</td></tr>
 *   <tr><td>{@code Demand}</td><td>how many items the downstream asked for</td></tr>
 *   <tr><td>{@code Fate}</td><td>what became of an item that was brought</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.NullMarked;
