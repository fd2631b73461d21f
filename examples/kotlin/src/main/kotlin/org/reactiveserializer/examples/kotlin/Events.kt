package org.reactiveserializer.examples.kotlin

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.reactiveserializer.Overflow
import org.reactiveserializer.SerialSink
import org.reactiveserializer.kotlin.consumeAsFlow
import org.reactiveserializer.kotlin.send
import org.reactiveserializer.kotlin.serialSink

/** Returns a sink with room for [bound] items. Those that nobody collects are [discarded]. */
fun <T : Any> boundedSink(bound: Int, discarded: (T) -> Unit): SerialSink<T> =
  serialSink {
    bounded(bound, Overflow.DROP_NEWEST)
    onDiscard(discarded)
  }

fun main(): Unit = runBlocking(Dispatchers.Default) {
  val sink = boundedSink<String>(64) { println("discarded: $it") }
  launch { sink.consumeAsFlow().collect(::println) }
  coroutineScope {
    repeat(100) { producer ->
      launch {
        repeat(100) { number -> sink.send("$producer: $number") }
      }
    }
  }
  sink.tryComplete()
}
