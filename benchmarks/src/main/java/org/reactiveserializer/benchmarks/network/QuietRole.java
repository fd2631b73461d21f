package org.reactiveserializer.benchmarks.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/**
 * Sends a request each millisecond, by one connection after the other. In threads of its own, another
 * connection may send as fast as it can.
 */
public final class QuietRole implements Role {
  private static final long PACE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final List<Long> trips = new ArrayList<>();
  private int turn;

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    int port = parameters.integer("port");
    try (Client client = new Client(port, parameters.integer("connections"));
        Loud loud = Boolean.parseBoolean(parameters.text("loud")) ? new Loud(port) : null) {
      run(client, parameters.number("warmup"));
      if (loud != null) {
        loud.await();
      }
      trips.clear();
      run(client, parameters.number("millis"));
      if (loud != null) {
        loud.await(); // it still is
      }
      parent.send("done", new Parameters().with("nanos", percentile99()));
      parent.await("finish");
    }
  }

  /** Sends for so long; what falls behind the pace is sent late, and not skipped. Then waits for the answers. */
  private void run(Client client, long millis) throws IOException {
    List<Client.Connection> all = client.connections();
    long requests = TimeUnit.MILLISECONDS.toNanos(millis) / PACE_NANOS;
    long start = System.nanoTime();
    long answered = client.answers();
    for (long sent = 0; sent < requests; ) {
      long now = System.nanoTime();
      boolean isDue = now - start >= sent * PACE_NANOS;
      if (isDue && !all.get(turn).isUnderWay()) {
        all.get(turn).send(start + sent * PACE_NANOS);
        turn = (turn + 1) % all.size();
        sent++;
      }
      client.await(isDue ? 0 : 1, this::note);
    }
    while (client.answers() - answered < requests) {
      client.await(1, this::note);
    }
  }

  private void note(Client.Connection connection) {
    trips.add(System.nanoTime() - connection.sentAt());
  }

  private long percentile99() {
    trips.sort(null);
    return trips.get((int) (trips.size() * 0.99));
  }
}
