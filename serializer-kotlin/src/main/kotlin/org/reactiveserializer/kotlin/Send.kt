@file:JvmName("Sends")

package org.reactiveserializer.kotlin

import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.future.await
import kotlinx.coroutines.suspendCancellableCoroutine
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.SerialSink

/**
 * Emits an item. While there is no room, it waits in the line of [SerialSink.emitAsync], without a
 * thread. [org.reactiveserializer.Overflow] does not apply. If there is room, this does not suspend.
 *
 * **One fate.** A cancellation withdraws the item while it waits for room: then, and only then, this
 * throws a [CancellationException], and the caller keeps the item. If the item has got its place before,
 * or the stream has ended, this returns the outcome, although the coroutine is cancelled: its next
 * suspension throws. So the caller keeps the item if this throws a [CancellationException], or if the
 * outcome is not [accepted][EmitOutcome.isAccepted]; otherwise it is delivered or discarded. Any other
 * exception comes from the subscriber (§2.13).
 *
 * **Order.** If a call began to wait before another one began, its item is delivered first.
 *
 * @return what happened to the item; neither [EmitOutcome.OVERFLOW] nor [EmitOutcome.INTERRUPTED]
 */
public suspend fun <T : Any> SerialSink<T>.send(item: T): EmitOutcome {
  val stage = emitAsync(item).toCompletableFuture()
  if (!stage.isDone) {
    try {
      return stage.await()
    } catch (cancelled: CancellationException) {
      if (stage.cancel(false)) throw cancelled
    }
    // Too late. The answer is on its way, if it is not there.
    suspendCoroutine { waiting -> stage.whenComplete { _, _ -> waiting.resume(Unit) } }
  }
  return stage.join()
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
