/**
 * The algorithm; read {@link org.reactiveserializer.internal.emission.EmissionRight} first.
 *
 * <table>
 *   <caption>Who does what</caption>
 *   <tr><td>{@code EmissionRight}</td><td>who emits, and what was handed to whoever does</td></tr>
 *   <tr><td>{@code EmissionLoop}</td><td>the one ownership loop</td></tr>
 *   <tr><td>{@code Work}</td><td>what is handed over</td></tr>
 *   <tr><td>{@code Run}</td><td>work of several items, from one producer in a row</td></tr>
 *   <tr><td>{@code Outlet}</td><td>the only class that calls the downstream</td></tr>
 *   <tr><td>{@code Termination}</td><td>how the stream is to end</td></tr>
 *   <tr><td>{@code Upstream}</td><td>a subscription that may come late</td></tr>
 *   <tr><td>{@code Hooks}</td><td>what the user wants to hear of</td></tr>
 * </table>
 */
@NullMarked
package org.reactiveserializer.internal.emission;

import org.jspecify.annotations.NullMarked;
