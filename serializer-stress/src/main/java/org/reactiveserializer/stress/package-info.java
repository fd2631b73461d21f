/**
 * One file per guarantee: the list of files is the contract. Each holds the race, run on the
 * library, and at least one twin that is broken on purpose, which the same check must catch.
 *
 * <table>
 *   <caption>Guarantees</caption>
 *   <tr><th>guarantee</th><th>file</th><th>what the twin breaks</th></tr>
 *   <tr><td>signals never overlap</td><td>{@code MutualExclusion}</td>
 *       <td>enters without compareAndSet</td></tr>
 *   <tr><td>nothing handed over or signalled is overlooked</td><td>{@code NoLostWakeUp}</td>
 *       <td>leaves without looking; a signal leaves no mark; a pass looks before it takes</td></tr>
 *   <tr><td>one thread's items stay in order</td><td>{@code ProducerOrder}</td>
 *       <td>the batch is turned round</td></tr>
 *   <tr><td>producer happens-before consumer</td><td>{@code ProducerHappensBeforeConsumer}</td>
 *       <td>the cause of a signal is written by a release only</td></tr>
 *   <tr><td>consumer happens-before the next</td><td>{@code ConsumerHappensBeforeNext}</td>
 *       <td>a lock that lacks a fence</td></tr>
 *   <tr><td>appended before the seal is polled after it</td><td>{@code AppendAgainstSeal}</td>
 *       <td>appends without compareAndSet</td></tr>
 *   <tr><td>one terminal</td><td>{@code OneTerminal}</td>
 *       <td>ends without compareAndSet</td></tr>
 *   <tr><td>nothing after it</td><td>{@code NothingAfterTerminal}</td>
 *       <td>becomes idle instead of closed</td></tr>
 *   <tr><td>a completion waits for what came before</td><td>{@code CompletionCoversItems}</td>
 *       <td>forgets what waits when it closes</td></tr>
 *   <tr><td>so does a delayed error</td><td>{@code DelayedErrorWaits}</td>
 *       <td>the error overtakes</td></tr>
 *   <tr><td>an error is signalled or dropped, once</td><td>{@code ErrorHasOneFate}</td>
 *       <td>signals what a cancellation took away</td></tr>
 *   <tr><td>an item is delivered or discarded, once</td><td>{@code ExactlyOneFate}</td>
 *       <td>takes in two steps</td></tr>
 *   <tr><td>after a cancellation one thread discards</td><td>{@code OneOwnerDiscards}</td>
 *       <td>who cancels discards beside the owner</td></tr>
 *   <tr><td>a downstream that throws wedges nothing</td><td>{@code ThrowingDownstream}</td>
 *       <td>closes in two steps</td></tr>
 *   <tr><td>one thread ends the emission of an owner that could not</td>
 *       <td>{@code DesertedOwner}</td><td>the note is cleared in a second step</td></tr>
 *   <tr><td>one subscription, cancelled once</td><td>{@code OneSubscription}</td>
 *       <td>starts without compareAndSet</td></tr>
 *   <tr><td>early demand arrives</td><td>{@code DemandReachesUpstream}</td>
 *       <td>no second look after noting it</td></tr>
 *   <tr><td>all that, while promises are made and revoked</td><td>{@code BiasRevocation}</td>
 *       <td>no barrier; marks too late; leaves blindly; claims never, always or twice</td></tr>
 *   <tr><td>a merge delivers all, in each inner's order</td><td>{@code MergeDeliversAll}</td>
 *       <td>two enter; leaves without looking; the batch is turned round</td></tr>
 *   <tr><td>it completes once, after all its sources</td><td>{@code MergeCompletesOnce}</td>
 *       <td>an end looks before it is handed over; the outer end passes the inners</td></tr>
 *   <tr><td>its cancellation reaches all sources</td><td>{@code MergeCancelReachesAll}</td>
 *       <td>closes in two steps; forgets, or does not refuse, an inner that is new</td></tr>
 *   <tr><td>it delivers what is requested, no more</td><td>{@code MergeMeetsDemand}</td>
 *       <td>looks, and says then that it waits; says so without a fence</td></tr>
 *   <tr><td>each of its delayed errors has one fate</td><td>{@code MergeDelayedErrors}</td>
 *       <td>keeps in two steps; takes in two steps</td></tr>
 *   <tr><td>a callback of a bridge runs once</td><td>{@code OccasionIsToldOnce}</td>
 *       <td>sets the callback, or takes it, in two steps</td></tr>
 *   <tr><td>a subscriber's context is there, also when it is let go</td><td>{@code ContextOutlivesSubscriber}</td>
 *       <td>lets it go first</td></tr>
 * </table>
 *
 * <p>Beside them, among the tests: every interleaving of the same parts ({@code
 * …LincheckTest}), the same guarantees all at once and at random ({@code SoakTest}, and {@code
 * MergeSoakTest} for merges), what needs a thread that stands still in the middle ({@code
 * ProgressTest}), and what is left for the garbage collector when all is quiet ({@code
 * RetentionRaceTest}).
 */
@NullMarked
package org.reactiveserializer.stress;

import org.jspecify.annotations.NullMarked;
