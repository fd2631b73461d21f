package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;

/** A stream at one end, and the bare ring at the other: shows which end of {@link StreamLink} costs more. */
public abstract class HalfStreamLink implements Link {
  private final Link reading;
  private final Link writing;

  private HalfStreamLink(Link reading, Link writing) {
    this.reading = reading;
    this.writing = writing;
  }

  @Override
  public Reader reader(Path directory, Shape shape) throws Exception {
    return reading.reader(directory, shape);
  }

  @Override
  public Writer writer(Path directory, Shape shape) throws Exception {
    return writing.writer(directory, shape);
  }

  /** Only the writer is a stream. */
  public static final class OfWriter extends HalfStreamLink {
    public OfWriter() {
      super(new RingLink(), new StreamLink());
    }
  }

  /** Only the reader is a stream. */
  public static final class OfReader extends HalfStreamLink {
    public OfReader() {
      super(new StreamLink(), new RingLink());
    }
  }
}
