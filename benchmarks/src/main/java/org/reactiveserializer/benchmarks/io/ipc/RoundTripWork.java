package org.reactiveserializer.benchmarks.io.ipc;

import static org.reactiveserializer.benchmarks.io.IoContender.ours;

import java.util.List;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Outcome;
import org.reactiveserializer.benchmarks.io.Work;
import org.reactiveserializer.benchmarks.io.process.Child;
import org.reactiveserializer.benchmarks.io.process.Parameters;

/** A process sends a message of 64 bytes to another one, which sends it back. */
public final class RoundTripWork implements Work {
  @Override
  public Subject subject() {
    return new Subject("roundtrip", "round trip of 64 bytes between two processes", "ns", false);
  }

  @Override
  public List<Case> cases(Effort effort) {
    return List.of(new Case(1, List.of("50th percentile", "99th percentile")));
  }

  @Override
  public List<IoContender> contenders() {
    return List.of(
        ours("ring", RingTrips.class, "this library's MessageRing, one for each direction"),
        FlowWorks.agrona(
            AgronaTrips.class, "agrona", "Agrona's OneToOneRingBuffer, one for each direction"),
        FlowWorks.agrona(AeronTrips.class, "aeron", "Aeron IPC, a stream for each direction"));
  }

  @Override
  public Outcome measure(IoContender contender, Case which, Effort effort) throws Exception {
    try (SharedDirectory directory = new SharedDirectory()) {
      Parameters parameters =
          new Parameters()
              .with("contender", contender.type().getName())
              .with("directory", directory.path())
              .with("warmup", effort.warmup())
              .with("millis", effort.millis());
      try (Child answering =
          Child.start("answering", contender.options(), AnsweringRole.class, parameters)) {
        answering.await("open", 0);
        try (Child asking =
            Child.start("asking", contender.options(), AskingRole.class, parameters)) {
          Parameters measured = asking.await("measured", effort.seconds(), answering);
          asking.send("finish", new Parameters());
          return Outcome.of(
              "%,d round trips".formatted(measured.number("trips")),
              (double) measured.number("half"),
              (double) measured.number("most"));
        }
      }
    }
  }
}
