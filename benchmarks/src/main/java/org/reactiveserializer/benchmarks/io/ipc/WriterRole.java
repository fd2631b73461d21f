package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reactiveserializer.benchmarks.io.ipc.Link.Shape;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Writes as fast as it can. */
public final class WriterRole implements Role {
  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    Link link = parameters.instance("contender", Link.class);
    AtomicBoolean over = new AtomicBoolean();
    try (Link.Writer writer =
        link.writer(Path.of(parameters.text("directory")), shape(parameters))) {
      FutureTask<Long> writing = new FutureTask<>(() -> writer.run(over::get));
      Thread thread = new Thread(writing, "writer");
      thread.setDaemon(true);
      thread.start();
      parent.await("stop");
      over.set(true);
      parent.send("wrote", new Parameters().with("count", writing.get()));
      parent.await("finish"); // what was written may need this process until it is read
    }
  }

  static Shape shape(Parameters parameters) {
    return new Shape(
        Link.Items.valueOf(parameters.text("items")),
        parameters.integer("batch"),
        parameters.integer("threads"));
  }
}
