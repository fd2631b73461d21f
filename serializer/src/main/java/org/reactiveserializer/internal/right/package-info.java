/**
 * Who owns the emission; read {@link org.reactiveserializer.internal.right.EmissionRight} first.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@code EmissionRight}</td><td>who emits, and what was handed to whoever does: one word</td></tr>
 *   <tr><td>{@code Work}</td><td>what is handed over; {@code Handover}: and what became of that</td></tr>
 *   <tr><td>{@code BiasedRight}</td><td>the right, with a {@code Bias} to a thread that is alone</td></tr>
 *   <tr><td>{@code EmissionLoop}</td><td>the one ownership loop</td></tr>
 *   <tr><td>{@code Pace}</td><td>how long an owner waits for others</td></tr>
 *   <tr><td>{@code DrainLimit}</td><td>how much an owner emits for others</td></tr>
 *   <tr><td>{@code Relay}</td><td>the right on its way to a thread that goes on</td></tr>
 *   <tr><td>{@code ThreadNumber}</td><td>who a thread is, without keeping it alive</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.right;

import org.jspecify.annotations.NullMarked;
