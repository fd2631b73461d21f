package org.reactiveserializer.spring;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.SerialCalls;
import org.reactiveserializer.calls.internal.Closing;
import org.reactiveserializer.calls.internal.Texts;
import org.reactiveserializer.internal.settings.Abandoned;
import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.PingMessage;
import org.springframework.web.socket.PongMessage;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator.OverflowStrategy;
import org.springframework.web.socket.handler.SessionLimitExceededException;
import org.springframework.web.socket.handler.WebSocketSessionDecorator;

/**
 * A WebSocket session into which any number of threads send. It takes the place of Spring's {@link
 * org.springframework.web.socket.handler.ConcurrentWebSocketSessionDecorator}: same constructors, but no lock, a limit
 * that is noticed without another send, and never more bytes than the bound.
 *
 * <pre>{@code
 * WebSocketSession front = new SerialWebSocketSession(session, 10_000, 512 * 1024);
 * front.sendMessage(new TextMessage("from any thread"));
 * }</pre>
 *
 * <p><b>Threads.</b> All methods may be called by any thread at any time. If no thread is sending, the caller sends
 * its message itself, and then what others left meanwhile; otherwise it leaves its message, and goes on.
 *
 * <p><b>Order.</b> Texts, binaries, pings, pongs and the {@linkplain #close close} are sent in the order in which they
 * were accepted. (Spring's decorator closes at once, before what waits.) A message must not be changed while it waits.
 *
 * <p><b>Bounds.</b> At no moment do messages with more bytes than the limit wait, nor more messages than that number.
 * The one that is being sent does not wait. If one send takes longer than its limit, the session is closed with {@link
 * CloseStatus#SESSION_NOT_RELIABLE} by a thread of its own, since the server may let it wait for the send.
 *
 * <p><b>After the end,</b> {@code sendMessage} does nothing. {@link #calls} has methods that say what happened to a message.
 */
public final class SerialWebSocketSession extends WebSocketSessionDecorator {
  private final boolean terminates;
  private final SerialCalls<WebSocketMessage<?>> calls;

  private final Closing<CloseStatus> closing =
      new Closing<>(this::closeDelegate, CloseStatus.SESSION_NOT_RELIABLE);

  // What a send or the close threw, the first of them; and whether somebody has been told.
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
  private final AtomicBoolean told = new AtomicBoolean();

  /**
   * Makes a front that closes the session when too much waits.
   *
   * @param delegate the session. Do not send to it directly any more
   * @param sendTimeLimit how long one send may take, a positive number of milliseconds
   * @param bufferSizeLimit how many bytes may wait, a positive number
   * @throws IllegalArgumentException if a number is not positive
   */
  public SerialWebSocketSession(WebSocketSession delegate, int sendTimeLimit, int bufferSizeLimit) {
    this(delegate, sendTimeLimit, bufferSizeLimit, OverflowStrategy.TERMINATE);
  }

  /**
   * Makes a front.
   *
   * @param delegate the session. Do not send to it directly any more
   * @param sendTimeLimit how long one send may take, a positive number of milliseconds
   * @param bufferSizeLimit how many bytes may wait, a positive number
   * @param strategy what happens when too much waits: the session is closed, and {@code sendMessage} throws a {@link
   *     SessionLimitExceededException}; or the messages that have waited longest are dropped, and a message
   *     that is larger than the limit
   * @throws IllegalArgumentException if a number is not positive
   */
  public SerialWebSocketSession(
      WebSocketSession delegate,
      int sendTimeLimit,
      int bufferSizeLimit,
      OverflowStrategy strategy) {
    this(
        delegate,
        Duration.ofMillis(sendTimeLimit),
        settings(bufferSizeLimit, Objects.requireNonNull(strategy, "strategy is null")),
        strategy == OverflowStrategy.TERMINATE);
  }

  /**
   * Makes a front with settings: for example with a hook for what is not sent. If {@code sendMessage} finds no room,
   * it closes the session.
   *
   * @param delegate the session. Do not send to it directly any more
   * @param sendTimeLimit how long one send may take, a positive time
   * @param settings how many messages may wait, what happens to those that are not sent, and so on
   * @throws IllegalArgumentException if {@code sendTimeLimit} is not positive
   */
  public SerialWebSocketSession(
      WebSocketSession delegate,
      Duration sendTimeLimit,
      Serializer<? super WebSocketMessage<?>> settings) {
    this(delegate, sendTimeLimit, settings, true);
  }

  private SerialWebSocketSession(
      WebSocketSession delegate,
      Duration sendTimeLimit,
      Serializer<? super WebSocketMessage<?>> settings,
      boolean terminates) {
    super(Objects.requireNonNull(delegate, "delegate is null"));
    this.terminates = terminates;
    this.calls =
        SerialCalls.of(
            settings,
            new HangLimit(sendTimeLimit, hang -> closing.hangs(() -> {})),
            delegate,
            (session, message) -> session.sendMessage(own(message)));
    var unused = calls.ended().whenComplete((nothing, thrown) -> ended(thrown));
  }

  /** Returns {@code message} with a position of its own: the session moves it, and the same message may go to others. */
  private static WebSocketMessage<?> own(WebSocketMessage<?> message) {
    if (message instanceof TextMessage text) {
      return new TextMessage(Texts.whole(text.getPayload()), text.isLast());
    }
    if (message instanceof BinaryMessage binary) {
      return new BinaryMessage(binary.getPayload().duplicate(), binary.isLast());
    }
    if (message instanceof PingMessage ping) {
      return new PingMessage(Texts.control(ping.getPayload()));
    }
    return message instanceof PongMessage pong
        ? new PongMessage(Texts.control(pong.getPayload()))
        : message;
  }

  private static Serializer<WebSocketMessage<?>> settings(int bytes, OverflowStrategy strategy) {
    return Serializer.<WebSocketMessage<?>>withDefaults()
        .bounded(
            bytes, // also a bound for messages of no byte
            bytes,
            WebSocketMessage::getPayloadLength,
            strategy == OverflowStrategy.DROP ? Overflow.DROP_OLDEST : Overflow.DROP_NEWEST);
  }

  /**
   * Sends a message, or leaves it to the thread that is sending.
   *
   * @param message the message
   * @throws IllegalArgumentException if it is a ping or pong of more than 125 bytes
   * @throws SessionLimitExceededException if too much waits. The session is being closed then
   * @throws IOException if a send has failed, perhaps of another message. Only one caller gets it; the session is
   *     being closed then
   */
  @Override
  public void sendMessage(WebSocketMessage<?> message) throws IOException {
    if (message instanceof PingMessage || message instanceof PongMessage) {
      var unused = own(message); // refuses here what would end the front
    }
    if (calls.tryCall(message) == EmitOutcome.OVERFLOW && terminates) {
      String reason =
          "no room for %d bytes, since %d bytes wait for session %s, which takes too little: it is closed"
              .formatted(message.getPayloadLength(), getBufferSize(), getId());
      closing.atOnce(CloseStatus.SESSION_NOT_RELIABLE);
      calls.abandon();
      throw new SessionLimitExceededException(reason, CloseStatus.SESSION_NOT_RELIABLE);
    }
    throwFailure();
  }

  /** Closes the session normally, after all accepted messages. */
  @Override
  public void close() throws IOException {
    close(CloseStatus.NORMAL);
  }

  /**
   * Closes the session after all accepted messages: in this call, unless a thread is sending. Does nothing if the session
   * is closing already.
   */
  @Override
  public void close(CloseStatus status) throws IOException {
    if (closing.begin(status)) {
      calls.end();
      throwFailure();
    }
  }

  /** {@return the calls of the session, always the same} They say what happened to a message, and wait for room. */
  public SerialCalls<WebSocketMessage<?>> calls() {
    return calls;
  }

  /** {@return how many bytes wait, as a snapshot} */
  public int getBufferSize() {
    return Math.toIntExact(calls.stats().queuedWeight());
  }

  /** {@return a stage that is completed when nothing is being sent any more} See {@link SerialCalls#ended}. */
  public CompletionStage<Void> ended() {
    return calls.ended();
  }

  @Override
  public String toString() {
    return getDelegate().toString();
  }

  private void throwFailure() throws IOException {
    IOException thrown = failure.get();
    if (thrown != null && told.compareAndSet(false, true)) {
      throw thrown;
    }
  }

  /** No message is being sent, and none will follow. By the thread that sent the last one. */
  private void ended(@Nullable Throwable thrown) {
    if (thrown != null && !(thrown instanceof TimeoutException || thrown instanceof Abandoned)) {
      failure.compareAndSet(null, io(thrown));
    }
    closing.ended(thrown, CloseStatus.NORMAL, CloseStatus.SERVER_ERROR);
  }

  private static IOException io(Throwable thrown) {
    return thrown instanceof IOException io ? io : new IOException(thrown);
  }

  private void closeDelegate(CloseStatus status) {
    try {
      getDelegate().close(status);
    } catch (IOException | RuntimeException notClosed) {
      failure.compareAndSet(null, io(notClosed));
    }
  }
}
