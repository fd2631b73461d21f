package org.reactiveserializer.benchmarks.io.answers;

import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Runs a {@link Server} until the parent ends this process. */
public final class ServerRole implements Role {
  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    try (Server server = parameters.instance("contender", Server.class)) {
      parent.send("open", new Parameters().with("port", server.open()));
      parent.await("finish");
    }
  }
}
