@file:JvmName("Settings")

package org.reactiveserializer.kotlin

import java.util.concurrent.Executor
import org.reactiveserializer.ErrorMode
import org.reactiveserializer.Overflow
import org.reactiveserializer.SerialSink
import org.reactiveserializer.Serializer

/**
 * Returns settings for items of type [T], which is written once.
 *
 * The methods of [Serializer] leave open for which subtype their result is, and Kotlin infers that only
 * where it is said. So each step of a chain would need the type.
 */
public fun <T : Any> serializer(set: SerializerBuilder<T>.() -> Unit = {}): Serializer<T> =
  SerializerBuilder<T>().apply(set).settings

/** Returns a sink with these settings, as [Serializer.sink]. */
public fun <T : Any> serialSink(set: SerializerBuilder<T>.() -> Unit = {}): SerialSink<T> =
  serializer(set).sink()

/** Each method sets what the method of [Serializer] of the same name does. */
public class SerializerBuilder<T : Any> internal constructor() {
  internal var settings: Serializer<T> = Serializer.withDefaults()

  public fun bounded(capacity: Int, overflow: Overflow) {
    settings = settings.bounded(capacity, overflow)
  }

  public fun bounded(capacity: Int, maxWeight: Long, weigher: (T) -> Long, overflow: Overflow) {
    settings = settings.bounded(capacity, maxWeight, weigher, overflow)
  }

  public fun errors(mode: ErrorMode) {
    settings = settings.errors(mode)
  }

  public fun onDiscard(hook: (T) -> Unit) {
    settings = settings.onDiscard(hook)
  }

  public fun onErrorDropped(hook: (Throwable) -> Unit) {
    settings = settings.onErrorDropped(hook)
  }

  public fun named(name: String) {
    settings = settings.named(name)
  }

  public fun drainLimit(items: Int, executor: Executor) {
    settings = settings.drainLimit(items, executor)
  }

  public fun drainLimit(items: Int) {
    settings = settings.drainLimit(items)
  }

  public fun deliverOn(executor: Executor) {
    settings = settings.deliverOn(executor)
  }

  public fun deliverOn() {
    settings = settings.deliverOn()
  }

  public fun answerOn(executor: Executor) {
    settings = settings.answerOn(executor)
  }

  public fun carryThreadLocals() {
    settings = settings.carryThreadLocals()
  }
}
