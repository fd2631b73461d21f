package org.reactiveserializer.benchmarks.io.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.benchmarks.Verdict;

/** Inbox notices every kind of fault. */
class InboxTest {
  private final Inbox inbox = new Inbox(100, 10);
  private final ByteBuffer datagram = ByteBuffer.allocate(2 * Stamp.LENGTH);

  @Test
  void countsWhatFollowsTheWarmUp() {
    receive(0, 9, 10, 50, 99);
    assertVerdict(3, 0, 0, 0);
    assertEquals(5, inbox.count());
  }

  @Test
  void noticesADuplicate() {
    receive(20, 21, 21);
    assertVerdict(2, 1, 0, 0);
  }

  @Test
  void noticesTheOrder() {
    receive(20, 22, 21, 23);
    assertVerdict(4, 0, 1, 0);
  }

  @Test
  void noticesAnyTornWord() {
    for (int place : new int[] {0, Stamp.SECOND, Stamp.THIRD, Stamp.LAST}) {
      Stamp.put(datagram, 20);
      datagram.putLong(place, place == 0 ? 21 : Stamp.word(21, place));
      inbox.receive(datagram, Stamp.LENGTH);
    }
    assertVerdict(0, 0, 0, 4);
  }

  @Test
  void noticesAWrongLengthAndAForeignNumber() {
    Stamp.put(datagram, 20);
    inbox.receive(datagram, Stamp.LENGTH - 1);
    receive(100, -1);
    assertVerdict(0, 0, 0, 3);
  }

  private void receive(long... numbers) {
    for (long number : numbers) {
      Stamp.put(datagram, number);
      inbox.receive(datagram, Stamp.LENGTH);
    }
  }

  private void assertVerdict(long arrived, long duplicated, long reordered, long torn) {
    assertEquals(new Verdict(arrived, 0, duplicated, reordered, 0, torn), inbox.judge());
  }
}
