package org.reactiveserializer.kotlin

import java.util.concurrent.ConcurrentLinkedQueue
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import org.junit.jupiter.api.Assertions.assertEquals
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.Overflow
import org.reactiveserializer.SerialSink
import org.reactiveserializer.Serializer

/** A sink with a bound, and what became of the items that it did not deliver. */
internal class SinkScene(bound: Int) {
  /** Completes what waited for room, when the test says so. */
  val answers = ConcurrentLinkedQueue<Runnable>()

  val discarded = ConcurrentLinkedQueue<Int>()

  /** By their callers, since they were refused or withdrawn. */
  val kept = ConcurrentLinkedQueue<Int>()

  val settings: Serializer<Int> = serializer {
    bounded(bound, Overflow.DROP_NEWEST)
    onDiscard(discarded::add)
  }
  val sink: SerialSink<Int> = settings.sink()
  val sinkAnsweredByTest: SerialSink<Int> = settings.answerOn<Int>(answers::add).sink()

  fun answer() = generateSequence(answers::poll).forEach(Runnable::run)

  /** Emits, and keeps the item if [emission] says that it is the caller's. */
  suspend fun emit(item: Int, emission: suspend (Int) -> EmitOutcome) {
    try {
      if (!emission(item).isAccepted) kept.add(item)
    } catch (cancelled: CancellationException) {
      kept.add(item)
      throw cancelled
    }
  }

  fun assertOneFate(items: Iterable<Int>, received: Iterable<Int>) {
    assertEquals(items.toList(), (received + discarded + kept).sorted())
  }
}

/** A view of Dispatchers.Default with one thread: the coroutines take turns. */
@OptIn(ExperimentalCoroutinesApi::class)
internal fun oneThread(): CoroutineDispatcher = Dispatchers.Default.limitedParallelism(1)
