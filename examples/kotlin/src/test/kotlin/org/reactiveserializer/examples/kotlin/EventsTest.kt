package org.reactiveserializer.examples.kotlin

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.consumeAsFlow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactive.asFlow
import kotlinx.coroutines.reactive.asPublisher
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.Merge
import org.reactiveserializer.kotlin.consumeAsFlow
import org.reactiveserializer.kotlin.send

private const val PRODUCERS = 100
private const val EACH = 100
private const val BOUND = 16

@Timeout(60)
class EventsTest {
  private data class Event(val producer: Int, val number: Int)

  private val discarded = ConcurrentLinkedQueue<Event>()
  private val kept = ConcurrentLinkedQueue<Event>()
  private val sink = boundedSink(BOUND, discarded::add)

  @Test
  fun allArriveInOrder(): Unit = runBlocking(Dispatchers.Default) {
    val received = async { sink.consumeAsFlow().toList() }
    produce { sink.send(it) }
    sink.tryComplete()
    assertInOrder(received.await())
    assertEquals(all(), received.await().toSet())
    assertTrue(sink.stats().highWater() <= BOUND)
  }

  /** The same, without a look at the results: items are missing. */
  @Test
  fun producersThatDoNotLookAreNoticed(): Unit = runBlocking(Dispatchers.Default) {
    produce { sink.tryEmit(it).let { EmitOutcome.QUEUED } }
    sink.tryComplete()
    assertTrue(sink.consumeAsFlow().toList().size < all().size)
  }

  @Test
  fun producersThatWaitLeaveTheirThread(): Unit = runBlocking(oneThread()) {
    val received = async { sink.consumeAsFlow().toList() }
    produce { sink.send(it) }
    sink.tryComplete()
    assertEquals(all(), received.await().toSet())
  }

  @Test
  fun allIsAccountedForWhenTheCollectorLeaves(): Unit = runBlocking(Dispatchers.Default) {
    val received = async { sink.consumeAsFlow().take(EACH).toList() }
    produce { sink.send(it) }
    assertEquals(PRODUCERS * EACH, received.await().size + discarded.size + kept.size)
    assertEquals(all(), received.await().toSet() + discarded + kept)
    assertTrue(sink.stats().refused(EmitOutcome.CANCELLED) > 0)
  }

  @Test
  fun thereIsOneCollector(): Unit = runBlocking(Dispatchers.Default) {
    sink.tryComplete()
    sink.consumeAsFlow().collect()
    assertThrows(IllegalStateException::class.java) { runBlocking { sink.consumeAsFlow().collect() } }
  }

  @Test
  fun flowsAreSourcesOfAMerge(): Unit = runBlocking(Dispatchers.Default) {
    val sources =
      List(PRODUCERS) { producer ->
        val events = (0 until EACH).asFlow().map { Event(producer, it) }
        events.flowOn(Dispatchers.Default).asPublisher()
      }
    val received = Merge.withDefaults<Any>().of<Event>(sources).asFlow().toList()
    assertInOrder(received)
    assertEquals(all(), received.toSet())
  }

  @Test
  fun coroutinesAloneDoNotNeedASink(): Unit = runBlocking(Dispatchers.Default) {
    val events = channelFlow { produce { send(it).let { EmitOutcome.QUEUED } } }.buffer(BOUND)
    val received = events.toList()
    assertInOrder(received)
    assertEquals(all(), received.toSet())
  }

  @Test
  fun aChannelFlowLosesItsBufferAsWell(): Unit = runBlocking(oneThread()) {
    val sent = AtomicInteger()
    channelFlow { repeat(3) { send(it).also { sent.incrementAndGet() } } }.take(1).collect()
    assertEquals(3, sent.get())
    val undelivered = HashSet<Int>()
    val channel = Channel<Int>(3, onUndeliveredElement = undelivered::add)
    repeat(3) { channel.send(it) }
    channel.consumeAsFlow().take(1).collect()
    assertEquals(setOf(1, 2), undelivered)
  }

  /** A view with one thread: collector and producers take turns. */
  private fun oneThread() = Dispatchers.Default.limitedParallelism(1)

  private suspend fun produce(
    producers: Int = PRODUCERS,
    emission: suspend (Event) -> EmitOutcome,
  ) = coroutineScope {
    repeat(producers) { producer ->
      launch { repeat(EACH) { produce(Event(producer, it), emission) } }
    }
  }

  private suspend fun produce(event: Event, emission: suspend (Event) -> EmitOutcome) {
    try {
      if (!emission(event).isAccepted) kept.add(event)
    } catch (cancelled: CancellationException) {
      kept.add(event)
      throw cancelled
    }
  }

  private fun all() = List(PRODUCERS * EACH) { Event(it / EACH, it % EACH) }.toSet()

  /** Of each producer, events without a gap. */
  private fun assertInOrder(events: List<Event>) {
    for ((producer, ofOne) in events.groupBy(Event::producer)) {
      assertEquals(List(ofOne.size) { Event(producer, it) }, ofOne)
    }
  }
}
