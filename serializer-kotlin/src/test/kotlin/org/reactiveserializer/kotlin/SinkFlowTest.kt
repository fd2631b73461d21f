package org.reactiveserializer.kotlin

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancel
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactive.asFlow
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.yield
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.SerialSink
import org.reactivestreams.Publisher
import org.reactivestreams.Subscriber
import org.reactivestreams.Subscription

private const val ITEMS = 100
private const val ROUNDS = 1_000

/** What kotlinx-coroutines-reactive makes of any publisher, `asFlow`, is the variant that loses items. */
@Timeout(60)
class SinkFlowTest {
  private val scene = SinkScene(ITEMS)
  private val all = 0 until ITEMS

  private fun fill() = all.forEach(scene.sink::tryEmit)

  @Test
  fun allArriveInOrder() = runTest {
    fill()
    scene.sink.tryComplete()
    assertEquals(all.toList(), scene.sink.consumeAsFlow().toList())
  }

  @Test
  fun oneIsRequestedAtATime() = runTest {
    fill()
    scene.sink.tryComplete()
    var received = 0L
    scene.sink.consumeAsFlow().collect {
      received++
      assertEquals(received, scene.sink.stats().delivered())
      assertEquals(0, scene.sink.requested())
    }
  }

  @Test
  fun whatTheCollectorDoesNotTakeIsDiscarded() = runTest {
    fill()
    val received = scene.sink.consumeAsFlow().take(3).toList()
    assertEquals(listOf(0, 1, 2), received)
    scene.assertOneFate(all, received)
    assertEquals(EmitOutcome.CANCELLED, scene.sink.tryEmit(0))
  }

  /** The same, with the flow of any publisher, which has 64 items then. */
  @Test
  fun aPrefetchThatIsLostIsNoticed() = runTest {
    assertEquals(64 - 3, lostAfterThree { asFlow() })
    assertEquals(64 - 3, lostAfterThree { asFlow().map { it }.buffer(0) }) // too late
    assertEquals(10 - 3, lostAfterThree { asFlow().buffer(10) })
    assertEquals(2 - 1, lostAfterThree { asFlow().buffer(2) })
    assertEquals(0, lostAfterThree { asFlow().buffer(1) })
    assertEquals(0, lostAfterThree { consumeAsFlow() })
    assertTrue(lostAfterThree { consumeAsFlow().buffer(64) } > 0) // a buffer behind this one
  }

  private suspend fun lostAfterThree(view: SerialSink<Int>.() -> Flow<Int>): Int {
    val scene = SinkScene(ITEMS)
    all.forEach(scene.sink::tryEmit)
    val received = scene.sink.view().take(3).toList()
    return ITEMS - received.size - scene.discarded.size
  }

  @Test
  fun whatArrivesForACancelledCollectorIsDiscarded(): Unit = runBlocking(oneThread()) {
    cancelAfterArrival { consumeAsFlow() }
    assertEquals(setOf(0, 1), scene.discarded.toSet())
    assertEquals(2, scene.sink.stats().discarded())
  }

  /** The same, with the flow of any publisher, even without a buffer. */
  @Test
  fun anArrivalThatIsLostIsNoticed(): Unit = runBlocking(oneThread()) {
    cancelAfterArrival { asFlow().buffer(Channel.RENDEZVOUS) }
    assertEquals(listOf(1), scene.discarded.toList())
  }

  private suspend fun cancelAfterArrival(view: SerialSink<Int>.() -> Flow<Int>) {
    coroutineScope {
      val collector = launch { scene.sink.view().collect(scene.kept::add) }
      yield()
      assertEquals(EmitOutcome.DELIVERED, scene.sink.tryEmit(0))
      assertEquals(EmitOutcome.QUEUED, scene.sink.tryEmit(1))
      collector.cancelAndJoin()
      assertTrue(scene.kept.isEmpty())
    }
  }

  @Test
  fun whatHasArrivedWhenTheCollectorIsCancelledIsDiscarded() = runTest {
    fill()
    scene.assertOneFate(all, cancelledAfterArrival { consumeAsFlow() })
  }

  /** The same, where the item is emitted by `flow`, which throws it away. */
  @Test
  fun anEmissionThatIsLostIsNoticed() = runTest {
    fill()
    val received = cancelledAfterArrival {
      flow {
        val arrivals = Arrivals(::emitOrDiscard)
        try {
          subscribe(arrivals)
          while (arrivals.await()) emit(arrivals.take())
        } finally {
          arrivals.leave()
        }
      }
    }
    assertEquals(ITEMS - 1, (received + scene.discarded).size)
  }

  private suspend fun cancelledAfterArrival(view: SerialSink<Int>.() -> Flow<Int>): List<Int> {
    val received = ArrayList<Int>()
    coroutineScope {
      launch {
        val collector = currentCoroutineContext()
        // Called when the request has been answered by an item, in the thread of the collector.
        scene.sink.onRequest { if (received.size == 3) collector.cancel() }
        scene.sink.view().collect(received::add)
      }
    }
    assertEquals(listOf(0, 1, 2), received)
    return received
  }

  @Test
  fun cancellationsThatRaceWithItemsHaveOneFate(): Unit = runBlocking(Dispatchers.Default) {
    var cut = 0
    repeat(ROUNDS) { round ->
      val scene = SinkScene(8)
      val received = ArrayList<Int>()
      val collector = launch(start = CoroutineStart.UNDISPATCHED) {
        scene.sink.consumeAsFlow().collect {
          received.add(it)
          if (it == round % ITEMS) yield()
        }
      }
      val producer = launch { all.forEach { scene.emit(it, scene.sink::send) } }
      repeat(round % 8) { yield() }
      collector.cancelAndJoin()
      producer.join()
      scene.assertOneFate(all, received)
      assertEquals(received, received.sorted())
      if (scene.kept.size < ITEMS) cut++
    }
    println("cut: $cut of $ROUNDS")
  }

  @Test
  fun theErrorComesAfterTheItems() = runTest {
    val error = IllegalArgumentException()
    val received = ArrayList<Int>()
    fill()
    scene.sink.tryFail(error)
    try {
      scene.sink.consumeAsFlow().collect(received::add)
    } catch (thrown: IllegalArgumentException) {
      assertSame(error, thrown)
      received.add(-1)
    }
    assertEquals(all + -1, received)
  }

  @Test
  fun thereIsOneCollector() = runTest {
    scene.sink.tryComplete()
    scene.sink.consumeAsFlow().collect()
    assertThrows(IllegalStateException::class.java) { runBlocking { scene.sink.consumeAsFlow().collect() } }
  }

  @Test
  fun anAbandonedSinkCancelsTheCollector(): Unit = runBlocking(Dispatchers.Default) {
    val collector = async {
      try {
        scene.sink.consumeAsFlow().toList()
      } catch (cancelled: CancellationException) {
        cancelled
      }
    }
    scene.sink.abandon()
    assertTrue(collector.await() is CancellationException)
  }

  @Test
  fun moreThanWasRequestedIsAnErrorAndDiscarded() = runTest {
    val received = ArrayList<Int>()
    assertThrows(IllegalStateException::class.java) {
      runBlocking { arrivals(impolite(ArrayList()), scene.discarded::add).collect { received.add(it.take()) } }
    }
    assertEquals(listOf(0), received)
    scene.assertOneFate(all, received)
  }

  @Test
  fun anItemAfterTheCancellationIsDiscarded() = runTest {
    val subscribers = ArrayList<Subscriber<in Int>>()
    arrivals(impolite(subscribers), scene.discarded::add).take(1).collect { it.take() }
    subscribers[0].onNext(ITEMS)
    scene.assertOneFate(0..ITEMS, listOf(0))
  }

  /** Neither a cancellation nor a hook that fails leaves an item. */
  @Test
  fun allThatArrivesIsDiscardedAlsoIfThatFails() = runTest {
    lateinit var subscriber: Subscriber<in Int>
    val broken = IllegalStateException("broken")
    val failing = Publisher<Int> {
      subscriber = it
      it.onSubscribe(
        object : Subscription {
          override fun request(n: Long) = it.onNext(0)

          override fun cancel() = throw broken
        }
      )
    }
    val leaving = arrivals(failing) {
      scene.discarded.add(it)
      throw broken
    }
    assertThrows(IllegalStateException::class.java) {
      runBlocking { leaving.collect { error("it does not take the item") } }
    }
    assertEquals(listOf(0), scene.discarded.toList())
    assertThrows(IllegalStateException::class.java) { subscriber.onNext(1) }
    scene.assertOneFate(0..1, emptyList())
  }

  private fun impolite(subscribers: MutableList<Subscriber<in Int>>) = Publisher<Int> { subscriber ->
    subscriber.onSubscribe(Uncancelled)
    all.forEach(subscriber::onNext)
    subscribers.add(subscriber)
  }

  private object Uncancelled : Subscription {
    override fun request(n: Long) = Unit

    override fun cancel() = Unit
  }
}
