package org.reactiveserializer.kotlin

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.test.runTest
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.reactiveserializer.EmitOutcome
import org.reactiveserializer.ErrorMode
import org.reactiveserializer.Overflow
import org.reactiveserializer.Serializer

class SettingsTest {
  @Test
  fun theTypeIsWrittenOnce() = runTest {
    val discarded = ArrayList<String>()
    val sink = serialSink<String> {
      bounded(2, Overflow.DROP_NEWEST)
      onDiscard { discarded.add(it.uppercase()) }
    }
    assertEquals(EmitOutcome.QUEUED, sink.tryEmit("a"))
    sink.tryEmit("b")
    assertEquals(EmitOutcome.OVERFLOW, sink.tryEmit("c"))
    sink.emitOrDiscard("d")
    sink.tryComplete()
    assertEquals(listOf("a", "b"), sink.consumeAsFlow().toList())
    assertEquals(listOf("D"), discarded)
  }

  @Test
  fun theTypeIsInferred() = runTest {
    val flow: Flow<String> =
      serialFlow(serializer { bounded(9, 3, { it.length.toLong() }, Overflow.DROP_NEWEST) }) { sink ->
        sink.tryEmit("a") // does not wait
        sink.tryEmit("bc")
        assertEquals(EmitOutcome.OVERFLOW, sink.tryEmit("de"))
      }
    assertEquals(listOf("a", "bc"), flow.toList())
  }

  @Test
  fun eachSettingIsSet() {
    val direct = Runnable::run
    val sink = serialSink<String> {
      errors(ErrorMode.DELAYED)
      onErrorDropped { throw it }
      drainLimit(1)
      drainLimit(1, direct)
      deliverOn()
      deliverOn(direct)
      answerOn(direct)
      assertThrows(IllegalStateException::class.java, ::carryThreadLocals, "its library is not here")
      named("of Kotlin")
    }
    assertTrue("of Kotlin" in sink.toString(), sink::toString)
  }

  @Test
  fun noSettingIsMissing() {
    fun namesOf(type: Class<*>, result: Class<*>) =
      type.declaredMethods
        .filter { it.returnType == result && it.modifiers and 9 == 1 } // public, not static
        .map { it.name to it.parameterCount }
        .toSet()
    assertEquals(
      namesOf(Serializer::class.java, Serializer::class.java),
      namesOf(SerializerBuilder::class.java, Void.TYPE).filter { '$' !in it.first }.toSet(),
    )
  }
}
