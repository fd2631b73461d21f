@file:JvmName("SinkFlows")

package org.reactiveserializer.kotlin

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.map
import org.reactiveserializer.SerialSink
import org.reactiveserializer.Serializer
import org.reactivestreams.Publisher

/**
 * Returns the items of this sink. They are requested one at a time, when the collector is ready for
 * one: what waits does so in the sink, within its bound.
 *
 * **One fate.** An item that the sink has accepted reaches the collector, or goes to the sink's
 * [discard hook][Serializer.onDiscard]. That includes an item that arrives while the collector is being
 * cancelled; it is counted as delivered and as discarded. (An operator behind this flow that has a
 * buffer, such as `buffer` and `flowOn`, loses it when the collector leaves.)
 *
 * **One collector.** A second one gets an [IllegalStateException]. If the collector leaves (`take`, an
 * exception, a cancellation), the sink is cancelled. After [SerialSink.abandon] the collector gets a
 * `CancellationException`.
 *
 * kotlinx-coroutines-reactive has an `asFlow` for every publisher, which requests 64 items at a time and
 * loses them. If both are imported by name, a sink gets this one.
 */
public fun <T : Any> SerialSink<T>.asFlow(): Flow<T> =
  arrivals(this, ::emitOrDiscard).map { it.take() }

/**
 * Returns the items of a publisher that breaks the rules: one that signals from several threads at once,
 * or more than was requested. The [settings] say how many items may wait, and what becomes of the others,
 * also of those that the collector does not get. The items are requested one at a time, so if the
 * publisher keeps the rules, none waits. Each collector subscribes; if it leaves, it cancels.
 */
public fun <T : Any> Publisher<T>.asSerialFlow(
  settings: Serializer<T> = Serializer.withDefaults(),
): Flow<T> = arrivals(settings.serialize(this), settings.discard()).map { it.take() }

/** Returns the discard hook of these settings. */
internal fun <T : Any> Serializer<T>.discard(): (T) -> Unit =
  sink<T>().apply { tryComplete() }::emitOrDiscard
