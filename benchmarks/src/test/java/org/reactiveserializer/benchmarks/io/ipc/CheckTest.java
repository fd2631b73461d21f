package org.reactiveserializer.benchmarks.io.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.benchmarks.Verdict;

/** Check notices every kind of fault. */
class CheckTest {
  private final Check check = new Check();
  private final ByteBuffer message =
      ByteBuffer.allocate(Message.LENGTH).order(ByteOrder.nativeOrder());

  @Test
  void acceptsAllItems() {
    ints(0, 1, 2, 3);
    assertEquals(new Verdict(4, 0, 0, 0, 0), check.judge(4));
  }

  @Test
  void noticesWhatIsMissing() {
    ints(0, 3, 4);
    assertEquals(new Verdict(3, 2, 0, 0, 0), check.judge(5));
  }

  @Test
  void noticesWhatIsMissingAtTheEnd() {
    ints(0, 1);
    assertEquals(new Verdict(2, 3, 0, 0, 0), check.judge(5));
  }

  @Test
  void noticesWhatNobodyWrote() {
    ints(0, 1, 2);
    assertEquals(new Verdict(3, 0, 0, 0, 0, 1), check.judge(2));
  }

  @Test
  void noticesADuplicate() {
    ints(0, 1, 1, 2);
    assertEquals(new Verdict(4, 0, 1, 0, 0), check.judge(3));
  }

  @Test
  void noticesTheOrder() {
    ints(0, 2, 1, 3);
    assertEquals(new Verdict(4, 0, 0, 1, 0), check.judge(4));
  }

  @Test
  void eachThreadHasNumbersOfItsOwn() {
    int[][] all = {{0, 0}, {3, 0}, {3, 1}, {0, 2}, {0, 1}, {3, 1}, {0, 3}, {3, 4}};
    for (int[] one : all) {
      ofThread(one[0], one[1]);
    }
    assertEquals(new Verdict(8, 2, 1, 1, 0), check.judge(9));
    ofThread(Message.MOST_THREADS, 0);
    assertEquals(new Verdict(9, 2, 1, 1, 0, 1), check.judge(10));
  }

  private void ofThread(int thread, long number) {
    Message.put(message, 0, Message.of(thread, number));
    check.nextOfThread(Message.first(message, 0, Message.LENGTH));
  }

  @Test
  void messagesAreCheckedLikeInts() {
    for (long number : new long[] {0, 1, 3, 2, 4, 4, 6}) {
      Message.put(message, 0, number);
      check.nextMessage(Message.first(message, 0, Message.LENGTH));
    }
    assertEquals(new Verdict(7, 1, 1, 1, 0), check.judge(7));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void noticesATornWord(int word) {
    Message.put(message, 0, 0);
    message.putLong(8 * word, 1 + word * Message.STEP);
    check.nextMessage(Message.first(message, 0, Message.LENGTH));
    assertEquals(new Verdict(1, 0, 0, 0, 0, 1), check.judge(1));
  }

  @Test
  void noticesAWrongLength() {
    Message.put(message, 0, 0);
    check.nextMessage(Message.first(message, 0, Message.LENGTH - 1));
    assertFalse(check.judge(1).isClean());
  }

  private void ints(int... values) {
    for (int value : values) {
      check.next(value);
    }
  }
}
