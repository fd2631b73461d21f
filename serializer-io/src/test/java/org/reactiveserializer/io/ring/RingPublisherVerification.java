package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.reactiveserializer.testing.Kit;
import org.reactiveserializer.testing.Unicast;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterMethod;

/** The kit for the publisher of a reader, into whose ring another thread writes. */
@Unicast
abstract class RingPublisherVerification<T> extends PublisherVerification<T> {
  final Opened opened = new Opened();

  RingPublisherVerification() {
    super(Kit.environment());
  }

  /** Opens a ring whose writer writes that many items, and then closes it. */
  abstract Publisher<T> open(Path file, long items) throws IOException;

  /** Opens a ring whose writer has failed. */
  abstract Publisher<T> openFailed(Path file) throws IOException;

  @Override
  public Publisher<T> createPublisher(long elements) {
    try {
      return open(opened.file(), elements);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public Publisher<T> createFailedPublisher() {
    try {
      return openFailed(opened.file());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Calls {@code offer} that often, in a thread of its own, and then {@code end}. */
  final void feed(long times, BooleanSupplier offer, Runnable end) {
    Thread thread =
        new Thread(
            () -> {
              for (long i = 0; i < times && !Thread.currentThread().isInterrupted(); ) {
                if (offer.getAsBoolean()) {
                  i++;
                } else {
                  Thread.onSpinWait();
                }
              }
              end.run();
            });
    thread.setDaemon(true);
    thread.start();
    opened.add(
        () -> {
          thread.interrupt();
          thread.join();
        });
  }

  @AfterMethod(alwaysRun = true)
  public void closeAll() throws Exception {
    opened.closeAll();
  }
}
