package org.reactiveserializer.examples.kotlin

import java.time.Duration
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactive.asFlow
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.runInterruptible
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.Overflow
import org.reactiveserializer.SerialSink
import org.reactiveserializer.Serializer

// One thread waits for room. The coroutines behind it wait in turn, without a thread.
private val waiting = Dispatchers.IO.limitedParallelism(1)
private val untilCancelled = Duration.ofDays(365)

/**
 * Emits an item. While there is no room, it waits, but not in a thread of the caller's dispatcher.
 * If the result is not accepted, or if this throws, the caller keeps the item.
 */
suspend fun <T : Any> SerialSink<T>.send(item: T): EmitOutcome {
  var outcome = emit(item, Duration.ZERO) // unlike tryEmit, this never ends the stream
  if (outcome == EmitOutcome.OVERFLOW) {
    try {
      runInterruptible(waiting) { outcome = emit(item, untilCancelled) }
    } catch (cancelled: CancellationException) {
      if (!outcome.isAccepted) throw cancelled // otherwise the cancellation came too late
    }
  }
  return outcome
}

/** Returns the items, requested one at a time: none waits in a buffer when the collector leaves. */
fun <T : Any> SerialSink<T>.flow(): Flow<T> = asFlow().buffer(Channel.RENDEZVOUS)

/** Returns a sink with room for [bound] items. Those that nobody collects are [discarded]. */
fun <T : Any> boundedSink(bound: Int, discarded: (T) -> Unit): SerialSink<T> =
  Serializer.withDefaults<Any>()
    .bounded<T>(bound, Overflow.DROP_NEWEST)
    .onDiscard<T>(discarded)
    .sink()

fun main(): Unit = runBlocking(Dispatchers.Default) {
  val sink = boundedSink<String>(64) { println("discarded: $it") }
  launch { sink.flow().collect(::println) }
  coroutineScope {
    repeat(100) { producer ->
      launch {
        repeat(100) { number -> sink.send("$producer: $number") }
      }
    }
  }
  sink.tryComplete()
}
