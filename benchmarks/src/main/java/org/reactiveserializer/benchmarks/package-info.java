/**
 * Who is fast, and who is right: serializers side by side, in front of one downstream that checks
 * what it gets.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@code Contender}</td><td>the list of what is measured, and how each is made</td></tr>
 *   <tr><td>{@code Items}</td><td>what is pushed: made before, one identity each</td></tr>
 *   <tr><td>{@code Arrivals}</td><td>the downstream of all; {@code Verdict}: what it says</td></tr>
 *   <tr><td>{@code Producers}</td><td>the threads that push, set off together</td></tr>
 *   <tr><td>{@code Batch}</td><td>the fixed batch, as a JMH state</td></tr>
 *   <tr><td>{@code Pipeline}</td><td>such a batch through a whole pipeline of RxJava</td></tr>
 *   <tr><td>{@code …Benchmark}</td><td>the JMH benchmarks</td></tr>
 * </table>
 *
 * <p>What would make the figures wrong, and what is done about it:
 *
 * <ul>
 *   <li><b>Pollution.</b> The compiler's profile of a call that has seen two contenders suits
 *       neither: one contender for each forked virtual machine.
 *   <li><b>Lock coarsening.</b> A monitor entered in an inlined loop is held over several rounds by
 *       the compiler: the call for an item is not inlined into the loop, for all contenders alike.
 *   <li><b>False sharing.</b> What {@code Arrivals} writes lies apart from all else; otherwise a
 *       contender loses half its speed or not, by the chance of its place on the heap.
 *   <li><b>Capture.</b> The thread that emits serves the others as long as they push, so that an
 *       invocation may never end: several producers push a fixed number of items.
 *   <li><b>Skew.</b> A batch lasts milliseconds: producers are awake before the clock starts.
 *   <li><b>Company.</b> Where something else keeps a processor busy, producers take turns instead of
 *       meeting, nobody contends, and a lock looks good: the comparison tells when that is so.
 *   <li><b>Losses.</b> Who drops items is fast: every one is looked at, in the run that is timed.
 * </ul>
 */
@NullMarked
package org.reactiveserializer.benchmarks;

import org.jspecify.annotations.NullMarked;
