/**
 * The path of an item. {@link org.reactiveserializer.internal.emission.ItemLoop} shows all of it,
 * from top to bottom: without contention (fast path), handed over, and delivered by the owner
 * (queue-drain). It uses
 *
 * <table>
 *   <caption>The parts</caption>
 *   <tr><td>{@code internal.drain}</td><td>who may deliver</td></tr>
 *   <tr><td>{@code internal.waiting}</td>
 *       <td>the kinds of work that wait, and the demand they wait for</td></tr>
 *   <tr><td>{@code internal.ending}</td>
 *       <td>the upstream, the hooks, and how any thread requests an end</td></tr>
 *   <tr><td>{@code WaitingItems}</td><td>the work that was taken and is not finished yet</td></tr>
 *   <tr><td>{@code StreamEnd}</td><td>how the owner ends a stream</td></tr>
 *   <tr><td>{@code Sources}</td><td>what a merge knows of its inners; a serializer has none</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.NullMarked;
