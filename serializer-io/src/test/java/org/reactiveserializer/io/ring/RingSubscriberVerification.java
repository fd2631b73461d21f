package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.reactiveserializer.testing.Kit;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.testng.annotations.AfterMethod;

/** The kit for the subscriber of a writer, which requests by itself. */
abstract class RingSubscriberVerification<T> extends SubscriberBlackboxVerification<T> {
  final Opened opened = new Opened();

  RingSubscriberVerification() {
    super(Kit.environment());
  }

  /** Opens a ring, and returns the subscriber of its writer. */
  abstract Subscriber<T> open(Path file) throws IOException;

  @Override
  public Subscriber<T> createSubscriber() {
    try {
      return open(opened.file());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @AfterMethod(alwaysRun = true)
  public void closeAll() throws Exception {
    opened.closeAll();
  }
}
