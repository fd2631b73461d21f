package org.reactiveserializer.io.ring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/**
 * The kit for the subscriber of a writer, which requests by itself. Tests that the kit cannot make
 * are switched off by name: a test that is skipped would fail the build.
 */
abstract class RingSubscriberVerification<T> extends SubscriberBlackboxVerification<T> {
  private final List<AutoCloseable> open = new ArrayList<>();

  RingSubscriberVerification() {
    super(Environments.patient());
  }

  /** Opens a ring, and returns the subscriber of its writer. */
  abstract Subscriber<T> open(Path file) throws IOException;

  @Override
  public Subscriber<T> createSubscriber() {
    try {
      Path directory = Files.createTempDirectory("ring");
      Path file = directory.resolve("ring");
      closeLater(
          () -> {
            Files.deleteIfExists(file);
            Files.delete(directory);
          });
      return open(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  final void closeLater(AutoCloseable closeable) {
    open.add(0, closeable);
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
  public void untested_spec202_blackbox_shouldAsynchronouslyDispatch() {}

  @Override
  @Test(enabled = false)
  public void
      untested_spec204_blackbox_mustConsiderTheSubscriptionAsCancelledInAfterRecievingOnCompleteOrOnError() {}

  @Override
  @Test(enabled = false)
  public void untested_spec206_blackbox_mustCallSubscriptionCancelIfItIsNoLongerValid() {}

  @Override
  @Test(enabled = false)
  public void
      untested_spec207_blackbox_mustEnsureAllCallsOnItsSubscriptionTakePlaceFromTheSameThreadOrTakeCareOfSynchronization() {}

  @Override
  @Test(enabled = false)
  public void
      untested_spec208_blackbox_mustBePreparedToReceiveOnNextSignalsAfterHavingCalledSubscriptionCancel() {}

  @Override
  @Test(enabled = false)
  public void
      untested_spec211_blackbox_mustMakeSureThatAllCallsOnItsMethodsHappenBeforeTheProcessingOfTheRespectiveEvents() {}

  @Override
  @Test(enabled = false)
  public void untested_spec212_blackbox_mustNotCallOnSubscribeMoreThanOnceBasedOnObjectEquality() {}

  @Override
  @Test(enabled = false)
  public void untested_spec213_blackbox_failingOnSignalInvocation() {}

  @Override
  @Test(enabled = false)
  public void untested_spec301_blackbox_mustNotBeCalledOutsideSubscriberContext() {}

  @Override
  @Test(enabled = false)
  public void untested_spec308_blackbox_requestMustRegisterGivenNumberElementsToBeProduced() {}

  @Override
  @Test(enabled = false)
  public void untested_spec310_blackbox_requestMaySynchronouslyCallOnNextOnSubscriber() {}

  @Override
  @Test(enabled = false)
  public void untested_spec311_blackbox_requestMaySynchronouslyCallOnCompleteOrOnError() {}

  @Override
  @Test(enabled = false)
  public void
      untested_spec314_blackbox_cancelMayCauseThePublisherToShutdownIfNoOtherSubscriptionExists() {}

  @Override
  @Test(enabled = false)
  public void untested_spec315_blackbox_cancelMustNotThrowExceptionAndMustSignalOnError() {}

  @Override
  @Test(enabled = false)
  public void untested_spec316_blackbox_requestMustNotThrowExceptionAndMustOnErrorTheSubscriber() {}
}
