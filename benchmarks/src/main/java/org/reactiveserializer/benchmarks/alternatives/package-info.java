/**
 * Designs that were rejected, kept correct and measured beside the design that was chosen; {@code
 * docs/decisions} contains the reasons. They deliver items only: the end of a stream is the same
 * for all designs. ({@code ReadsFirst}, {@code MakesWay}, {@code Neighbour} and {@code Notifying} are exceptions: they
 * use the library itself, with one step, the placement, or a setting changed.)
 *
 * <table>
 *   <caption>Questions, and the rejected answers</caption>
 *   <tr><td>one word for ownership and list, or two</td>
 *     <td>{@code WordAndQueue}, {@code WordAndStack}, {@code CounterAndQueue}</td></tr>
 *   <tr><td>which list the word is the head of</td><td>{@code TailSwap}</td></tr>
 *   <tr><td>how many items a node holds</td><td>{@code OneNodeAnItem}</td></tr>
 *   <tr><td>how long items can be appended to a segment</td>
 *     <td>{@code SealedSegments}, {@code PacedTakes}</td></tr>
 *   <tr><td>whether a thread reads the word before it enters</td><td>{@code ReadsFirst}</td></tr>
 *   <tr><td>where the word lies in memory</td>
 *       <td>{@code UnpaddedWord}, {@code InheritedWord}</td></tr>
 *   <tr><td>where the counter of unfinished items lies</td>
 *       <td>{@code CounterBesideFinals}</td></tr>
 *   <tr><td>which fields lie beside the downstream</td><td>{@code Neighbour}</td></tr>
 *   <tr><td>when and how long the owner waits</td>
 *     <td>{@code Lag}, in {@code SealedSegments}</td></tr>
 *   <tr><td>when producers yield</td><td>{@code Courtesy}, in {@code SealedSegments}</td></tr>
 *   <tr><td>for how long producers make way to an owner</td><td>{@code MakesWay}</td></tr>
 *   <tr><td>when waiting producers are notified of room</td><td>{@code Notifying}</td></tr>
 * </table>
 *
 * <p>All designs except those that use the library itself read the word before they enter, and wait
 * in the same way, the library's way before its segments stayed open, unless the wait is the question.
 * But only the library itself and {@code SealedSegments} with its variants count unfinished items and
 * let producers yield; the other lists do not know their length. With more producers than
 * processors, compare those with {@code alt-no-courtesy}.
 */
@NullMarked
package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.NullMarked;
