@file:JvmName("SinkFlows")

package org.reactiveserializer.kotlin

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.map
import org.reactiveserializer.SerialSink
import org.reactiveserializer.Serializer

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
 * It is named like `ReceiveChannel.consumeAsFlow`, which does the same for a channel. The `asFlow` that
 * kotlinx-coroutines-reactive has for every publisher requests 64 items at a time, and loses them.
 */
public fun <T : Any> SerialSink<T>.consumeAsFlow(): Flow<T> =
  arrivals(this, ::emitOrDiscard).map { it.take() }

/** Returns the discard hook of these settings. */
internal fun <T : Any> Serializer<T>.discard(): (T) -> Unit =
  sink<T>().apply { tryComplete() }::emitOrDiscard
