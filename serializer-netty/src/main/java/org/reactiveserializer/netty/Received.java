package org.reactiveserializer.netty;

import io.netty.channel.Channel;
import io.netty.util.ReferenceCountUtil;
import org.reactiveserializer.EmitOutcome;

/**
 * A message, the channel that it came from, and a way to answer.
 *
 * <p><b>Memory.</b> If the message is {@linkplain io.netty.util.ReferenceCounted reference-counted},
 * the subscriber owns one reference, and must {@linkplain #release release} it, or pass it on. The
 * stream releases a message that it does not deliver.
 *
 * @param <T> the type of the message
 */
public final class Received<T> {
  private final ChannelIntake<T> intake;
  private final T message;
  private final long bytes;

  Received(ChannelIntake<T> intake, T message, long bytes) {
    this.intake = intake;
    this.message = message;
    this.bytes = bytes;
  }

  /**
   * Returns the message.
   *
   * @return the message
   */
  public T message() {
    return message;
  }

  /**
   * Returns the channel that the message came from. It may be closed.
   *
   * @return the channel
   */
  public Channel channel() {
    return intake.channel();
  }

  /**
   * Writes an answer to the channel that the message came from, and flushes soon. Does not block. Any
   * thread may call this, any number of times. An answer whose call happens after that of another, in the
   * same thread or not, is written after it.
   *
   * <p><b>Bound.</b> Answers wait until the channel's thread has written them: if another thread emits
   * them, or while the channel is not {@linkplain Channel#isWritable writable}. For each channel {@linkplain
   * ChannelSettings#replyQueue so many} wait at most. When the channel's thread has noticed that it is not
   * writable, it reads no more from it until it is.
   *
   * <p>If the result is {@linkplain EmitOutcome#isAccepted accepted}, the reference of a
   * reference-counted answer passes to the channel, also if the channel is closed before it is
   * written. Otherwise the caller keeps it.
   *
   * <p>If the pipeline cannot write the answer, the channel is closed, and {@link
   * ChannelSettings#onChannelError} gets the error. Answers are written with a {@linkplain
   * Channel#voidPromise void promise}: an outbound handler that adds a listener must call {@code unvoid}.
   *
   * @param answer what the pipeline of the channel can write
   * @return {@link EmitOutcome#DELIVERED} if it was passed to the pipeline, which says nothing of the peer; {@link EmitOutcome#QUEUED} if
   *     it waits, for room or for the thread of the channel; {@link EmitOutcome#OVERFLOW} if too many
   *     wait; {@link EmitOutcome#CANCELLED} if the channel is closed
   */
  public EmitOutcome reply(Object answer) {
    return intake.replies().emit(answer);
  }

  /** Releases the message, if it is reference-counted. To be called once. */
  public void release() {
    ReferenceCountUtil.release(message);
  }

  /** The subscriber gets this now. */
  void deliver() {
    intake.returnCredit(bytes);
  }

  /** The subscriber does not get this. */
  void discard() {
    intake.returnBytes(bytes);
    ReferenceCountUtil.safeRelease(message);
  }

  /** Returns how many bytes this costs the budget. */
  long bytes() {
    return bytes;
  }

  /** Names the channel, and not the message, which may be secret, or released. */
  @Override
  public String toString() {
    return "a message from " + channel().remoteAddress();
  }
}
