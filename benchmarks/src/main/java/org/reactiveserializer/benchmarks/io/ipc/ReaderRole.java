package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.Verdict;
import org.reactiveserializer.benchmarks.io.process.Parameters;
import org.reactiveserializer.benchmarks.io.process.Parent;
import org.reactiveserializer.benchmarks.io.process.Role;

/** Reads, measures how fast, and verifies. */
public final class ReaderRole implements Role {
  private static final int LOOK_MILLIS = 10;
  private static final int MAX_IDLE_LOOKS = 300;

  private final Check check = new Check();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  @Override
  public void play(Parameters parameters, Parent parent) throws Exception {
    Link link = parameters.instance("contender", Link.class);
    try (Link.Reader reader =
        link.reader(Path.of(parameters.text("directory")), WriterRole.shape(parameters))) {
      Thread thread = new Thread(() -> run(reader), "reader");
      thread.setDaemon(true);
      thread.start();
      parent.send("open", "");
      awaitArrivals(1);
      Thread.sleep(parameters.number("warmup"));
      long before = check.published();
      long start = System.nanoTime();
      Thread.sleep(parameters.number("millis"));
      awaitArrivals(before + 1); // on a busy machine this end may not have run
      long read = check.published() - before;
      long nanos = System.nanoTime() - start;
      parent.send("measured", new Parameters().with("count", read).with("nanos", nanos));
      long written = parent.await("finish").number("written");
      awaitArrivals(written);
      over.set(true);
      thread.join();
      enforceSound();
      Verdict verdict = check.judge(written);
      parent.send(
          "verdict",
          new Parameters()
              .with("arrived", verdict.arrived())
              .with("lost", verdict.lost())
              .with("duplicated", verdict.duplicated())
              .with("reordered", verdict.reordered())
              .with("torn", verdict.torn()));
    }
  }

  private void run(Link.Reader reader) {
    try {
      reader.run(check, over::get);
    } catch (Throwable failed) { // whatever it is: the main thread reports it
      failure.set(failed);
    }
  }

  private void enforceSound() {
    Throwable failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("reading failed: " + failed, failed);
    }
  }

  /** Waits until so many items have arrived, or nothing arrives any more. */
  private void awaitArrivals(long count) throws InterruptedException {
    long before = -1;
    int idle = 0;
    while (check.published() < count && idle < MAX_IDLE_LOOKS * (before <= 0 ? 10 : 1)) {
      enforceSound();
      idle = check.published() == before ? idle + 1 : 0;
      before = check.published();
      Thread.sleep(LOOK_MILLIS);
    }
  }
}
