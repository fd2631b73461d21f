/**
 * Designs that were rejected, kept correct and measured beside the one that was chosen; {@code
 * docs/decisions} says why. Items only: how a stream ends is the same for all.
 *
 * <table>
 *   <caption>Question, and the answers that lost</caption>
 *   <tr><td>one word for ownership and list, or two</td>
 *     <td>{@code WordAndQueue}, {@code WordAndStack}, {@code CounterAndQueue}</td></tr>
 *   <tr><td>which list is the word the head of</td><td>{@code TailSwap}</td></tr>
 *   <tr><td>how many items a node has</td><td>{@code OneNodeAnItem}</td></tr>
 *   <tr><td>where the word lies</td><td>{@code UnpaddedWord}, {@code InheritedWord}</td></tr>
 *   <tr><td>how long the emitter waits</td><td>{@code Lag}, by {@code SameAsOurs}</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.NullMarked;
