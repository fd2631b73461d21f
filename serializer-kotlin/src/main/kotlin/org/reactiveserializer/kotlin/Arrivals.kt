package org.reactiveserializer.kotlin

import kotlinx.coroutines.Job
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import org.reactivestreams.Publisher
import org.reactivestreams.Subscriber
import org.reactivestreams.Subscription

/**
 * Subscribes, and requests the items one at a time. What this emits is the place where the item is: the
 * collector must [take][Arrivals.take] it before it suspends. An item itself could be lost: what `flow`
 * emits is thrown away if the coroutine has been cancelled.
 *
 * @param discard gets each item that arrived and was not taken, after the subscription was cancelled
 */
internal fun <T : Any> arrivals(publisher: Publisher<T>, discard: (T) -> Unit): Flow<Arrivals<T>> =
  flow {
    val arrivals = Arrivals(discard)
    try {
      publisher.subscribe(arrivals)
      while (arrivals.await()) emit(arrivals)
    } finally {
      arrivals.leave()
    }
  }

/** Holds the one item that was requested and has arrived, or the terminal. */
internal class Arrivals<T : Any>(private val discard: (T) -> Unit) : Subscriber<T> {
  private val signals = Channel<T>(capacity = 1, onUndeliveredElement = ::refuse)

  // Complete when the subscription is here, cancelled when the collector left before.
  private val subscribed = Job()
  @Volatile private var subscription: Subscription? = null

  // By the collector.
  private var arrived: T? = null

  override fun onSubscribe(upstream: Subscription) {
    if (subscribed.isCompleted) return upstream.cancel() // §2.5
    subscription = upstream
    if (!subscribed.complete()) upstream.cancel()
  }

  override fun onNext(item: T) {
    if (signals.trySend(item).isSuccess) return
    signals.close(IllegalStateException("more items than requested (§1.1)"))
    refuse(item)
  }

  override fun onError(error: Throwable) {
    signals.close(error)
  }

  override fun onComplete() {
    signals.close()
  }

  /** Requests an item, and waits for it. Returns whether it came; if not, the stream is complete. */
  suspend fun await(): Boolean {
    subscribed.join()
    subscription?.request(1)
    val signal = signals.receiveCatching()
    signal.exceptionOrNull()?.let { throw it }
    arrived = signal.getOrNull()
    return arrived != null
  }

  /** Returns the item that has arrived. */
  fun take(): T = checkNotNull(arrived).also { arrived = null }

  /** Cancels before all else, and discards what has arrived and was not taken, also if the cancellation fails. */
  fun leave() {
    try {
      val upstream = subscription
      if (upstream == null) subscribed.cancel()
      (upstream ?: subscription)?.cancel()
    } finally {
      try {
        arrived?.let(discard)
      } finally {
        signals.cancel()
      }
    }
  }

  /** By the thread that cancels the collector, or brings an item after that. */
  private fun refuse(item: T) {
    try {
      subscription?.cancel()
    } finally {
      discard(item)
    }
  }
}
