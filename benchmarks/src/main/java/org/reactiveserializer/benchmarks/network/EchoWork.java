package org.reactiveserializer.benchmarks.network;

import java.util.List;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Work;
import org.reactiveserializer.benchmarks.io.process.Child;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Role;

/** A server, and a process with its clients. */
abstract class EchoWork implements Work {
  @Override
  public List<IoContender> contenders() {
    return EchoServers.all();
  }

  /** What one run yields: what the clients say, and the memory of the server, in KiB. */
  record Run(Parameters clients, long kib) {}

  /** Runs the server, and clients until they say {@code done}. */
  static Run run(
      IoContender contender, Class<? extends Role> clients, Parameters parameters, Effort effort)
      throws Exception {
    Parameters ofServer = new Parameters().with("contender", contender.type().getName());
    try (Child server = Child.start("server", contender.options(), EchoRole.class, ofServer)) {
      parameters
          .with("port", server.await("open", 0).integer("port"))
          .with("warmup", effort.warmup())
          .with("millis", effort.millis());
      try (Child client = Child.start("clients", List.of("-Xmx1g"), clients, parameters)) {
        Parameters done = client.await("done", 2 * effort.seconds() + 60, server);
        server.send("weigh", new Parameters());
        Run run = new Run(done, server.await("weighs", 0).number("kib"));
        client.send("finish", new Parameters());
        server.send("finish", new Parameters());
        return run;
      }
    }
  }
}
