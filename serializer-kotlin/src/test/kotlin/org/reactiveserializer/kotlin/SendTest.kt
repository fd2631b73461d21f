package org.reactiveserializer.kotlin

import java.time.Duration
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.TestScope
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.yield
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.reactiveserializer.EmitOutcome
import org.reactivestreams.Subscriber
import org.reactivestreams.Subscription

private const val SENDERS = 16_000
private const val BOUND = 64
private const val ROUNDS = 2_000

@OptIn(ExperimentalCoroutinesApi::class)
@Timeout(60)
class SendTest {
  private val scene = SinkScene(BOUND)

  @Test
  fun allArriveFromManySenders(): Unit = runBlocking(Dispatchers.Default) {
    val received = async { scene.sink.consumeAsFlow().toList() }
    coroutineScope {
      repeat(SENDERS) { launch { scene.emit(it) { item -> scene.sink.send(item) } } }
    }
    scene.sink.tryComplete()
    assertEquals((0 until SENDERS).toList(), received.await().sorted())
    assertTrue(scene.sink.stats().highWater() <= BOUND)
    assertEquals(0, scene.sink.stats().refused())
  }

  /** The same, where each sender waits in the thread that the collector needs. */
  @Test
  fun sendersThatHoldAThreadAreNoticed(): Unit = runBlocking(oneThread()) {
    val received = async { scene.sink.consumeAsFlow().toList() }
    coroutineScope {
      repeat(2 * BOUND) {
        launch { scene.emit(it) { item -> scene.sink.emit(item, Duration.ofMillis(1)) } }
      }
    }
    scene.sink.tryComplete()
    scene.assertOneFate(0 until 2 * BOUND, received.await())
    assertTrue(scene.kept.isNotEmpty())
  }

  @Test
  fun oneThreadIsEnough(): Unit = runBlocking(oneThread()) {
    val received = async { scene.sink.consumeAsFlow().toList() }
    coroutineScope {
      repeat(SENDERS) { launch { scene.emit(it) { item -> scene.sink.send(item) } } }
    }
    scene.sink.tryComplete()
    assertEquals((0 until SENDERS).toList(), received.await())
  }

  @Test
  fun doesNotSuspendWhereThereIsRoom() = runTest {
    val sender = launch(start = CoroutineStart.UNDISPATCHED) {
      assertEquals(EmitOutcome.QUEUED, scene.sink.send(1))
    }
    assertTrue(sender.isCompleted)
  }

  @Test
  fun waitsForRoomAndIsAnswered() = runTest {
    val downstream = Downstream().also(scene.sinkAnsweredByTest::subscribe)
    val sender = launchSender()
    assertTrue(sender.isActive)
    downstream.subscription.request(1)
    scene.answer()
    runCurrent()
    assertTrue(sender.isCompleted)
    downstream.subscription.request(Long.MAX_VALUE)
    scene.assertOneFate(0..BOUND, downstream.received)
    assertEquals(BOUND, downstream.received.last())
  }

  @Test
  fun aCancellationWithdraws() = runTest {
    val downstream = Downstream().also(scene.sinkAnsweredByTest::subscribe)
    val sender = launchSender()
    sender.cancel()
    runCurrent()
    assertTrue(sender.isCompleted)
    downstream.subscription.request(Long.MAX_VALUE)
    assertEquals(listOf(BOUND), scene.kept.toList())
    scene.assertOneFate(0..BOUND, downstream.received)
  }

  @Test
  fun aRefusalIsTheOutcome() = runTest {
    val downstream = Downstream().also(scene.sinkAnsweredByTest::subscribe)
    var outcome: EmitOutcome? = null
    fill()
    launch { outcome = scene.sinkAnsweredByTest.send(BOUND) }
    runCurrent()
    downstream.subscription.cancel()
    scene.answer()
    runCurrent()
    assertEquals(EmitOutcome.CANCELLED, outcome)
    assertEquals(EmitOutcome.CANCELLED, scene.sinkAnsweredByTest.send(BOUND))
  }

  /** After the item has its place, and before the answer. */
  @Test
  fun aCancellationThatIsTooLateDoesNotHideTheOutcome() = runTest {
    cancelTooLate { scene.sinkAnsweredByTest.send(it) }
    assertTrue(scene.kept.isEmpty())
  }

  /** The same, where the cancellation hides the outcome: the item is delivered, and kept. */
  @Test
  fun aHiddenOutcomeIsNoticed() = runTest {
    cancelTooLate { scene.sinkAnsweredByTest.emitAsync(it).await() }
    assertEquals(listOf(BOUND), scene.kept.toList())
  }

  private fun TestScope.cancelTooLate(
    emission: suspend (Int) -> EmitOutcome,
  ) {
    val downstream = Downstream().also(scene.sinkAnsweredByTest::subscribe)
    val sender = launchSender(emission)
    downstream.subscription.request(1)
    sender.cancel()
    runCurrent()
    scene.answer()
    runCurrent()
    assertTrue(sender.isCancelled)
    downstream.subscription.request(Long.MAX_VALUE)
    assertEquals((0..BOUND).toList(), downstream.received)
  }

  /** After the answer, and before the coroutine goes on. */
  @Test
  fun aCancellationBeforeTheDispatchDoesNotHideTheOutcome() = runTest {
    val downstream = Downstream().also(scene.sinkAnsweredByTest::subscribe)
    val sender = launchSender()
    downstream.subscription.request(1)
    scene.answer()
    sender.cancel()
    runCurrent()
    assertTrue(sender.isCancelled)
    assertTrue(scene.kept.isEmpty())
  }

  @Test
  fun cancellationsThatRaceWithRoomHaveOneFate(): Unit = runBlocking(Dispatchers.Default) {
    var withdrawn = 0
    repeat(ROUNDS) { round ->
      val scene = SinkScene(1)
      val downstream = Downstream().also(scene.sink::subscribe)
      scene.sink.tryEmit(0)
      val sender = launch(start = CoroutineStart.UNDISPATCHED) { scene.emit(1, scene.sink::send) }
      assertFalse(sender.isCompleted)
      val room = launch { downstream.subscription.request(Long.MAX_VALUE) }
      if (round % 2 == 0) yield()
      sender.cancel()
      sender.join()
      room.join()
      scene.sink.tryComplete()
      scene.assertOneFate(0..1, downstream.received)
      withdrawn += scene.kept.size
    }
    println("withdrawn: $withdrawn of $ROUNDS")
  }

  @Test
  fun awaitCloseEndsWithTheStream() = runTest {
    var closed = 0
    val downstream = Downstream().also(scene.sink::subscribe)
    val closing = launch { scene.sink.awaitClose { closed++ } }
    scene.sink.tryEmit(0)
    scene.sink.tryComplete()
    runCurrent()
    assertEquals(0, closed, "an item waits")
    downstream.subscription.request(1)
    runCurrent()
    assertEquals(1, closed)
    assertTrue(closing.isCompleted)
    scene.sink.awaitClose { closed++ }
    assertEquals(2, closed)
  }

  private fun fill() = repeat(BOUND) { scene.sinkAnsweredByTest.tryEmit(it) }

  /** Fills the sink, and launches a sender that waits. */
  private fun TestScope.launchSender(
    emission: suspend (Int) -> EmitOutcome = { scene.sinkAnsweredByTest.send(it) },
  ): Job {
    fill()
    val sender = launch { scene.emit(BOUND, emission) }
    runCurrent()
    return sender
  }

  private class Downstream : Subscriber<Int> {
    lateinit var subscription: Subscription
    val received = ArrayList<Int>()

    override fun onSubscribe(upstream: Subscription) {
      subscription = upstream
    }

    override fun onNext(item: Int) {
      received.add(item)
    }

    override fun onError(error: Throwable) = throw AssertionError(error)

    override fun onComplete() = Unit
  }
}
