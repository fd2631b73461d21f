/**
 * One file for each guarantee: the list of files is the contract. Each file contains a race, run on
 * the library, and at least one deliberately broken twin, which the same check must detect.
 *
 * <table>
 *   <caption>Guarantees</caption>
 *   <tr><th>guarantee</th><th>file</th><th>defect of the twin</th></tr>
 *   <tr><td>signals never overlap</td><td>{@code MutualExclusion}</td>
 *       <td>acquires ownership without compareAndSet</td></tr>
 *   <tr><td>no work or signal is overlooked</td><td>{@code NoLostWakeUp}</td>
 *       <td>releases without looking; a signal leaves no mark; a pass looks before it
 *           takes</td></tr>
 *   <tr><td>the items of one thread stay in order</td><td>{@code ProducerOrder}</td>
 *       <td>the batch is reversed</td></tr>
 *   <tr><td>producer happens-before consumer</td><td>{@code ProducerHappensBeforeConsumer}</td>
 *       <td>the reason of a signal is published by a release write only</td></tr>
 *   <tr><td>consumer happens-before the next one</td><td>{@code ConsumerHappensBeforeNext}</td>
 *       <td>a lock that lacks a fence</td></tr>
 *   <tr><td>items appended before the seal are found</td><td>{@code AppendAgainstSeal}</td>
 *       <td>appends without compareAndSet</td></tr>
 *   <tr><td>what was emitted before is delivered first</td><td>{@code OrderOfEmission}</td>
 *       <td>appends to a segment that is not the youngest node</td></tr>
 *   <tr><td>one terminal signal</td><td>{@code OneTerminal}</td>
 *       <td>ends without compareAndSet</td></tr>
 *   <tr><td>no signal after it</td><td>{@code NothingAfterTerminal}</td>
 *       <td>becomes idle instead of closed</td></tr>
 *   <tr><td>a completion waits for earlier items</td><td>{@code CompletionCoversItems}</td>
 *       <td>forgets waiting items when it closes</td></tr>
 *   <tr><td>so does a delayed error</td><td>{@code DelayedErrorWaits}</td>
 *       <td>the error overtakes</td></tr>
 *   <tr><td>an error is signalled or dropped, once</td><td>{@code ErrorHasOneOutcome}</td>
 *       <td>signals an error that a cancellation removed</td></tr>
 *   <tr><td>an item is delivered or discarded, once</td><td>{@code ExactlyOneOutcome}</td>
 *       <td>takes the list in two steps</td></tr>
 *   <tr><td>after a cancellation one thread discards</td><td>{@code OneOwnerDiscards}</td>
 *       <td>the cancelling thread discards beside the owner</td></tr>
 *   <tr><td>a downstream that throws blocks nothing</td><td>{@code ThrowingDownstream}</td>
 *       <td>closes in two steps</td></tr>
 *   <tr><td>one thread ends the stream of an owner that could not</td>
 *       <td>{@code FailedOwner}</td><td>the note is cleared in a second step</td></tr>
 *   <tr><td>one subscription, cancelled once</td><td>{@code OneSubscription}</td>
 *       <td>starts without compareAndSet</td></tr>
 *   <tr><td>early demand is passed on</td><td>{@code DemandReachesUpstream}</td>
 *       <td>no second look after recording it</td></tr>
 *   <tr><td>the same while promises are made and revoked</td><td>{@code BiasRevocation}</td>
 *       <td>no barrier; marks too late; does not look; never uses, always takes or repeats a
 *           claim</td></tr>
 *   <tr><td>a merge delivers all items, in each source's
 *       order</td><td>{@code MergeDeliversAll}</td>
 *       <td>two owners; releases without looking; the batch is reversed</td></tr>
 *   <tr><td>it completes once, after all its sources</td><td>{@code MergeCompletesOnce}</td>
 *       <td>an end looks before it is handed over; the outer end overtakes the inner
 *           sources</td></tr>
 *   <tr><td>its cancellation reaches all sources</td><td>{@code MergeCancelReachesAll}</td>
 *       <td>closes in two steps; forgets, or does not refuse, a new inner source</td></tr>
 *   <tr><td>it delivers what is requested, and no more</td><td>{@code MergeMeetsDemand}</td>
 *       <td>looks before it announces the lack of demand; announces it without a fence</td></tr>
 *   <tr><td>each of its delayed errors has one outcome</td><td>{@code MergeDelayedErrors}</td>
 *       <td>stores in two steps; takes in two steps</td></tr>
 *   <tr><td>a source added to a dynamic merge has one
 *       outcome</td><td>{@code DynamicMergeTakesOrRefuses}</td>
 *       <td>looks before it adds; changes its state in two steps; is deaf to a
 *           cancellation</td></tr>
 *   <tr><td>each item of a source that is removed has one
 *       outcome</td><td>{@code DynamicMergeRemoves}</td>
 *       <td>releases without looking; a removal looks before it is handed over</td></tr>
 *   <tr><td>a sink never holds more items than its capacity</td><td>{@code SinkBoundIsExact}</td>
 *       <td>counts an item after adding it</td></tr>
 *   <tr><td>it evicts items only while it is full</td><td>{@code SinkEvictsOnlyWhenFull}</td>
 *       <td>evicts in two steps</td></tr>
 *   <tr><td>it delivers what is requested, and no more</td><td>{@code SinkMeetsDemand}</td>
 *       <td>looks before it announces the lack of demand</td></tr>
 *   <tr><td>its results hold when it is cancelled</td><td>{@code SinkCancelHasOneOutcome}</td>
 *       <td>closes in two steps</td></tr>
 *   <tr><td>its results hold when it completes</td><td>{@code SinkCompletionFollowsItems}</td>
 *       <td>closes in two steps</td></tr>
 *   <tr><td>who waits for room gets it, and has one outcome</td><td>{@code SinkNotifiesOfRoom}, {@code
 *       SinkWaiterHasOneOutcome}</td>
 *       <td>joins too late; withdraws too late; is refused by one thread only</td></tr>
 *   <tr><td>a drain limit hands the emission on</td><td>{@code SinkHandsOn}</td>
 *       <td>releases before it hands on</td></tr>
 *   <tr><td>one thread continues it</td><td>{@code HandoffHasOneOwner}</td>
 *       <td>claims in two steps</td></tr>
 *   <tr><td>a callback of a bridge runs once</td><td>{@code CallbackRunsOnce}</td>
 *       <td>sets the callback, or takes it, in two steps</td></tr>
 *   <tr><td>a subscriber's context outlives the reference to it</td>
 *       <td>{@code ContextOutlivesSubscriber}</td><td>clears the reference first</td></tr>
 *   <tr><td>what comes to a key, or one who waits for room, is served</td><td>{@code KeyIsServed}</td>
 *       <td>closes in two steps; joins too late; ceases and does not look again</td></tr>
 *   <tr><td>no more items of a key wait than its bound</td><td>{@code KeyBoundIsExact}</td>
 *       <td>looks and adds in two steps</td></tr>
 * </table>
 *
 * <p>The tests contain, besides: the interleavings of the same parts ({@code …LincheckTest}); all
 * guarantees at once, at random ({@code SoakTest}, {@code MergeSoakTest}, {@code SinkSoakTest}, {@code
 * KeyedSoakTest});
 * threads that stop in the middle of a call ({@code ProgressTest}, {@code StoppedAnywhereTest});
 * and what the garbage collector can reclaim when all is quiet ({@code RetentionRaceTest}).
 */
@NullMarked
package org.reactiveserializer.stress;

import org.jspecify.annotations.NullMarked;
