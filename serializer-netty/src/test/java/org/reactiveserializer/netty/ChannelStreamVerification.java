package org.reactiveserializer.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.TestEnvironment;
import org.testng.annotations.Test;

/**
 * The Reactive Streams kit for the stream of channels. Tests that the kit cannot make are switched off
 * by name: a test that is skipped would fail the build.
 */
public class ChannelStreamVerification extends PublisherVerification<Received<ByteBuf>> {
  /** Of a stream that seems to be endless, the kit takes no more. */
  private static final int MOST = 1 << 12;

  public ChannelStreamVerification() {
    super(new TestEnvironment(500, 100));
  }

  @Override
  public Publisher<Received<ByteBuf>> createPublisher(long elements) {
    ChannelStream<ByteBuf> stream = ChannelStream.of(ByteBuf.class).share(1 << 20).open();
    EmbeddedChannel channel = new EmbeddedChannel();
    stream.addTo(channel.pipeline());
    for (long i = 0; i < Math.min(elements, MOST); i++) {
      channel.writeInbound(Unpooled.copyInt((int) i));
    }
    if (elements <= MOST) {
      stream.close();
    }
    channel.runPendingTasks();
    return stream;
  }

  /** The second subscriber gets an error. */
  @Override
  public Publisher<Received<ByteBuf>> createFailedPublisher() {
    Publisher<Received<ByteBuf>> stream = createPublisher(0);
    stream.subscribe(new Collecting(0));
    return stream;
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
