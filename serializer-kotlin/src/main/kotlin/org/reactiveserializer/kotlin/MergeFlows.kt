@file:JvmName("MergeFlows")

package org.reactiveserializer.kotlin

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.onCompletion
import kotlinx.coroutines.flow.onStart
import kotlinx.coroutines.launch
import kotlinx.coroutines.reactive.asPublisher
import kotlinx.coroutines.withContext
import org.reactiveserializer.ErrorMode
import org.reactiveserializer.Merge

/**
 * Merges flows by a [Merge]: in the order in which the items arrive, and with a bound for each flow. Each
 * flow is collected in a coroutine of its own, in the context of the collector. If the collector leaves,
 * or a flow fails, the others are cancelled, and the merged flow waits for them to end. It requests the
 * items from the merge one at a time.
 *
 * @param concurrency how many flows are collected at a time; the others follow as flows end
 * @param prefetch how many items of one flow may wait
 * @param errors what the failure of a flow does to the others
 * @param onUndelivered gets each item that a flow has emitted and the collector does not get
 */
public fun <T : Any> merge(
  flows: Iterable<Flow<T>>,
  concurrency: Int = 256,
  prefetch: Int = 128,
  errors: ErrorMode = ErrorMode.IMMEDIATE,
  onUndelivered: (T) -> Unit = {},
): Flow<T> {
  val settings =
    Merge.withDefaults<T>()
      .concurrency<T>(concurrency)
      .prefetch<T>(prefetch)
      .errors<T>(errors)
      .onDiscard<T>(onUndelivered)
  return flow {
    coroutineScope {
      val context = currentCoroutineContext().minusKey(Job)
      val sources = Iterable {
        flows.asSequence().map { it.waitedForBy(this).asPublisher(context) }.iterator()
      }
      emitAll(arrivals(settings.of(sources), onUndelivered))
    }
  }
    .map { it.take() }
}

/** A publisher has no parent: while this is collected, once, a child of [scope] waits for its end. */
private fun <T> Flow<T>.waitedForBy(scope: CoroutineScope): Flow<T> {
  val end = Job()
  return onStart {
    val waiting =
      scope.launch(start = CoroutineStart.UNDISPATCHED) {
        withContext(NonCancellable) { end.join() }
      }
    if (!waiting.isActive) awaitCancellation() // the collector has left, and cancels this
  }
    .onCompletion { end.complete() }
}
