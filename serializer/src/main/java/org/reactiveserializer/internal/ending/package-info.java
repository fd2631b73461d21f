/**
 * How a stream ends, and where its requests and its refused signals go.
 *
 * <table>
 *   <caption>Classes</caption>
 *   <tr><td>{@code Termination}</td><td>how the stream ends</td></tr>
 *   <tr><td>{@code SubscriptionCell}</td>
 *       <td>a subscription that may be cancelled before it is set</td></tr>
 *   <tr><td>{@code Upstream}</td><td>a subscription that collects demand until it is set</td></tr>
 *   <tr><td>{@code Released}</td><td>stands for a downstream that was released</td></tr>
 *   <tr><td>{@code Hooks}</td><td>the user's hooks for discarded items and dropped errors</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.ending;

import org.jspecify.annotations.NullMarked;
