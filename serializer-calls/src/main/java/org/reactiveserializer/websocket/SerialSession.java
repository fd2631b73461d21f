package org.reactiveserializer.websocket;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.SerialCalls;
import org.reactiveserializer.calls.internal.Closing;

/**
 * A front for a WebSocket {@link Session}, into which any number of threads send. The session itself refuses a second
 * message while one is being sent, or lets it wait for a lock, as its server likes.
 *
 * <pre>{@code
 * SerialSession front = SerialSession.of(session);
 * front.sendText("from any thread");
 * }</pre>
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time, and none waits: messages are sent by {@link
 * Session#getAsyncRemote}, and the next one when the server says that the one before has been sent, by the thread that
 * says so. (Pings and pongs have no such answer: the server may let their thread wait.)
 *
 * <p><b>Order.</b> Texts, binary messages, pings, pongs and the {@linkplain #close close} are sent in the order in
 * which they were accepted.
 *
 * <p><b>Bounds.</b> At no moment do more frames or more bytes wait than the settings say; the one that is being sent does
 * not wait. If one send takes longer than its limit, the session is closed with {@link CloseCodes#TRY_AGAIN_LATER}, by a
 * thread of its own, since the server may let it wait for the send.
 *
 * <p><b>The end.</b> If a send fails, the session is closed, what waits is discarded, and what comes later is refused
 * with {@link EmitOutcome#CANCELLED}. {@link #ended} has the reason. If the peer leaves, the next send fails.
 */
public final class SerialSession {
  private static final int FRAMES = 1_024;
  private static final int BYTES = 1 << 20;
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final CloseReason NORMAL = new CloseReason(CloseCodes.NORMAL_CLOSURE, null);
  private static final CloseReason FAILED =
      new CloseReason(CloseCodes.UNEXPECTED_CONDITION, "a send failed");

  private final Session session;
  private final SerialCalls<Frame> calls;

  private final Closing<CloseReason> closing;

  // Of the last frame.
  private volatile CompletableFuture<?> pending = new CompletableFuture<>();

  private volatile @Nullable TimeoutException hung;

  private SerialSession(
      Session session, Duration sendTimeLimit, Serializer<? super Frame> settings) {
    this.session = session;
    this.closing =
        new Closing<>(
            reason -> close(session, reason),
            new CloseReason(CloseCodes.TRY_AGAIN_LATER, "a send takes too long"));
    this.calls =
        SerialCalls.ofAsync(
            settings,
            new HangLimit(sendTimeLimit, this::hangs),
            session.getAsyncRemote(),
            this::send);
    var unused =
        calls.ended().whenComplete((nothing, thrown) -> closing.ended(thrown, NORMAL, FAILED));
  }

  /** Ends what is being sent first: a server whose client has left may never do so, and its close may hang. */
  private void hangs(TimeoutException tooLong) {
    hung = tooLong;
    closing.hangs(() -> pending.completeExceptionally(tooLong));
  }

  private CompletionStage<?> send(RemoteEndpoint.Async remote, Frame frame) throws IOException {
    CompletableFuture<?> sent = frame.send(remote);
    pending = sent; // before this looks for the other one, which is written before this is read
    TimeoutException tooLong = hung;
    if (tooLong != null) {
      sent.completeExceptionally(tooLong);
    }
    return sent;
  }

  /**
   * {@return a front for which at most 1,024 frames and a mebibyte wait; more are refused} A send may take ten seconds.
   *
   * @param session the session. Do not send to it directly any more
   */
  public static SerialSession of(Session session) {
    return of(
        session,
        LIMIT,
        Serializer.<Frame>withDefaults()
            .bounded(FRAMES, BYTES, Frame::bytes, Overflow.DROP_NEWEST));
  }

  /**
   * {@return a front with settings}
   *
   * @param session the session. Do not send to it directly any more
   * @param sendTimeLimit how long one send may take, a positive time
   * @param settings how many frames may wait, what happens to those that are not sent, and so on
   * @throws IllegalArgumentException if {@code sendTimeLimit} is not positive
   */
  public static SerialSession of(
      Session session, Duration sendTimeLimit, Serializer<? super Frame> settings) {
    Objects.requireNonNull(session, "session is null");
    return new SerialSession(session, sendTimeLimit, settings);
  }

  /**
   * Sends a text, or leaves it to the thread that is sending.
   *
   * @param text the text
   * @return what happened to it; {@link EmitOutcome#DELIVERED} says that the session has got it
   */
  public EmitOutcome sendText(String text) {
    return calls.tryCall(Frame.text(text));
  }

  /**
   * As {@link #sendText}, with a binary message.
   *
   * @param content what remains in this buffer, which must not be changed until it was sent
   * @return what happened to it
   */
  public EmitOutcome sendBinary(ByteBuffer content) {
    return calls.tryCall(Frame.binary(content));
  }

  /**
   * As {@link #sendText}, with a ping.
   *
   * @param content what remains in this buffer, at most 125 bytes
   * @return what happened to it
   */
  public EmitOutcome sendPing(ByteBuffer content) {
    return calls.tryCall(Frame.ping(content));
  }

  /**
   * As {@link #sendText}, with a pong.
   *
   * @param content what remains in this buffer, at most 125 bytes
   * @return what happened to it
   */
  public EmitOutcome sendPong(ByteBuffer content) {
    return calls.tryCall(Frame.pong(content));
  }

  /**
   * Closes the session after all accepted frames. Does nothing if it is closing already.
   *
   * @param reason tells the peer why
   */
  public void close(CloseReason reason) {
    if (closing.begin(reason)) {
      calls.end();
    }
  }

  /** {@return the calls of the session, always the same} They also can wait for room, with and without a thread. */
  public SerialCalls<Frame> calls() {
    return calls;
  }

  /** {@return a stage that is completed when nothing is being sent any more} See {@link SerialCalls#ended}. */
  public CompletionStage<Void> ended() {
    return calls.ended();
  }

  @Override
  public String toString() {
    return "SerialSession[" + session.getId() + "]";
  }

  private static void close(Session session, CloseReason reason) {
    try {
      session.close(reason);
    } catch (IOException | IllegalStateException gone) {
      // the server has closed it, or the peer has left
    }
  }
}
