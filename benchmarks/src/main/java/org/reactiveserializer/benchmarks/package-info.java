/**
 * Compares serializers in front of one downstream, which verifies every item that it receives.
 *
 * <table>
 *   <caption>Classes</caption>
 *   <tr><td>{@code Contender}</td>
 *       <td>the list of what is measured, and how each is created</td></tr>
 *   <tr><td>{@code Items}</td><td>the items, created in advance, each with its own number</td></tr>
 *   <tr><td>{@code Arrivals}</td><td>the common downstream; {@code Verdict}: its result</td></tr>
 *   <tr><td>{@code Producers}</td><td>the threads that emit, started at the same time</td></tr>
 *   <tr><td>{@code Batch}</td><td>a batch of fixed size, as a JMH state</td></tr>
 *   <tr><td>{@code Compare}</td><td>the command {@code benchmarks/compare}</td></tr>
 *   <tr><td>{@code …Benchmark}</td><td>the JMH benchmarks</td></tr>
 *   <tr><td>{@code io}</td><td>the command {@code benchmarks/io}, which compares the module {@code
 *       serializer-io} with its rivals</td></tr>
 * </table>
 *
 * <p>Sources of error, and the measures against them:
 *
 * <ul>
 *   <li><b>Profile pollution.</b> The compiler's profile of a call that has seen two contenders
 *       suits neither of them: each forked virtual machine runs one contender.
 *   <li><b>Lock coarsening.</b> The compiler may hold a monitor over several iterations of a loop
 *       into which its block is inlined: the call for an item is not inlined into the loop, for any
 *       contender.
 *   <li><b>False sharing.</b> The fields that {@code Arrivals} writes have cache lines of their
 *       own. Otherwise a contender could lose half its speed, depending on its place in the heap.
 *   <li><b>Capture.</b> The owner delivers the items of other threads as long as they emit, so an
 *       invocation might never end: several producers emit a fixed number of items.
 *   <li><b>Skew.</b> A batch takes milliseconds: all producers are awake before the clock starts.
 *   <li><b>Other load.</b> If another process keeps a processor busy, producers run one after the
 *       other, there is no contention, and a lock looks good: the comparison reports such a load.
 *   <li><b>Lost items.</b> A contender that loses items is fast: every item is verified, in the run
 *       that is timed.
 * </ul>
 */
@NullMarked
package org.reactiveserializer.benchmarks;

import org.jspecify.annotations.NullMarked;
