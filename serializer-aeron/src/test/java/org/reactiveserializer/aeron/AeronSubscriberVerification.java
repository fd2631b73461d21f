package org.reactiveserializer.aeron;

import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.annotations.Test;

/**
 * The Reactive Streams kit for what is sent. Tests that the kit cannot make are switched off by name: a
 * test that is skipped would fail the build.
 */
public class AeronSubscriberVerification extends SubscriberBlackboxVerification<String> {
  public AeronSubscriberVerification() {
    super(new TestEnvironment(1_000, 100));
  }

  @Override
  public Subscriber<String> createSubscriber() {
    int stream = Nodes.newStream();
    AeronPublisher<String> in =
        Nodes.NODE.<String>publisher(Texts.READER).open("aeron:ipc?term-length=64k", stream);
    in.subscribe(new Collecting(Long.MAX_VALUE));
    return Nodes.NODE.<String>subscriber(Texts.WRITER).onDropped(e -> {}).open("aeron:ipc?term-length=64k", stream);
  }

  @Override
  public String createElement(int element) {
    return "i" + element;
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
