/**
 * Which thread delivers. Read {@link org.reactiveserializer.internal.drain.DrainState} first.
 *
 * <table>
 *   <caption>Classes</caption>
 *   <tr><td>{@code DrainState}</td>
 *       <td>who is the owner, and what it is handed: one word</td></tr>
 *   <tr><td>{@code ContendedCell}</td>
 *       <td>the memory layout of the word and of the owner's notes</td></tr>
 *   <tr><td>{@code Work}, {@code Handover}</td>
 *       <td>what is handed over, and the outcome of that</td></tr>
 *   <tr><td>{@code BiasedState}, {@code Bias}</td>
 *       <td>with a promise to a thread that is alone</td></tr>
 *   <tr><td>{@code StackRoom}</td>
 *       <td>the door before a step that cannot be undone</td></tr>
 *   <tr><td>{@code DrainLoop}</td><td>the one ownership loop</td></tr>
 *   <tr><td>{@code Backoff}</td>
 *       <td>how long a producer waits before it hands over</td></tr>
 *   <tr><td>{@code DueRequests}</td><td>what passes find due to be requested</td></tr>
 *   <tr><td>{@code DrainLimit}</td><td>how much an owner delivers for others</td></tr>
 *   <tr><td>{@code HandoffTask}</td><td>the transfer of ownership to another thread</td></tr>
 *   <tr><td>{@code ThreadNumber}</td><td>identifies a thread without keeping it alive</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.drain;

import org.jspecify.annotations.NullMarked;
