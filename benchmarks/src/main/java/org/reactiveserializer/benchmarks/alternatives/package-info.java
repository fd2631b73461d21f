/**
 * Designs that were rejected, kept correct and measured beside the one that was chosen;
 * {@code docs/decisions} says why. Items only: how a stream ends is the same for all.
 * ({@code Neighbour}, {@code Telling} and {@code FixedPatience} are the exceptions: they place, and
 * set, the library itself.)
 *
 * <table>
 *   <caption>Question, and the answers that lost</caption>
 *   <tr><td>one word for ownership and list, or two</td>
 *     <td>{@code WordAndQueue}, {@code WordAndStack}, {@code CounterAndQueue}</td></tr>
 *   <tr><td>which list is the word the head of</td><td>{@code TailSwap}</td></tr>
 *   <tr><td>how many items a node has</td><td>{@code OneNodeAnItem}</td></tr>
 *   <tr><td>how long a run gets more items</td>
 *     <td>{@code SealedRuns}, {@code PacedTakes}</td></tr>
 *   <tr><td>where the word lies</td><td>{@code UnpaddedWord}, {@code InheritedWord}</td></tr>
 *   <tr><td>where the counter of unfinished items lies</td><td>{@code CounterBesideFinals}</td></tr>
 *   <tr><td>what lies beside the downstream</td><td>{@code Neighbour}</td></tr>
 *   <tr><td>when and how long the emitter waits</td>
 *     <td>{@code Lag}, by {@code SealedRuns}</td></tr>
 *   <tr><td>when producers yield</td><td>{@code Courtesy}, by {@code SealedRuns}</td></tr>
 *   <tr><td>when producers that wait are told of room</td><td>{@code Telling}</td></tr>
 *   <tr><td>how long a merge waits when it meets others</td><td>{@code FixedPatience}</td></tr>
 * </table>
 *
 * <p>All but those that are the library itself wait alike, as it did before its runs stayed open,
 * unless that is the question. But only the library itself and {@code SealedRuns}, with its
 * variants, count what is unfinished, and let producers yield; the other lists do not know their
 * length. With more producers than processors compare them with {@code alt-no-courtesy}.
 */
@NullMarked
package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.NullMarked;
