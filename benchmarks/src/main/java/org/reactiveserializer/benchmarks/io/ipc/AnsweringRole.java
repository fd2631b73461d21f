package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Sends back each message, until the parent ends this process. */
public final class AnsweringRole implements Role {
  private static final int ROUND = 1024;

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    Trips trips = parameters.instance("contender", Trips.class);
    try (Trips.End end = trips.answering(Path.of(parameters.text("directory")))) {
      parent.send("open", "");
      while (true) {
        round(end);
      }
    }
  }

  private static void round(Trips.End end) {
    for (int i = 0; i < ROUND; i++) {
      long number = end.poll();
      if (number == Trips.TORN) {
        throw new FaultyDeliveryException("a message was torn");
      }
      if (number == Trips.NONE) {
        Thread.onSpinWait();
        continue;
      }
      while (!end.offer(number)) {
        Thread.onSpinWait();
      }
    }
  }
}
