package org.reactiveserializer.benchmarks.io.ipc;

import io.aeron.Aeron;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.agrona.MutableDirectBuffer;
import org.reactiveserializer.aeron.AeronNode;
import org.reactiveserializer.aeron.AeronPublisher;
import org.reactiveserializer.aeron.AeronSubscriber;
import org.reactiveserializer.aeron.Idle;
import org.reactiveserializer.aeron.MessageWriter;

/** This library's streams over Aeron, over IPC or UDP. The driver runs in the process that reads. */
public final class AeronStreamLink implements Link {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @Override
  public Reader reader(Path directory, Shape shape) {
    return new StreamReader(directory, AeronThreadsLink.channel(directory, shape));
  }

  @Override
  public Writer writer(Path directory, Shape shape) {
    Aeron aeron = AeronDriver.connect(directory);
    AeronSubscriber<Long> out =
        AeronNode.of(aeron)
            .<Long>subscriber(new FirstWord())
            .idle(Idle.SPIN)
            .open(AeronThreadsLink.channel(directory, shape), AeronThreadsLink.STREAM);
    return new ThreadsWriter(shape.threads()) {
      @Override
      boolean write(long first) {
        return out.emit(first, PATIENCE).isAccepted();
      }

      @Override
      public void close() {
        out.close();
        aeron.close();
      }
    };
  }

  /** An item is the first word of its message. */
  private static final class FirstWord implements MessageWriter<Long> {
    @Override
    public int length(Long first) {
      return Message.LENGTH;
    }

    @Override
    public void write(Long first, MutableDirectBuffer buffer, int offset) {
      AgronaFiles.put(buffer, offset, first);
    }
  }

  /** The message is checked where it lies; the item says that it was. */
  private static final class StreamReader implements Reader {
    private final AeronDriver driver;
    private final Aeron aeron;
    private final String channel;

    StreamReader(Path directory, String channel) {
      driver = new AeronDriver(directory);
      aeron = AeronDriver.connect(directory);
      this.channel = channel;
    }

    @Override
    public void run(Check check, BooleanSupplier isOver) throws Exception {
      try (AeronPublisher<Boolean> in =
          AeronNode.of(aeron)
              .<Boolean>publisher(
                  (buffer, at, length, header) -> {
                    check.nextOfThread(AgronaFiles.first(buffer, at, length));
                    return true;
                  })
              .idle(Idle.SPIN)
              .open(channel, AeronThreadsLink.STREAM)) {
        Unbounded<Boolean> subscriber = new Unbounded<>(check, (item, same) -> {});
        in.subscribe(subscriber);
        subscriber.await(isOver);
      }
    }

    @Override
    public void close() {
      aeron.close();
      driver.close();
    }
  }
}
