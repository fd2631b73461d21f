package org.reactiveserializer.io.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.reactiveserializer.testing.Child;

/**
 * A process that attaches to a ring of ints and stays: {@code writer|reader file}. It writes one
 * line: what it has attached to, or the exception. A writer writes 1, 2 and 3 first. With
 * {@code create file capacity} it creates a ring, also {@code create-for-anyone}; with {@code many file capacity} hundreds, whose
 * names have a number behind that of the file.
 */
final class Holder {
  private Holder() {}

  public static void main(String[] arguments) throws InterruptedException {
    Child.endWithParent();
    try {
      System.out.println(attach(arguments));
    } catch (IOException | RingException refused) {
      System.out.println(refused);
      return;
    }
    new CountDownLatch(1).await(); // until it is killed
  }

  /** Starts a process that is a side of a ring, and waits until it has attached. */
  static Child start(String side, IntRing ring) throws IOException {
    Child child = Child.start(Holder.class, side, ring.file());
    assertEquals(side + " of " + ring.file(), child.line());
    return child;
  }

  private static Object attach(String[] arguments) throws IOException {
    Path file = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "writer":
        IntWriter writer = IntRing.attach(file).writer();
        writer.offer(new int[] {1, 2, 3}, 0, 3);
        return writer;
      case "many":
        System.out.println("begins");
        IntRing last = IntRing.create(Path.of(file + "0"), Integer.parseInt(arguments[2]));
        for (int i = 1; i < 500; i++) {
          last = IntRing.create(Path.of(file + "" + i), last.capacity());
        }
        return last;
      case "reader":
        return IntRing.attach(file).reader();
      default:
        return IntRing.create(file, Integer.parseInt(arguments[2]), access(arguments));
    }
  }

  private static RingAccess access(String[] arguments) {
    return arguments[0].equals("create-for-anyone") ? RingAccess.ANYONE : RingAccess.OWNER;
  }
}
