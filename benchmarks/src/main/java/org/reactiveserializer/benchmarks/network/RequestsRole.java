package org.reactiveserializer.benchmarks.network;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Keeps one request of each connection under way. */
public final class RequestsRole implements Role {
  private static final int LOOK_MILLIS = 20;

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    try (Client client =
        new Client(parameters.integer("port"), parameters.integer("connections"))) {
      for (Client.Connection connection : client.connections()) {
        connection.send();
      }
      run(client, parameters.number("warmup"));
      long before = client.answers();
      long start = System.nanoTime();
      run(client, parameters.number("millis"));
      parent.send(
          "done",
          new Parameters()
              .with("count", client.answers() - before)
              .with("nanos", System.nanoTime() - start));
      parent.await("finish");
    }
  }

  private static void run(Client client, long millis) throws IOException {
    long before = client.answers();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() - end < 0 || client.answers() == before) {
      client.await(LOOK_MILLIS, connection -> connection.send());
    }
  }
}
