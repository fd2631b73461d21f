/**
 * One file for each guarantee: the list of files is the contract. Each file contains races, each of which must
 * hold with the library, and catch its {@linkplain org.reactiveserializer.stress.mutants.Mutants mutants}.
 *
 * <table>
 *   <caption>Guarantees</caption>
 *   <tr><th>guarantee</th><th>file</th></tr>
 *   <tr><td>signals never overlap</td><td>{@link MutualExclusion}</td></tr>
 *   <tr><td>no item or signal is overlooked</td><td>{@link NoLostWakeUp}</td></tr>
 *   <tr><td>the items of one thread stay in order</td><td>{@link ProducerOrder}</td></tr>
 *   <tr><td>what was emitted before is delivered first</td><td>{@link OrderOfEmission}</td></tr>
 *   <tr><td>producer happens-before consumer</td><td>{@link ProducerHappensBeforeConsumer}</td></tr>
 *   <tr><td>consumer happens-before the next one</td><td>{@link ConsumerHappensBeforeNext}</td></tr>
 *   <tr><td>one terminal signal</td><td>{@link OneTerminal}</td></tr>
 *   <tr><td>no signal after it</td><td>{@link NothingAfterTerminal}</td></tr>
 *   <tr><td>a completion waits for earlier items</td><td>{@link CompletionCoversItems}</td></tr>
 *   <tr><td>so does a delayed error</td><td>{@link DelayedErrorWaits}</td></tr>
 *   <tr><td>an error is signalled or dropped, once</td><td>{@link ErrorHasOneOutcome}</td></tr>
 *   <tr><td>an item is delivered or discarded, once</td><td>{@link ExactlyOneOutcome}</td></tr>
 *   <tr><td>after a cancellation one thread discards</td><td>{@link OneOwnerDiscards}</td></tr>
 *   <tr><td>a downstream that throws blocks nothing</td><td>{@link ThrowingDownstream}</td></tr>
 *   <tr><td>one subscription, cancelled once</td><td>{@link OneSubscription}</td></tr>
 *   <tr><td>early demand is passed on</td><td>{@link DemandReachesUpstream}</td></tr>
 *   <tr><td>the same while a bias is given and revoked</td><td>{@link BiasRevocation}</td></tr>
 *   <tr><td>a merge delivers all items, in the order of each source</td><td>{@link MergeDeliversAll}</td></tr>
 *   <tr><td>it completes once, after all its sources</td><td>{@link MergeCompletesOnce}</td></tr>
 *   <tr><td>its cancellation reaches all sources</td><td>{@link MergeCancelReachesAll}</td></tr>
 *   <tr><td>it delivers what is requested, and no more</td><td>{@link MergeMeetsDemand}</td></tr>
 *   <tr><td>it requests sources serially</td><td>{@link MergeRequestsSerially}</td></tr>
 *   <tr><td>each of its delayed errors has one outcome</td><td>{@link MergeDelayedErrors}</td></tr>
 *   <tr><td>a source added to a dynamic merge has one outcome</td><td>{@link DynamicMergeTakesOrRefuses}</td></tr>
 *   <tr><td>each item of a source that is removed has one outcome</td><td>{@link DynamicMergeRemoves}</td></tr>
 *   <tr><td>a sink never holds more items than its capacity</td><td>{@link SinkBoundIsExact}</td></tr>
 *   <tr><td>it evicts items only while it is full</td><td>{@link SinkEvictsOnlyWhenFull}</td></tr>
 *   <tr><td>it delivers what is requested, and no more</td><td>{@link SinkMeetsDemand}</td></tr>
 *   <tr><td>its results hold when it is cancelled</td><td>{@link SinkCancelHasOneOutcome}</td></tr>
 *   <tr><td>its results hold when it completes</td><td>{@link SinkCompletionFollowsItems}</td></tr>
 *   <tr><td>who waits for room gets it</td><td>{@link SinkNotifiesOfRoom}</td></tr>
 *   <tr><td>who waits has one outcome</td><td>{@link SinkWaiterHasOneOutcome}</td></tr>
 *   <tr><td>a drain limit hands the emission on</td><td>{@link SinkHandsOn}</td></tr>
 *   <tr><td>where only tasks deliver, none is forgotten</td><td>{@link SinkLeavesToTasks}</td></tr>
 *   <tr><td>a callback runs once</td><td>{@link CallbackRunsOnce}</td></tr>
 *   <tr><td>what comes to a key is served</td><td>{@link KeyIsServed}</td></tr>
 *   <tr><td>no more items of a key wait than its bound</td><td>{@link KeyBoundIsExact}</td></tr>
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
