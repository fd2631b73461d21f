/**
 * Items that wait, and what they wait for.
 *
 * <table>
 *   <caption>Classes</caption>
 *   <tr><td>{@code Items}</td><td>items that were handed over</td></tr>
 *   <tr><td>{@code Single}</td><td>one item</td></tr>
 *   <tr><td>{@code Segment}</td><td>items of one producer; open while it is the youngest node</td></tr>
 *   <tr><td>{@code BoundedQueue}</td><td>all items, where their number has a bound</td></tr>
 *   <tr><td>{@code RoomLine}</td><td>who waits for room in such a queue: a {@code Waiter}, with an item or a
 *       {@code RoomCall}</td></tr>
 *   <tr><td>{@code SourceEvent}</td><td>work without an item: a source began or ended</td></tr>
 *   <tr><td>{@code Demand}</td><td>how many items the downstream requested</td></tr>
 *   <tr><td>{@code Outcome}</td><td>what happened to an item that was emitted</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.waiting;

import org.jspecify.annotations.NullMarked;
