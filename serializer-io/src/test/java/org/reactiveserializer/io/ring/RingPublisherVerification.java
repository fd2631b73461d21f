package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/**
 * The kit for the publisher of a reader, into whose ring another thread writes. Tests that the kit
 * cannot make are switched off by name: a test that is skipped would fail the build.
 */
abstract class RingPublisherVerification<T> extends PublisherVerification<T> {
  private final List<AutoCloseable> open = new ArrayList<>();

  RingPublisherVerification() {
    super(Environments.patient());
  }

  /** Opens a ring whose writer writes that many items, and then closes it. */
  abstract Publisher<T> open(Path file, long items) throws IOException;

  /** Opens a ring whose writer has failed. */
  abstract Publisher<T> openFailed(Path file) throws IOException;

  @Override
  public Publisher<T> createPublisher(long elements) {
    try {
      return open(file(), elements);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public Publisher<T> createFailedPublisher() {
    try {
      return openFailed(file());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private Path file() throws IOException {
    Path directory = Files.createTempDirectory("ring");
    Path file = directory.resolve("ring");
    closeLater(
        () -> {
          Files.deleteIfExists(file);
          Files.delete(directory);
        });
    return file;
  }

  /** Closes after the test; what was opened last, first. */
  final void closeLater(AutoCloseable closeable) {
    open.add(0, closeable);
  }

  /** Calls {@code offer} that often, in a thread of its own, and then {@code end}. */
  final void feed(long times, java.util.function.BooleanSupplier offer, Runnable end) {
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
    closeLater(
        () -> {
          thread.interrupt();
          thread.join();
        });
  }

  @AfterMethod(alwaysRun = true)
  public void closeAll() throws Exception {
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
    open.clear();
  }

  @Override
  @Test(enabled = false)
  public void optional_spec111_maySupportMultiSubscribe() {}

  @Override
  @Test(enabled = false)
  public void
      optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfront() {}

  @Override
  @Test(enabled = false)
  public void
      optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingManyUpfrontAndCompleteAsExpected() {}

  @Override
  @Test(enabled = false)
  public void
      optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribersWhenRequestingOneByOne() {}

  @Override
  @Test(enabled = false)
  public void optional_spec111_registeredSubscribersMustReceiveOnNextOrOnCompleteSignals() {}

  @Override
  @Test(enabled = false)
  public void untested_spec106_mustConsiderSubscriptionCancelledAfterOnErrorOrOnCompleteHasBeenCalled() {}

  @Override
  @Test(enabled = false)
  public void untested_spec107_mustNotEmitFurtherSignalsOnceOnErrorHasBeenSignalled() {}

  @Override
  @Test(enabled = false)
  public void untested_spec108_possiblyCanceledSubscriptionShouldNotReceiveOnErrorOrOnCompleteSignals() {}

  @Override
  @Test(enabled = false)
  public void untested_spec109_subscribeShouldNotThrowNonFatalThrowable() {}

  @Override
  @Test(enabled = false)
  public void untested_spec110_rejectASubscriptionRequestIfTheSameSubscriberSubscribesTwice() {}

  @Override
  @Test(enabled = false)
  public void untested_spec304_requestShouldNotPerformHeavyComputations() {}

  @Override
  @Test(enabled = false)
  public void untested_spec305_cancelMustNotSynchronouslyPerformHeavyComputation() {}
}
