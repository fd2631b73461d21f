/**
 * Which thread delivers. Read {@link org.reactiveserializer.internal.right.EmissionRight} first.
 *
 * <table>
 *   <caption>Classes</caption>
 *   <tr><td>{@code EmissionRight}</td>
 *       <td>who is the owner, and what it is handed: one word</td></tr>
 *   <tr><td>{@code ContendedCell}</td>
 *       <td>the memory layout of the word and of the owner's notes</td></tr>
 *   <tr><td>{@code Work}, {@code Handover}</td>
 *       <td>what is handed over, and the outcome of that</td></tr>
 *   <tr><td>{@code BiasedRight}, {@code Bias}</td>
 *       <td>with a promise to a thread that is alone</td></tr>
 *   <tr><td>{@code StackRoom}</td>
 *       <td>the door before a step that cannot be undone</td></tr>
 *   <tr><td>{@code EmissionLoop}</td><td>the one ownership loop</td></tr>
 *   <tr><td>{@code Backoff}</td>
 *       <td>how long a producer waits before it hands over</td></tr>
 *   <tr><td>{@code DueRequests}</td><td>what passes find due to be requested</td></tr>
 *   <tr><td>{@code DrainLimit}</td><td>how much an owner delivers for others</td></tr>
 *   <tr><td>{@code HandoffTask}</td><td>the transfer of the right to another thread</td></tr>
 *   <tr><td>{@code ThreadNumber}</td><td>identifies a thread without keeping it alive</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.right;

import org.jspecify.annotations.NullMarked;
