package org.reactiveserializer.examples.kotlin

import java.time.Duration
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.channelFlow
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.consumeAsFlow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactive.asFlow
import kotlinx.coroutines.reactive.asPublisher
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.runInterruptible
import kotlinx.coroutines.yield
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.Merge
import org.reactiveserializer.SerialSink

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
    val received = async { sink.flow().toList() }
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
    assertTrue(sink.flow().toList().size < all().size)
  }

  @Test
  fun producersThatWaitLeaveTheirThread(): Unit = runBlocking(oneThread()) {
    val received = async { sink.flow().toList() }
    produce { sink.send(it) }
    sink.tryComplete()
    assertEquals(all(), received.await().toSet())
  }

  /** The same, where the producers wait in the thread that the collector needs. */
  @Test
  fun producersThatKeepTheirThreadAreNoticed(): Unit = runBlocking(oneThread()) {
    val received = async { sink.flow().toList() }
    produce(producers = 1) { sink.emit(it, Duration.ofMillis(1)) }
    sink.tryComplete()
    assertEquals(EACH, received.await().size + kept.size)
    assertTrue(kept.isNotEmpty())
  }

  @Test
  fun producersThatAreCancelledKnowWhatWasSent(): Unit = runBlocking(Dispatchers.Default) {
    val producers = launch { produce { sink.send(it) } }
    while (sink.stats().refused(EmitOutcome.OVERFLOW) < PRODUCERS) yield() // until all wait
    launch {
      producers.join()
      sink.tryComplete()
    }
    var count = 0
    val received = sink.flow().onEach { if (++count == BOUND) producers.cancel() }.toList()
    assertInOrder(received + kept)
    assertTrue(kept.size >= PRODUCERS - 3 * BOUND)
  }

  @Test
  fun aCancellationThatComesTooLateDoesNotHideTheResult() {
    cancelTooLate { sink.send(it) }
    assertTrue(kept.isEmpty())
  }

  /** The same, where the cancellation replaces the result: the item is sent, and kept as well. */
  @Test
  fun aHiddenResultIsNoticed() {
    cancelTooLate { runInterruptible(Dispatchers.IO) { sink.emit(it, Duration.ofDays(1)) } }
    assertEquals(listOf(Event(1, 0)), kept.toList())
  }

  /** Cancels a producer after its item was accepted, and before its coroutine goes on. */
  private fun cancelTooLate(emission: suspend (Event) -> EmitOutcome): Unit =
    runBlocking(oneThread()) {
      repeat(BOUND) { sink.tryEmit(Event(0, it)) }
      val producer = launch { produce(Event(1, 0), emission) }
      yield() // now it waits for room
      val received = async { sink.flow().toList() }
      yield()
      while (sink.stats().delivered() <= BOUND) Thread.onSpinWait() // and keeps the one thread
      producer.cancelAndJoin()
      sink.tryComplete()
      assertEquals(Event(1, 0), received.await().last())
    }

  @Test
  fun allIsAccountedForWhenTheCollectorLeaves(): Unit = runBlocking(Dispatchers.Default) {
    val received = async { sink.flow().take(EACH).toList() }
    produce { sink.send(it) }
    assertEquals(PRODUCERS * EACH, received.await().size + discarded.size + kept.size)
    assertEquals(all(), received.await().toSet() + discarded + kept)
    assertTrue(sink.stats().refused(EmitOutcome.CANCELLED) > 0)
  }

  /** What asFlow() has requested and the collector has not got is gone, without a hook. */
  @Test
  fun aBufferIsLostWhenTheCollectorLeaves(): Unit = runBlocking(Dispatchers.Default) {
    assertEquals(64 - 3, lostAfterThree { asFlow() })
    assertEquals(64 - 3, lostAfterThree { asFlow().map { it }.buffer(0) }) // too late
    assertEquals(10 - 3, lostAfterThree { asFlow().buffer(10) })
    assertEquals(2 - 1, lostAfterThree { asFlow().buffer(2) })
    assertEquals(0, lostAfterThree { asFlow().buffer(1) })
    assertEquals(0, lostAfterThree { flow() })
  }

  private suspend fun lostAfterThree(view: SerialSink<Event>.() -> Flow<Event>): Int {
    discarded.clear()
    val sink = boundedSink(EACH, discarded::add)
    repeat(EACH) { sink.tryEmit(Event(0, it)) }
    val received = sink.view().take(3).toList()
    assertEquals(EACH.toLong(), sink.stats().delivered() + sink.stats().discarded())
    return EACH - received.size - discarded.size
  }

  /** Even with flow(): what arrived for a collector that is cancelled before it runs. */
  @Test
  fun aCancellationFromOutsideMayLoseOne(): Unit = runBlocking(oneThread()) {
    val collector = launch { sink.flow().collect(kept::add) }
    yield()
    assertEquals(EmitOutcome.DELIVERED, sink.tryEmit(Event(0, 0)))
    sink.tryEmit(Event(0, 1))
    collector.cancelAndJoin()
    assertEquals(listOf(Event(0, 1)), discarded.toList())
    assertTrue(kept.isEmpty())
  }

  @Test
  fun thereIsOneCollector(): Unit = runBlocking(Dispatchers.Default) {
    sink.tryComplete()
    sink.flow().collect()
    assertThrows(IllegalStateException::class.java) { runBlocking { sink.flow().collect() } }
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
