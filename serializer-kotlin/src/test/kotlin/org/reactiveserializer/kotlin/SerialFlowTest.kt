package org.reactiveserializer.kotlin

import java.time.Duration
import java.util.concurrent.CopyOnWriteArraySet
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.thread
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.SerialSink

private const val THREADS = 4
private const val EACH = 10_000

@Timeout(60)
class SerialFlowTest {
  private val scene = SinkScene(16)
  private val listeners = CopyOnWriteArraySet<(Int) -> EmitOutcome>()

  private fun callbacks(): Flow<Int> = serialFlow(scene.settings) { sink ->
    val listener = sink::tryEmit
    listeners.add(listener)
    sink.awaitClose { listeners.remove(listener) }
  }

  @Test
  fun threadsPushAndTheCollectorGetsThemInTurn(): Unit = runBlocking(Dispatchers.Default) {
    val flow = serialFlow(scene.settings) { sink ->
      val threads = List(THREADS) { n ->
        thread {
          repeat(EACH) { sink.emit(n * EACH + it, Duration.ofDays(1)) }
        }
      }
      thread {
        threads.forEach(Thread::join)
        sink.tryComplete()
      }
      sink.awaitClose()
    }
    val received = flow.toList()
    assertEquals((0 until THREADS * EACH).toList(), received.sorted())
    for (ofOne in received.groupBy { it / EACH }.values) assertEquals(ofOne.sorted(), ofOne)
  }

  @Test
  fun theBoundHolds() = runTest {
    val outcomes = ArrayList<EmitOutcome>()
    val flow = serialFlow(scene.settings) { sink -> repeat(20) { outcomes.add(sink.tryEmit(it)) } }
    assertEquals((0..16).toList(), flow.toList())
    assertEquals(3, outcomes.count { it == EmitOutcome.OVERFLOW })
    assertTrue(scene.discarded.isEmpty(), "the caller has them")
  }

  @Test
  fun aCollectorThatLeavesCloses() = runTest {
    val collector = launch { callbacks().collect(scene.kept::add) }
    yield()
    yield()
    listeners.forEach { it(0) }
    yield()
    yield()
    collector.cancel()
    collector.join()
    assertEquals(listOf(0), scene.kept.toList())
    assertTrue(listeners.isEmpty())
  }

  @Test
  fun whatIsNotTakenIsDiscarded() = runTest {
    val flow = serialFlow(scene.settings) { sink ->
      repeat(100) { item -> scene.emit(item) { sink.send(it) } }
    }
    val received = flow.take(3).toList()
    assertEquals(listOf(0, 1, 2), received)
    assertTrue(scene.discarded.size in 1..17)
    val known = (received + scene.discarded + scene.kept).sorted()
    assertEquals(known.indices.toList(), known)
  }

  @Test
  fun aFailureComesAfterTheItems() = runTest {
    val received = ArrayList<Int>()
    val flow = serialFlow(scene.settings) { sink ->
      sink.tryEmit(0)
      launch { sink.send(1) }.join()
      error("broken")
    }
    val failure = assertThrows(IllegalStateException::class.java) {
      runBlocking { flow.collect(received::add) }
    }
    assertEquals("broken", failure.message)
    assertEquals(listOf(0, 1), received)
  }

  @Test
  fun aBlockThatCancelsItselfEndsTheFlow() = runTest {
    var cancelled = false
    try {
      serialFlow<Int> { cancel() }.collect()
    } catch (expected: CancellationException) {
      cancelled = true
    }
    assertTrue(cancelled)
  }

  @Test
  fun theBlockIsCancelledAfterTheTerminal() = runTest {
    var ended = false
    val flow = serialFlow(scene.settings) { sink ->
      try {
        sink.tryEmit(0)
        sink.tryComplete()
        awaitCancellation()
      } finally {
        ended = true
      }
    }
    assertEquals(listOf(0), flow.toList())
    assertTrue(ended)
  }

  @Test
  fun aFailureToCloseIsNotHidden() = runTest {
    val flow = serialFlow(scene.settings) { sink ->
      sink.tryEmit(0)
      sink.awaitClose { error("closing") }
    }
    val failure = assertThrows(IllegalStateException::class.java) {
      runBlocking { flow.take(1).collect() }
    }
    assertEquals("closing", failure.message)
  }

  @Test
  fun eachCollectorHasItsOwnSink() = runTest {
    val sinks = HashSet<SerialSink<Int>>()
    val flow = serialFlow<Int> { sink -> sinks.add(sink) }
    repeat(2) { flow.collect() }
    assertEquals(2, sinks.size)
  }

  /** A flow that emits from two coroutines, the second one while the first is emitting. */
  private object Overlapping : Flow<Int> {
    override suspend fun collect(collector: FlowCollector<Int>) = coroutineScope {
      repeat(2) { launch { collector.emit(it) } }
    }
  }

  private suspend fun overlapOf(flow: Flow<Int>): Int {
    val inside = AtomicInteger()
    val most = AtomicInteger()
    flow.collect {
      most.accumulateAndGet(inside.incrementAndGet(), ::maxOf)
      yield()
      inside.decrementAndGet()
    }
    return most.get()
  }

  @Test
  fun aFlowThatEmitsFromSeveralCoroutinesIsSerial() = runTest {
    assertEquals(1, overlapOf(Overlapping.serialized()))
    assertEquals(listOf(0, 1), Overlapping.serialized().toList().sorted())
  }

  @Test
  fun anOverlapIsNoticed() = runTest {
    assertEquals(2, overlapOf(Overlapping))
  }

  @Test
  fun whatIsNotTakenOfASerialFlowIsDiscarded() = runTest {
    val emitted = AtomicInteger()
    val broken = object : Flow<Int> {
      override suspend fun collect(collector: FlowCollector<Int>) {
        while (true) collector.emit(emitted.getAndIncrement())
      }
    }
    val received = broken.serialized(scene.settings).take(3).toList()
    scene.assertOneFate(0 until emitted.get(), received)
  }

  @Test
  fun aSerialFlowWaitsWhileTheCollectorDoes() = runTest {
    val emitted = AtomicInteger()
    val flow = serialFlow(scene.settings) { sink -> while (true) sink.send(emitted.getAndIncrement()) }
    val first = CompletableDeferred<Int>()
    withTimeoutOrNull(1_000) { // virtual time
      flow.collect {
        first.complete(it)
        awaitCancellation()
      }
    }
    assertEquals(0, first.await())
    assertEquals(18, emitted.get()) // 16 wait, one is collected, and one finds no room
  }
}
