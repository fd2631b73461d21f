/**
 * The algorithm; read {@link org.reactiveserializer.internal.emission.EmissionRight} first.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@code EmissionRight}</td><td>who emits, and what was handed to whoever does</td></tr>
 *   <tr><td>{@code PortableRight}</td><td>that, everywhere</td></tr>
 *   <tr><td>{@code BiasedRight}</td><td>that, with a {@code Bias} to a thread that is alone</td></tr>
 *   <tr><td>{@code EmissionLoop}</td><td>the one ownership loop</td></tr>
 *   <tr><td>{@code WaitingItems}</td><td>what was taken and is not delivered yet</td></tr>
 *   <tr><td>{@code ItemLoop}</td><td>the one item loop: what a pass does</td></tr>
 *   <tr><td>{@code ItemEntrance}</td><td>the way into it: what a thread does that brings something</td></tr>
 *   <tr><td>{@code Relay}</td><td>the right on its way to a thread that goes on</td></tr>
 *   <tr><td>{@code Work}</td><td>what is handed over</td></tr>
 *   <tr><td>{@code Run}</td><td>work of several items, from one producer in a row</td></tr>
 *   <tr><td>{@code BoundedQueue}</td><td>what waits, if only so much may; {@code Room}: and who waits for that</td></tr>
 *   <tr><td>{@code Turn}</td><td>work without items: a source changed</td></tr>
 *   <tr><td>{@code Demand}</td><td>how many items the downstream asked for</td></tr>
 *   <tr><td>{@code Outlet}</td><td>the only class that calls the downstream</td></tr>
 *   <tr><td>{@code Fate}</td><td>what became of an item that was brought</td></tr>
 *   <tr><td>{@code Termination}</td><td>how the stream is to end</td></tr>
 *   <tr><td>{@code SubscriptionCell}</td><td>a subscription that may be cancelled before it comes</td></tr>
 *   <tr><td>{@code Upstream}</td><td>that, and demand that may come before it</td></tr>
 *   <tr><td>{@code Hooks}</td><td>what the user wants to hear of</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.NullMarked;
