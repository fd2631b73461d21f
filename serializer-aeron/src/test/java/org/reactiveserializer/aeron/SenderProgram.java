package org.reactiveserializer.aeron;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.reactiveserializer.testing.Child;

/** Two threads of a process of its own send numbers, until it is killed. */
public final class SenderProgram {
  static final int THREADS = 2;

  private static final Duration LONG = Duration.ofMinutes(1);

  private SenderProgram() {}

  static Child start(Path directory, String channel, int stream, int id) throws IOException {
    return Child.startWith(
        DriverProgram.OPTIONS, SenderProgram.class, directory, channel, stream, id);
  }

  /** The driver's directory, the channel, the stream and the number of this process. */
  public static void main(String[] arguments) throws InterruptedException {
    Child.endWithParent();
    AeronNode node = AeronNode.external(Path.of(arguments[0]));
    AeronSubscriber<String> out =
        node.<String>subscriber(Texts.WRITER).open(arguments[1], Integer.parseInt(arguments[2]));
    Thread[] threads = new Thread[THREADS];
    for (int t = 0; t < THREADS; t++) {
      String name = arguments[3] + "." + t + ":";
      threads[t] =
          new Thread(
              () -> {
                int i = 0;
                while (out.emit(name + i + "x".repeat(i % 3_000), LONG).isAccepted()) {
                  i++;
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
