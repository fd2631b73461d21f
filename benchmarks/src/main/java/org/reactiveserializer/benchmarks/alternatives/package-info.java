/**
 * Designs that were rejected, kept correct and measured beside the library; {@code docs/internals/decisions}
 * contains the reasons. They deliver items only, and stand on their own: they share a harness, {@code
 * AlternativeSerializer}, and no code of the library.
 *
 * <table>
 *   <caption>Questions, and the rejected answers</caption>
 *   <tr><td>one word for ownership and list, or two</td>
 *     <td>{@code CounterAndQueue}</td></tr>
 *   <tr><td>which list the word is the head of</td><td>{@code TailSwap}</td></tr>
 *   <tr><td>how many items a node holds</td><td>{@code OneNodeAnItem}</td></tr>
 *   <tr><td>how long a producer waits for an owner to leave</td><td>{@code Waiting}</td></tr>
 * </table>
 *
 * <p>{@code OwnershipCostBenchmark} measures the least that entering and leaving can cost on a machine.
 */
@NullMarked
package org.reactiveserializer.benchmarks.alternatives;

import org.jspecify.annotations.NullMarked;
