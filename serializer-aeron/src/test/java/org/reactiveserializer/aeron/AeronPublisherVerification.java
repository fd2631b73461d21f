package org.reactiveserializer.aeron;

import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.annotations.Test;

/**
 * The Reactive Streams kit for what arrives. Tests that the kit cannot make are switched off by name: a
 * test that is skipped would fail the build.
 */
public class AeronPublisherVerification extends PublisherVerification<String> {
  /** Of a stream that seems to be endless, the kit takes no more. */
  private static final int MOST = 1 << 10;

  public AeronPublisherVerification() {
    super(new TestEnvironment(1_000, 100));
  }

  @Override
  public Publisher<String> createPublisher(long elements) {
    int stream = Nodes.newStream();
    AeronPublisher<String> in =
        Nodes.NODE.<String>publisher(Texts.READER).idle(Idle.YIELD).completeAfterLast().open("aeron:ipc?term-length=64k", stream);
    AeronSubscriber<String> out =
        Nodes.NODE.<String>subscriber(Texts.WRITER).queue(MOST).open("aeron:ipc?term-length=64k", stream);
    for (long i = 0; i < Math.min(elements, MOST); i++) {
      out.tryEmit("i" + i);
    }
    if (elements <= MOST) {
      out.close();
    }
    return in;
  }

  /** The second subscriber gets an error. */
  @Override
  public Publisher<String> createFailedPublisher() {
    Publisher<String> in = createPublisher(0);
    in.subscribe(new Collecting(0));
    return in;
  }

  @Override
  public long maxElementsFromPublisher() {
    return Integer.MAX_VALUE;
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
