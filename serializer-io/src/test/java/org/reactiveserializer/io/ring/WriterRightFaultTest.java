package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An item that cannot be written: what is before it is written, and the stream can end. */
class WriterRightFaultTest {
  private static final int IMPOSSIBLE = -1;

  private final List<Integer> written = new ArrayList<>();
  private final List<Throwable> faults = new ArrayList<>();
  private @Nullable InternalError late; // a fault of the memory, reported when the item is written
  private int free = 2;

  private final RingSink<Integer> sink =
      new RingSink<>() {
        @Override
        boolean offer(Integer item) {
          if (free == 0) {
            return false;
          }
          if (item == IMPOSSIBLE) {
            throw new IllegalArgumentException("impossible");
          }
          free--;
          written.add(item);
          return true;
        }

        @Override
        int room() {
          return 4; // so that items have to wait
        }

        @Override
        Integer copy(Integer item) {
          return item;
        }
      };

  private final WriterRight<Integer> right =
      new WriterRight<>(
          sink,
          new WriterRight.Stream() {
            @Override
            public void request(int n) {}

            @Override
            public boolean isEnding() {
              return !faults.isEmpty();
            }

            @Override
            public void broken(Throwable cause) {
              faults.add(cause);
            }

            @Override
            public void wake() {}
          }) {
        @Override
        void leave(int expected) {
          if (late != null) {
            throw late;
          }
          super.leave(expected);
        }
      };

  @Test
  void whatIsBeforeItIsWritten() {
    assertTrue(right.take(false));
    assertTrue(right.expect());
    List.of(1, 2, 3, IMPOSSIBLE).forEach(right::emit);
    assertEquals(List.of(1, 2), written);
    free = 2;
    assertTrue(right.take(true));
    assertFalse(right.writeRest());
    assertEquals(List.of(1, 2, 3), written);
    assertEquals(1, faults.size());
    assertEquals(1, sink.waiting());
  }

  @Test
  void nobodyKeepsTheWriterAfterIt() {
    assertTrue(right.take(false));
    assertTrue(right.expect());
    right.emit(IMPOSSIBLE);
    assertEquals(1, faults.size());
    assertTrue(right.take(true));
    right.emit(1); // ignored: the stream must end
    assertEquals(1, faults.size());
    assertEquals(List.of(), written);
  }

  @Test
  void nobodyKeepsTheWriterAfterALateFault() {
    assertTrue(right.take(false));
    assertTrue(right.expect());
    late = new InternalError("of the test");
    right.emit(1);
    assertEquals(List.of(late), faults);
    assertTrue(right.take(true));
  }
}
