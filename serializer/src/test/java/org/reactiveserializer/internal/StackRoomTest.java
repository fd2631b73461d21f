package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.drain.StackRoom;

/** How much stack a door makes sure of: in whatever mode the virtual machine runs this, and compiled. */
class StackRoomTest {
  private static final long STACK = 1 << 20;
  private static final long MORE = 2 << 20;
  private static final int LEAST = 12 << 10;
  private static final int MOST = 48 << 10;

  private int depth;
  private int closedAt;

  @Test
  void isAsLargeAsPromised() throws InterruptedException {
    assertRoom(StackRoom::ensure, LEAST, MOST);
    for (int i = 0; i < 100_000; i++) {
      StackRoom.ensure(); // until it is compiled
    }
    for (int i = 0; i < 20; i++) {
      dive(StackRoom::ensure, STACK);
    }
    assertRoom(StackRoom::ensure, LEAST, MOST);
  }

  @Test
  void isSmallerInside() throws InterruptedException {
    for (int i = 0; i < 100_000; i++) {
      StackRoom.ensureInside();
    }
    for (int i = 0; i < 20; i++) {
      dive(StackRoom::ensureInside, STACK);
    }
    assertRoom(StackRoom::ensureInside, LEAST / 2, MOST / 2);
  }

  private void assertRoom(Runnable door, int least, int most) throws InterruptedException {
    dive(door, STACK);
    int frames = depth - closedAt;
    int before = depth;
    dive(door, STACK + MORE);
    double bytesOfAFrame = (double) MORE / (depth - before);
    double room = frames * bytesOfAFrame;
    assertTrue(room > least && room < most, () -> "the door asks for " + room + " bytes");
  }

  /** Recurses to the end of a stack. Notes where the door closed, and where the stack ended. */
  private void dive(Runnable door, long stack) throws InterruptedException {
    closedAt = -1;
    Thread diver =
        new Thread(
            null,
            () -> {
              try {
                deeper(door, 0);
              } catch (StackOverflowError end) {
                // the depth is known
              }
            },
            "diver",
            stack);
    diver.start();
    diver.join();
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private int deeper(Runnable door, int now) {
    depth = now;
    if (closedAt < 0) {
      try {
        door.run();
      } catch (StackOverflowError closed) {
        closedAt = now;
      }
    }
    return 1 + deeper(door, now + 1) + depth;
  }
}
