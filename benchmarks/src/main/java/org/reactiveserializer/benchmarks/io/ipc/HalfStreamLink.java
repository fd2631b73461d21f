package org.reactiveserializer.benchmarks.io.ipc;

import java.nio.file.Path;

/** A stream at one end, and the bare ring or publication at the other: shows which end costs more. */
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

  /** Only the sender is a stream into Aeron. */
  public static final class OfSender extends HalfStreamLink {
    public OfSender() {
      super(new AeronThreadsLink.Exclusive(), new AeronStreamLink());
    }
  }

  /** Only the receiver is a stream out of Aeron. */
  public static final class OfReceiver extends HalfStreamLink {
    public OfReceiver() {
      super(new AeronStreamLink(), new AeronThreadsLink.Exclusive());
    }
  }
}
