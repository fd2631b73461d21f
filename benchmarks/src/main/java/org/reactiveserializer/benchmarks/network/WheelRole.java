package org.reactiveserializer.benchmarks.network;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Goes round its connections. */
public final class WheelRole implements Role {
  private static final int LOOK_MILLIS = 100;

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    try (Client client =
        new Client(parameters.integer("port"), parameters.integer("connections"))) {
      long warm = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(parameters.number("warmup"));
      do {
        turn(client);
      } while (System.nanoTime() - warm < 0);
      long start = System.nanoTime();
      for (int i = 0; i < parameters.integer("rounds"); i++) {
        turn(client);
      }
      parent.send("done", new Parameters().with("nanos", System.nanoTime() - start));
      parent.await(
          "finish"); // the connections are open as long as the server's memory is looked at
    }
  }

  private static void turn(Client client) throws IOException {
    long all = client.answers() + client.connections().size();
    for (Client.Connection connection : client.connections()) {
      connection.send();
    }
    while (client.answers() < all) {
      client.await(LOOK_MILLIS, connection -> {});
    }
  }
}
