package org.reactiveserializer.benchmarks.network;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Outcome;
import org.reactiveserializer.benchmarks.io.process.Parameters;

/** A client goes round its connections: sends an object through each, and waits for all answers. */
final class WheelWork extends EchoWork {
  static final int ROUNDS = 32;

  private static final int OTHER_FILES = 500;

  /** What of a run is the figure. */
  enum Figure {
    TIME("wheel", "32 rounds of a small object there and back, by the number of connections", "ms"),
    MEMORY("memory", "the server's memory after that, by the number of connections", "MiB");

    private final Subject subject;

    Figure(String label, String title, String unit) {
      subject = new Subject(label, title, unit, false);
    }
  }

  private final Figure figure;

  WheelWork(Figure figure) {
    this.figure = figure;
  }

  @Override
  public Subject subject() {
    return figure.subject;
  }

  @Override
  public List<Case> cases(Effort effort) {
    int most = mostConnections();
    return effort.connections().stream()
        .map(each -> Math.min(each, most))
        .distinct()
        .map(each -> new Case(each, "%,d connections".formatted(each).replace(',', ' ')))
        .toList();
  }

  /** Returns how many connections a process may have. */
  private static int mostConnections() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? (int)
            Math.min(Integer.MAX_VALUE, Math.max(1, unix.getMaxFileDescriptorCount() - OTHER_FILES))
        : Integer.MAX_VALUE;
  }

  @Override
  public Outcome measure(IoContender contender, Case which, Effort effort) throws Exception {
    Parameters parameters =
        new Parameters().with("connections", which.size()).with("rounds", ROUNDS);
    Run run = run(contender, WheelRole.class, parameters, effort);
    if (figure == Figure.TIME) {
      return Outcome.of("", run.clients().number("nanos") / 1e6);
    }
    return run.kib() == 0
        ? Outcome.faulty("this system does not tell the memory of a process")
        : Outcome.of("", run.kib() / 1024.0);
  }
}
