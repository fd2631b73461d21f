@file:JvmName("SerialFlows")

package org.reactiveserializer.kotlin

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import org.reactiveserializer.Overflow
import org.reactiveserializer.SerialSink
import org.reactiveserializer.Serializer

/**
 * Returns a cold flow of what any number of threads and coroutines emit into a sink: as `callbackFlow`,
 * with a result for each item, and a bound that holds.
 *
 * ```
 * serialFlow { sink ->
 *   val registration = api.register { event -> sink.tryEmit(event) }
 *   sink.awaitClose { registration.remove() }
 * }
 * ```
 *
 * Each collector gets a sink of its own, and the [block] runs in a child of its coroutine, in its context.
 * When the block and its children end, the flow completes after the items that were accepted; if the
 * block throws, the flow fails after them. If the collector leaves, or the sink was completed by someone
 * else, the block is cancelled, and the flow waits for it. The items have the fates of [consumeAsFlow] and [send].
 *
 * @param settings make the sink; by default 64 items may wait
 */
public fun <T : Any> serialFlow(
  settings: Serializer<T> = bounded(),
  block: suspend CoroutineScope.(SerialSink<T>) -> Unit,
): Flow<T> =
  flow {
    coroutineScope {
      val sink = settings.sink<T>()
      val feeding = launch { feed(sink, block) }
      emitAll(arrivals(sink, sink::emitOrDiscard))
      feeding.cancelAndJoin()
    }
  }
    .map { it.take() }

/**
 * Collects this flow in a coroutine of its own, through a sink. This is for a flow that emits from several
 * coroutines at once, although flows must not. It emits in order, one item at a time, and waits while the
 * sink is full. (A flow made by `flow { }` fails instead of emitting from another coroutine, and
 * `channelFlow` is serial: neither needs this.) An item that the collector does not get goes to the
 * [discard hook][Serializer.onDiscard].
 *
 * @param settings make the sink; by default 64 items may wait
 */
public fun <T : Any> Flow<T>.serialized(settings: Serializer<T> = bounded()): Flow<T> {
  val discard = settings.discard()
  return serialFlow(settings) { sink ->
    collect { item ->
      var accepted = false
      try {
        accepted = sink.send(item).isAccepted
      } finally {
        if (!accepted) discard(item)
      }
      if (!accepted) throw CancellationException("the collector has left")
    }
  }
}

private fun <T : Any> bounded(): Serializer<T> = serializer { bounded(64, Overflow.DROP_NEWEST) }

private suspend fun <T : Any> feed(
  sink: SerialSink<T>,
  block: suspend CoroutineScope.(SerialSink<T>) -> Unit,
) {
  try {
    coroutineScope { block(sink) }
    sink.tryComplete()
  } catch (failure: Throwable) {
    // Whoever cancels this coroutine needs no error from the sink.
    if (!currentCoroutineContext().isActive || !sink.tryFail(failure).isAccepted) throw failure
  }
}
