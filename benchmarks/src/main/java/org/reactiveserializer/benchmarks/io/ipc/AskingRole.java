package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Sends a message, waits for it to come back, and sends the next one. */
public final class AskingRole implements Role {
  private static final int MOST = 1 << 24;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final int[] nanos = new int[MOST]; // of each round trip
  private long asked;

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    Trips trips = parameters.instance("contender", Trips.class);
    try (Trips.End end = trips.asking(Path.of(parameters.text("directory")))) {
      run(end, parameters.number("warmup"));
      int count = run(end, parameters.number("millis"));
      Arrays.sort(nanos, 0, count);
      parent.send(
          "measured",
          new Parameters()
              .with("trips", count)
              .with("half", nanos[count / 2])
              .with("most", nanos[(int) (count * 99L / 100)]));
      parent.await("finish");
    }
  }

  private int run(Trips.End end, long millis) {
    long last = System.nanoTime();
    long limit = last + TimeUnit.MILLISECONDS.toNanos(millis);
    int count = 0;
    do {
      trip(end, asked++);
      long now = System.nanoTime();
      nanos[count] = (int) (now - last);
      last = now;
      count++;
    } while (last - limit < 0 && count < MOST);
    return count;
  }

  private static void trip(Trips.End end, long number) {
    while (!end.offer(number)) {
      Thread.onSpinWait();
    }
    long answer = end.poll();
    if (answer == Trips.NONE) {
      answer = await(end);
    }
    if (answer != number) {
      throw new FaultyDeliveryException(
          answer == Trips.TORN
              ? "a message was torn"
              : "sent %d, received %d".formatted(number, answer));
    }
  }

  private static long await(Trips.End end) {
    long start = 0;
    for (int i = 1; ; i++) {
      long answer = end.poll();
      if (answer != Trips.NONE) {
        return answer;
      }
      Thread.onSpinWait();
      if ((i & 0xFFFF) == 0) {
        long now = System.nanoTime();
        if (start == 0) {
          start = now;
        } else if (now - start > PATIENCE_NANOS) {
          throw new FaultyDeliveryException("a message did not come back");
        }
      }
    }
  }
}
