package org.reactiveserializer.benchmarks.io.answers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.benchmarks.io.Tiny;

/** All servers with a few requests, and servers with faults. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AnswersWorkTest {
  private final AnswersWork work = new AnswersWork();

  @Test
  void allContendersRun() {
    Tiny.runAll(work);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        FaultyServer.Echoing.class,
        FaultyServer.Tearing.class,
        FaultyServer.Duplicating.class
      })
  void aFaultIsNoticed(Class<?> type) {
    String found = Tiny.faultOf(work, type);
    assertTrue(found.contains("a wrong answer"), found);
  }

  @Test
  void requestsWithoutAnAnswerAreSentAgain() throws Exception {
    assertTrue(Tiny.figureOf(work, FaultyServer.Losing.class) > 0);
  }

  @Test
  void everyOccurrenceIsReplaced() {
    for (int number : new int[] {0, 1, 0xABCD_EF01, -1}) {
      byte[] request = Text.request(0);
      ByteBuffer renumbered = ByteBuffer.wrap(request);
      Text.renumber(renumbered, request.length, number);
      assertArrayEquals(Text.request(number), request);
      ByteBuffer out = ByteBuffer.allocate(Text.ROOM);
      Text.replace(renumbered, out);
      assertEquals(ByteBuffer.wrap(Text.answer(number)), out.flip());
      assertEquals(0, renumbered.remaining());
    }
  }

  @Test
  void theBeginningOfTheWordAtTheEndStays() {
    ByteBuffer out = ByteBuffer.allocate(Text.ROOM);
    Text.replace(
        ByteBuffer.wrap(new byte[] {'w', 'w', 'a', 't', 'e', 'r', 'w', 'a', 't', 'e'}), out);
    assertEquals(
        ByteBuffer.wrap(new byte[] {'w', 'w', 'i', 'n', 'e', 'w', 'a', 't', 'e'}), out.flip());
  }
}
