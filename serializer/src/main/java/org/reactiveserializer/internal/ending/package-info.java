/**
 * Where a stream leads, and how it ends.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@code Outlet}</td><td>the only class that calls the downstream</td></tr>
 *   <tr><td>{@code Termination}</td><td>how the stream is to end</td></tr>
 *   <tr><td>{@code SubscriptionCell}</td><td>a subscription that may be cancelled before it comes</td></tr>
 *   <tr><td>{@code Upstream}</td><td>that, and demand that may come before it</td></tr>
 *   <tr><td>{@code Hooks}</td><td>what the user wants to hear of</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.ending;

import org.jspecify.annotations.NullMarked;
