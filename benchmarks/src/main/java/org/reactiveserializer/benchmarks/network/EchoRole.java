package org.reactiveserializer.benchmarks.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Runs an {@link EchoServer}, says how much memory the process has, and ends. */
public final class EchoRole implements Role {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    try (EchoServer server = parameters.instance("contender", EchoServer.class)) {
      parent.send("open", new Parameters().with("port", server.open()));
      parent.await("weigh");
      System.gc();
      parent.send("weighs", new Parameters().with("kib", residentKib()));
      parent.await("finish");
    }
  }

  /** Returns the memory of this process that is not swapped out, in KiB; 0 where that cannot be told. */
  private static long residentKib() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith(RESIDENT))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElse(0);
  }
}
