package org.reactiveserializer.benchmarks.network;

import java.util.List;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Outcome;
import org.reactiveserializer.benchmarks.io.process.Parameters;

/** Each connection sends its next request when the answer to the last has arrived. */
final class RequestsWork extends EchoWork {
  private static final int CONNECTIONS = 64;

  @Override
  public Subject subject() {
    return new Subject("requests", "requests of 64 bytes answered", "thousand a second", true);
  }

  @Override
  public List<Case> cases(Effort effort) {
    return List.of(new Case(CONNECTIONS, CONNECTIONS + " connections"));
  }

  @Override
  public Outcome measure(IoContender contender, Case which, Effort effort) throws Exception {
    Parameters parameters = new Parameters().with("connections", which.size());
    Parameters clients = run(contender, RequestsRole.class, parameters, effort).clients();
    return Outcome.of("", clients.number("count") * 1e6 / clients.number("nanos"));
  }
}
