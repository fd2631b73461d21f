package org.reactiveserializer.kotlin

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.ContinuationInterceptor
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.asFlow
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.merge
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.reactiveserializer.ErrorMode

private const val FLOWS = 100
private const val EACH = 100

@Timeout(60)
class MergeFlowsTest {
  private val undelivered = ConcurrentLinkedQueue<Int>()
  private val emitted = AtomicInteger()

  /** Emits for ever, as fast as it may. */
  private fun numbers(): Flow<Int> =
    object : Flow<Int> { // since `flow` would throw away an item after the cancellation
      override suspend fun collect(collector: FlowCollector<Int>) {
        while (true) collector.emit(emitted.getAndIncrement())
      }
    }

  @Test
  fun allArriveInTheOrderOfEach(): Unit = runBlocking(Dispatchers.Default) {
    val flows = List(FLOWS) { n ->
      (0 until EACH).asFlow().map { n * EACH + it }.flowOn(Dispatchers.Default)
    }
    val received = merge(flows, concurrency = 8, prefetch = 4).toList()
    assertEquals((0 until FLOWS * EACH).toList(), received.sorted())
    for (ofOne in received.groupBy { it / EACH }.values) assertEquals(ofOne.sorted(), ofOne)
  }

  @Test
  fun asManyAsThePrefetchWait() = runTest {
    stopAtTheFirst(merge(listOf(numbers()), prefetch = 4))
    assertEquals(4, emitted.get())
  }

  /** The same, with the merge of kotlinx, which has one buffer of 64. */
  @Test
  fun aLargerBufferIsNoticed() = runTest {
    stopAtTheFirst(merge(numbers(), flowOf()))
    assertTrue(emitted.get() > 64)
  }

  private suspend fun stopAtTheFirst(flow: Flow<Int>) {
    withTimeoutOrNull(1_000) { flow.collect { awaitCancellation() } } // virtual time
  }

  @Test
  fun whatIsNotTakenIsUndelivered(): Unit = runBlocking(Dispatchers.Default) {
    repeat(200) {
      emitted.set(0)
      undelivered.clear()
      val received =
        merge(List(4) { numbers() }, prefetch = 8, onUndelivered = undelivered::add).take(5).toList()
      assertEquals((0 until emitted.get()).toList(), (received + undelivered).sorted())
    }
  }

  /** The same, with the merge of kotlinx: what is in its buffer is lost. */
  @Test
  fun aBufferThatIsLostIsNoticed() = runTest {
    assertEquals(3, merge(numbers(), flowOf()).take(3).toList().size)
    assertTrue(emitted.get() > 3)
  }

  @Test
  fun theFlowsRunInTheContextOfTheCollector() = runTest {
    val dispatcher = currentCoroutineContext()[ContinuationInterceptor]
    val source = flow {
      delay(1_000_000) // virtual time
      emit(currentCoroutineContext()[ContinuationInterceptor])
    }
    assertSame(dispatcher, merge(listOf(source.map { it!! })).toList().single())
  }

  @Test
  fun waitsForTheFlowsThatItCancels() = runTest {
    var ended = false
    val slow = flow<Int> {
      try {
        awaitCancellation()
      } finally {
        withContext(NonCancellable) { delay(1_000_000) } // virtual time
        ended = true
      }
    }
    assertEquals(listOf(1), merge(listOf(slow, flowOf(1).onEach { delay(1) })).take(1).toList())
    assertTrue(ended)
  }

  @Test
  fun aFailureEndsTheOthers() = runTest {
    val failure = assertThrows(IllegalStateException::class.java) {
      runBlocking { merge(listOf(flow<Int> { awaitCancellation() }, flow { error("broken") })).collect() }
    }
    assertEquals("broken", failure.message)
  }

  @Test
  fun aDelayedFailureComesLast() = runTest {
    val received = ArrayList<Int>()
    assertThrows(IllegalStateException::class.java) {
      runBlocking {
        val late = flowOf(1, 2).onEach { delay(10) }
        merge(listOf(flow { error("broken") }, late), errors = ErrorMode.DELAYED).collect(received::add)
      }
    }
    assertEquals(listOf(1, 2), received)
  }

  @Test
  fun noFlowsAreAnEmptyFlow() = runTest {
    assertEquals(emptyList<Int>(), merge(emptyList<Flow<Int>>()).toList())
  }
}
