package org.reactiveserializer.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.settings.Check;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The messages of any number of Netty channels as one stream, whichever event loops they come from.
 *
 * <pre>{@code
 * ChannelStream<ByteBuf> stream = ChannelStream.frames(1 << 20).maxChannels(10_000).open();
 * new ServerBootstrap()
 *     .group(new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory()))
 *     .channel(NioServerSocketChannel.class)
 *     .childHandler(stream.initializer())
 *     .bind(9000);
 * stream.subscribe(subscriber);   // gets Received: a message, its channel, and a way to reply
 * }</pre>
 *
 * <p><b>Threads.</b> Nothing blocks an event loop, as long as the subscriber does not: by default event
 * loops call it, and threads that request; with {@link ChannelSettings#deliverOn} only tasks of an
 * executor do. Signals are serial (§1.3). An event loop delivers up to 256 messages of others, and then
 * leaves the rest to a task, so that it reads its own channels in between. All methods may be called by
 * any thread.
 *
 * <p>When event loops have ended, Netty's {@link io.netty.util.concurrent.GlobalEventExecutor} delivers
 * what they have left. A channel must stay registered at its event loop.
 *
 * <p><b>Order.</b> The messages of one channel are delivered in the order in which its pipeline passed
 * them on. There is no order between channels.
 *
 * <p><b>Demand.</b> The subscriber gets no more messages than it requested (§1.1). A channel is read
 * only if it has credit: no more than {@linkplain ChannelSettings#share its share} of messages may wait
 * in the stream, or for their answer or release. What one read of the socket has brought beyond that is held for the channel, and it is
 * not read again before that is in the stream. So without demand all channels stop reading, and TCP
 * stops the senders. A channel is not read either while its answers wait: a client that does not take
 * them is not asked for more.
 *
 * <p><b>Fairness.</b> When a message enters the stream, at most {@code share} messages of each other
 * channel are before it; more only of channels whose event loop has ended: what these hold enters the
 * stream at once. In one turn of its event loop a channel adds at most {@code share} messages; then the
 * other channels of that loop are read.
 *
 * <p><b>Memory.</b> All channels together hold no more bytes than {@linkplain ChannelSettings#budget a
 * budget}, for a moment twice as many. The subscriber owns the messages that it gets. Reference-counted messages that are
 * not delivered are released by the stream, once.
 *
 * <p><b>Errors.</b> Nothing that happens to a channel ends the stream. A handler that throws, a reset
 * connection, a frame that is too long, or silence for longer than {@linkplain
 * ChannelSettings#idleTimeout a limit} closes this channel and is reported to {@link
 * ChannelSettings#onChannelError}. If the subscriber throws (§2.13) or cancels, the stream ends, and
 * all channels are closed or {@linkplain ChannelSettings#onCancel handed back}.
 *
 * <p><b>Half a connection.</b> A peer that shuts its output down, and waits for answers, gets them: its
 * channel is closed when all its messages are answered or released, and the answers are sent.
 *
 * <p><b>End.</b> Close a stream that is not needed any more: until then the event loops of its channels
 * refer to it.
 *
 * @param <T> the type of the messages
 */
public final class ChannelStream<T> implements Publisher<Received<T>>, AutoCloseable {
  private static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ChannelSettings<T> settings;
  private final Counts counts = new Counts();
  private final OpenChannels<T> channels;
  private final Budget budget;
  private final SerialSink<Received<T>> sink;

  @SuppressWarnings(
      "unused") // whoever observes it does not keep it alive, and it lives as long as this
  private @Nullable NamedStream observed;

  ChannelStream(ChannelSettings<T> settings) {
    this.settings = settings;
    channels = new OpenChannels<>(settings.maxChannels(), this::complete);
    budget = new Budget(settings.budget(), channels.all());
    Serializer<Received<T>> serializer =
        Serializer.<Received<T>>withDefaults()
            .onDiscard(Received::discard)
            .onErrorDropped(settings.hooks()::drop);
    Executor executor = settings.executor();
    sink =
        executor == null
            ? serializer.drainLimit(EventLoops.MOST_OF_OTHERS, channels.loops()).sink()
            : serializer.deliverOn(executor).sink();
    // Both may be called for one cancellation; the second also after a violation of §3.9.
    sink.onCancel(channels::cancel).onTermination(channels::cancel);
  }

  /**
   * Returns default settings for a stream of all messages of a type that arrive at the end of a
   * pipeline. Others are passed on.
   *
   * @param type the type of the messages
   * @param <T> the type of the messages
   * @return the settings, which open a stream
   */
  public static <T> ChannelSettings<T> of(Class<T> type) {
    return ChannelSettings.of(type, 0);
  }

  /**
   * Returns default settings for a stream of frames. Each is preceded by its length in bytes, a
   * big-endian int of four bytes that does not count itself. The length may be 0. A channel with a frame
   * that is longer than the limit is closed, before memory is allocated for it. Replies are {@link
   * ByteBuf}s, too, and get such a length; the limit does not apply to them.
   *
   * @param maxLength how many bytes a frame may have, a positive number
   * @return the settings, which open a stream
   * @throws IllegalArgumentException if {@code maxLength} is not positive
   */
  public static ChannelSettings<ByteBuf> frames(int maxLength) {
    return ChannelSettings.of(ByteBuf.class, Check.positive(maxLength, "maxLength"));
  }

  /**
   * Adds what this stream needs at the end of a channel's pipeline; and, unless it is a stream of frames,
   * at its head a handler that counts the bytes. The channel's {@code autoRead} is
   * off from then on, and {@code ALLOW_HALF_CLOSURE} on until it leaves the stream. While the channel is
   * not {@linkplain Channel#isWritable writable}, it may not be read: so no handler of it should wait for a
   * message of the peer before it makes the channel writable.
   *
   * @param pipeline the pipeline of a channel, to which this was not added before
   */
  public void addTo(ChannelPipeline pipeline) {
    ChannelIntake<T> intake = new ChannelIntake<>(this);
    if (settings.maxFrame() > 0) {
      pipeline.addLast(new FrameDecoder(settings.maxFrame(), intake.holding()), new FrameEncoder());
    } else {
      pipeline.addFirst(new Meter(intake.holding()));
    }
    pipeline.addLast(intake);
  }

  /**
   * Returns a handler that {@linkplain #addTo adds} this stream to each channel that is registered.
   *
   * @return the handler, for {@code childHandler} of a {@code ServerBootstrap} or {@code handler} of a
   *     {@code Bootstrap}
   */
  public ChannelHandler initializer() {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        addTo(channel.pipeline());
      }
    };
  }

  /**
   * Subscribes the one subscriber.
   *
   * @param subscriber gets the messages; or, if it is not the first, an {@link IllegalStateException}
   *     through its {@code onError}
   */
  @Override
  public void subscribe(Subscriber<? super Received<T>> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
    sink.subscribe(new Delivery<>(subscriber));
  }

  /**
   * Closes the channels, and refuses others. Returns at once. What is not answered, or not sent, is lost:
   * see {@link #closeGracefully}. Messages that have arrived are still
   * delivered, as far as they are requested; then the stream completes. Close the server channel before:
   * it goes on accepting.
   */
  @Override
  public void close() {
    channels.close();
  }

  /**
   * Stops reading, waits until what has arrived is answered, and closes the channels. Each channel is closed
   * when all its messages are delivered and answered or {@linkplain Received#release released}, and the answers
   * are sent. Messages are delivered as far as they are requested. Other channels are refused from now on, and
   * what arrives after this call is discarded. A peer that goes on sending has a second after its answers to
   * close its side; behind TLS, or if that is over, the connection may be reset.
   *
   * <p>What did not make it in time is in {@link #stats}: {@link ChannelStats#cutOff} is the number of channels
   * that were closed nevertheless, {@link ChannelStats#waiting} was not delivered yet, {@link
   * ChannelStats#held} not answered or released, and {@link ChannelStats#repliesDropped} not written. The end
   * is that of {@link #close} then, which also ends this wait if another thread calls it. A channel that its
   * peer closes, or that fails, is not waited for. Close the server channel before; the event loops must live
   * until this returns. Not to be called by the subscriber, which it would wait for.
   *
   * @param timeout how long to wait at most; zero or less means not at all. To close the channels takes up to
   *     a second more, if event loops are busy
   * @return whether the channels are closed, and none of them was cut off; false, too, if the subscriber
   *     has cancelled
   * @throws InterruptedException if the thread is interrupted; then it is as if the time were over
   * @throws IllegalStateException if an event loop of a channel calls this: it would wait for itself
   */
  public boolean closeGracefully(Duration timeout) throws InterruptedException {
    long nanos = Check.nanos(timeout);
    if (channels.loops().inEventLoop()) {
      throw new IllegalStateException("an event loop must not wait for the end of its channels");
    }
    channels.finish();
    try {
      channels.awaitEnd(nanos);
    } finally {
      channels.close();
    }
    return channels.awaitEnd(CLOSING_NANOS) && !channels.isCancelled() && counts.cutOff.sum() == 0;
  }

  /**
   * Waits until this stream was closed, or its subscriber has cancelled, and all channels have left:
   * they are closed, and what they held is in the stream, which may need demand; or {@linkplain
   * ChannelSettings#onCancel the hook} that gets them has returned. That is before {@code onComplete}.
   *
   * @param timeout how long to wait at most
   * @return false if the time was up before
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitClosed(Duration timeout) throws InterruptedException {
    return channels.awaitEnd(Check.nanos(timeout));
  }

  /**
   * Returns what has happened to channels and messages so far.
   *
   * @return the figures, each a snapshot by itself
   */
  public ChannelStats stats() {
    Stats ofSink = sink.stats();
    return counts.snapshot(channels.all().size(), budget, ofSink);
  }

  /** Lets the stream be observed, if it has a name. By the thread that creates it. */
  void observe(@Nullable String name) {
    observed = ObservedStream.of(name, this);
  }

  ChannelSettings<T> settings() {
    return settings;
  }

  Budget budget() {
    return budget;
  }

  Counts counts() {
    return counts;
  }

  // By the threads of the channels.

  /** A channel wants to feed this stream. Returns why it must not, or null. */
  @Nullable Throwable enter(ChannelIntake<T> intake) {
    Throwable refusal = channels.enter(intake);
    (refusal == null ? counts.opened : counts.refused).increment();
    return refusal;
  }

  /** A channel is closed, and all that it had is emitted. */
  void leave(ChannelIntake<T> intake) {
    channels.leave(intake);
  }

  private void complete() {
    try {
      sink.tryComplete();
    } catch (Throwable ofSubscriber) { // §2.13
      settings.hooks().drop(ofSubscriber);
    }
  }

  /** Emits a message. Returns false if the stream has ended; then the caller keeps it. */
  boolean emit(Received<T> message) {
    try {
      return sink.tryEmit(message).isAccepted();
    } catch (
        Throwable ofSubscriber) { // §2.13: the stream has ended, and the message has its outcome
      settings.hooks().drop(ofSubscriber);
      return true;
    }
  }
}
