@file:JvmName("Sends")

package org.reactiveserializer.kotlin

import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.future.await
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.yield
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.SerialSink

/**
 * Emits an item. While there is no room, it waits in the line of [SerialSink.emitAsync], without a
 * thread. [org.reactiveserializer.Overflow] does not apply. If there is room, this does not suspend.
 *
 * **One fate.** The caller keeps the item if this throws a [CancellationException], or if the outcome is
 * not [accepted][EmitOutcome.isAccepted]. A cancellation withdraws an item that waits for room. If it
 * comes too late, because the item has its place, this returns the outcome, and the next function that
 * suspends throws. Any other exception comes from the subscriber (§2.13), and the item was delivered or
 * discarded.
 *
 * **Order.** If a call began to wait before another one began, its item is delivered first.
 *
 * @return what happened to the item; neither [EmitOutcome.OVERFLOW] nor [EmitOutcome.INTERRUPTED]
 */
public suspend fun <T : Any> SerialSink<T>.send(item: T): EmitOutcome {
  val stage = emitAsync(item).toCompletableFuture()
  val outcome =
    try {
      stage.await()
    } catch (cancelled: CancellationException) {
      if (stage.cancel(false)) throw cancelled
      // Too late: the answer is there, or on its way.
      suspendCoroutine { waiting -> stage.whenComplete { answer, _ -> waiting.resume(answer) } }
    }
  if (!outcome.isAccepted) yield() // a loop that does not look at the outcome can be cancelled
  return outcome
}

/**
 * Waits until the subscriber of this sink has its terminal, or has cancelled, or the coroutine is
 * cancelled. Then it calls [close] once: for a block of [serialFlow] that has registered a callback.
 * It sets [SerialSink.onTermination], in place of the callback set before.
 */
public suspend fun SerialSink<*>.awaitClose(close: () -> Unit = {}) {
  try {
    suspendCancellableCoroutine { waiting -> onTermination { waiting.resume(Unit) } }
  } finally {
    close()
  }
}
