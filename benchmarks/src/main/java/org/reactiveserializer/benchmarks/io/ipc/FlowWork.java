package org.reactiveserializer.benchmarks.io.ipc;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.reactiveserializer.benchmarks.Verdict;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Outcome;
import org.reactiveserializer.benchmarks.io.Work;
import org.reactiveserializer.benchmarks.io.ipc.Link.Shape;
import org.reactiveserializer.benchmarks.io.process.Child;
import org.reactiveserializer.benchmarks.io.process.Parameters;

/** One process writes as fast as it can, another one reads, and measures. */
final class FlowWork implements Work {
  private final Subject subject;
  private final Map<Case, Shape> shapes;
  private final List<IoContender> contenders;

  FlowWork(String label, String title, Map<Case, Shape> shapes, List<IoContender> contenders) {
    this.subject = new Subject(label, title, "million a second", true);
    this.shapes = shapes;
    this.contenders = contenders;
  }

  @Override
  public Subject subject() {
    return subject;
  }

  @Override
  public List<Case> cases(Effort effort) {
    return List.copyOf(shapes.keySet());
  }

  @Override
  public List<IoContender> contenders() {
    return contenders;
  }

  @Override
  public Outcome measure(IoContender contender, Case which, Effort effort) throws Exception {
    Shape shape = Objects.requireNonNull(shapes.get(which));
    try (SharedDirectory directory = new SharedDirectory()) {
      Parameters parameters =
          new Parameters()
              .with("contender", contender.type().getName())
              .with("directory", directory.path())
              .with("items", shape.items())
              .with("batch", shape.batch())
              .with("threads", shape.threads())
              .with("warmup", effort.warmup())
              .with("millis", effort.millis());
      try (Child reader =
          Child.start("reader", contender.options(), ReaderRole.class, parameters)) {
        reader.await("open", 0);
        try (Child writer =
            Child.start("writer", contender.options(), WriterRole.class, parameters)) {
          return measure(reader, writer, effort.seconds());
        }
      }
    }
  }

  private static Outcome measure(Child reader, Child writer, long seconds)
      throws InterruptedException {
    Parameters measured = reader.await("measured", seconds, writer);
    writer.send("stop", new Parameters());
    long written = writer.await("wrote", 0).number("count");
    reader.send("finish", new Parameters().with("written", written));
    verdict(reader.await("verdict", 0)).enforce();
    writer.send("finish", new Parameters());
    if (measured.number("count") == 0) {
      return Outcome.faulty("nothing arrived while it was measured");
    }
    return Outcome.of("", measured.number("count") * 1e3 / measured.number("nanos"));
  }

  private static Verdict verdict(Parameters verdict) {
    return new Verdict(
        verdict.number("arrived"),
        verdict.number("lost"),
        verdict.number("duplicated"),
        verdict.number("reordered"),
        0,
        verdict.number("torn"));
  }
}
