/**
 * The path of an item. {@link org.reactiveserializer.internal.emission.ItemLoop} shows all of it,
 * from top to bottom: without contention (fast path), handed over, and delivered by the owner
 * (queue-drain). It uses
 *
 * <table>
 *   <caption>The parts</caption>
 *   <tr><td>{@code internal.right}</td><td>who may deliver</td></tr>
 *   <tr><td>{@code internal.waiting}</td>
 *       <td>the kinds of work that wait, and the demand they wait for</td></tr>
 *   <tr><td>{@code internal.ending}</td>
 *       <td>the downstream, the upstream, and how a stream ends</td></tr>
 *   <tr><td>{@code WaitingItems}</td><td>the work that was taken and is not finished yet</td></tr>
 *   <tr><td>{@code StreamEnds}</td>
 *       <td>how a stream begins and ends, and the hooks of an operator</td></tr>
 * </table>
 *
 * <p>All parts are one object, by inheritance: after the caller has loaded that object, no further
 * load lies before the word.
 */
@NullMarked
package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.NullMarked;
