package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.reactiveserializer.internal.drain.StackRoom;

/** How much stack a door makes sure of when it is compiled, or in whatever mode the virtual machine runs this. */
class StackRoomTest {
  private static final long STACK = 1 << 20;
  private static final long MORE = 2 << 20;
  private static final int ROUNDS = 50;
  private static final int LEAST = 12 << 10;
  private static final int MOST = 48 << 10;

  private int depth;
  private int closedAt;

  @Test
  void isAsLargeAsPromised() throws InterruptedException {
    assertRoom(StackRoom::ensure, LEAST, MOST);
  }

  @Test
  void isSmallerInside() throws InterruptedException {
    assertRoom(StackRoom::ensureInside, LEAST / 2, MOST / 2);
  }

  private void assertRoom(Runnable door, int least, int most) throws InterruptedException {
    for (int i = 0; i < 100_000; i++) {
      door.run(); // until it is compiled
    }
    double room = 0;
    for (int i = 0; i < ROUNDS; i++) { // until all frames of a dive are of one kind
      room = measure(door);
    }
    double last = room;
    assertTrue(last > least && last < most, () -> "the door asks for " + last + " bytes");
  }

  private double measure(Runnable door) throws InterruptedException {
    dive(door, STACK);
    int frames = depth - closedAt;
    int before = depth;
    dive(door, STACK + MORE);
    double bytesOfAFrame = (double) MORE / (depth - before);
    return frames * bytesOfAFrame;
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
