package org.reactiveserializer.peers;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.reactivex.rxjava3.core.Flowable;
import io.smallrye.mutiny.Multi;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;

/**
 * The claims about other libraries, and the tests that show them. Each test plays the same script
 * to them and to this library. A claim describes the behaviour of the given version, as shown by
 * the report that {@link Trial} describes. A test that fails after an upgrade is good news: the
 * claim must be withdrawn.
 *
 * <table>
 *   <caption>Subscribers that serialize: RxJava 3.1.12 {@code SerialSubscriber}, Reactor 3.8.8
 *       {@code Operators.serialize}, Mutiny 3.3.0 {@code SerialSubscriber}</caption>
 *   <tr><th>when</th><th>RxJava</th><th>Reactor</th><th>Mutiny</th></tr>
 *   <tr>
 *     <td>{@link ThrowingDownstreamDefectsTest.Alone the downstream threw}</td>
 *     <td colspan="3">stuck forever: later items pile up, no terminal signal arrives, an error is
 *         not even reported, the upstream is not cancelled</td>
 *   </tr>
 *   <tr>
 *     <td>{@link ThrowingDownstreamDefectsTest.InABatch it threw while items waited}</td>
 *     <td colspan="3">the items that waited are lost without a trace, too</td>
 *   </tr>
 *   <tr>
 *     <td>{@link CancellationDefectsTest.WhileItemsWait cancelled while items wait}</td>
 *     <td>goes on delivering them</td><td></td><td>drops them silently</td>
 *   </tr>
 *   <tr>
 *     <td>{@link CancellationDefectsTest.WithinABatch cancelled by the downstream in a batch}</td>
 *     <td>goes on delivering</td>
 *     <td>discards what it delivered</td>
 *     <td>drops the rest silently</td>
 *   </tr>
 *   <tr>
 *     <td>{@link CancellationDefectsTest.ThenAnError an error after a cancellation}</td>
 *     <td>delivers it</td><td>swallows it</td><td></td>
 *   </tr>
 *   <tr>
 *     <td>{@link TerminationDefectsTest.ErrorWhileItemsWait an error while items wait}</td>
 *     <td>drops them silently</td><td></td><td></td>
 *   </tr>
 *   <tr>
 *     <td>{@link TerminationDefectsTest.CompletionDuringAnItem a completion during an item}</td>
 *     <td>later items pile up, a later error is neither signalled nor reported</td>
 *     <td></td><td></td>
 *   </tr>
 *   <tr>
 *     <td>{@link TerminationDefectsTest.CompletionThenErrorDuringAnItem then an error, still
 *         during it}</td>
 *     <td>signals the error in place of the completion</td><td>swallows the error</td><td></td>
 *   </tr>
 *   <tr>
 *     <td>{@link TerminationDefectsTest.ErrorAfterTheEnd an error after the end}</td>
 *     <td></td><td>swallows it: no {@code onErrorDropped}</td><td></td>
 *   </tr>
 *   <tr>
 *     <td>{@link TerminationDefectsTest.ItemAfterTheEnd an item after the end}</td>
 *     <td>drops it silently</td><td></td><td>drops it silently</td>
 *   </tr>
 * </table>
 *
 * <table>
 *   <caption>Elsewhere: an item emitted while another is delivered ({@link
 *       ConcurrentItemDefectsTest})</caption>
 *   <tr><td>RxJava {@code Flowable.subscribe}, given a plain {@code Subscriber}</td>
 *       <td>drops it silently</td></tr>
 *   <tr><td>Reactor {@code Flux.subscribe}, given a plain {@code Subscriber}</td>
 *       <td>drops it silently</td></tr>
 *   <tr><td>Reactor {@code Sinks.many()}: unicast, multicast, replay</td>
 *       <td>refuse it: {@code FAIL_NON_SERIALIZED}</td></tr>
 * </table>
 *
 * <p>"Silently" and "swallows" mean that no hook of the library is called. RxJava and Mutiny have
 * no hooks for items. Not everything in the tables breaks a rule: §2.8 allows signals after a
 * cancellation, and a caller that signals after a terminal signal breaks §1.7 itself. It matters if
 * items must be released.
 *
 * <p>This library has a limit, too: a {@code SerialSubscriber} <em>behind</em> such a
 * {@code Flowable} or {@code Flux} is itself a plain subscriber to it, and receives only the items
 * that they did not drop.
 */
class PeerDefectsTest {

  static Stream<Arguments> versions() {
    return Stream.of(
        Arguments.of(Flowable.class, "/rxjava-3.1.12.jar"),
        Arguments.of(Flux.class, "/reactor-core-3.8.8.jar"),
        Arguments.of(Multi.class, "/mutiny-3.3.0.jar"));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void theClaimsNameTheTestedVersions(Class<?> type, String jar) {
    String found = type.getProtectionDomain().getCodeSource().getLocation().getPath();
    assertTrue(found.endsWith(jar), found);
  }
}
