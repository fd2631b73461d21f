package org.reactiveserializer.websocket;

import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.calls.internal.Texts;
import org.reactiveserializer.internal.settings.Threads;

/**
 * What is sent by one call of a session: a text, a binary message, a ping or a pong. Its content must not be changed
 * while it waits, nor while it is being sent. A frame may be sent to several sessions, and so may a buffer: each has a
 * position of its own.
 */
public final class Frame {
  private final String kind;
  private final int bytes;
  private final Send send;

  private interface Send {
    void to(RemoteEndpoint.Async remote, Sent sent) throws IOException;
  }

  /** The stage of a frame, completed when it was sent. */
  private static final class Sent extends CompletableFuture<@Nullable Void> {
    void end(SendResult result) {
      if (result.getException() == null) {
        complete(null);
      } else {
        completeExceptionally(result.getException());
      }
    }
  }

  private Frame(String kind, int bytes, Send send) {
    this.kind = kind;
    this.bytes = bytes;
    this.send = send;
  }

  /**
   * {@return a whole text message} Half a surrogate pair, which cannot be sent, becomes a question mark.
   *
   * @param text the text
   */
  public static Frame text(String text) {
    String whole = Texts.whole(text);
    return new Frame(
        "TEXT", lengthInUtf8(whole), (remote, sent) -> remote.sendText(whole, sent::end));
  }

  private static int lengthInUtf8(String text) {
    return text.codePoints().map(c -> c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4).sum();
  }

  /**
   * {@return a whole binary message}
   *
   * @param content what remains in this buffer
   */
  public static Frame binary(ByteBuffer content) {
    ByteBuffer own = content.duplicate();
    return new Frame(
        "BINARY", own.remaining(), (remote, sent) -> remote.sendBinary(own.duplicate(), sent::end));
  }

  /**
   * {@return a ping}
   *
   * @param content what remains in this buffer, at most 125 bytes
   * @throws IllegalArgumentException if it is more
   */
  public static Frame ping(ByteBuffer content) {
    ByteBuffer own = Texts.control(content);
    return new Frame(
        "PING",
        own.remaining(),
        (remote, sent) -> apart(sent, () -> remote.sendPing(own.duplicate())));
  }

  /**
   * {@return a pong}
   *
   * @param content what remains in this buffer, at most 125 bytes
   * @throws IllegalArgumentException if it is more
   */
  public static Frame pong(ByteBuffer content) {
    ByteBuffer own = Texts.control(content);
    return new Frame(
        "PONG",
        own.remaining(),
        (remote, sent) -> apart(sent, () -> remote.sendPong(own.duplicate())));
  }

  /** {@return how many bytes the session sends for it, without headers: of a text, those in UTF-8} */
  public int bytes() {
    return bytes;
  }

  /**
   * Sends by a thread of its own: a server may let it wait for what was sent before, and the thread that completes that
   * is the one which is here.
   */
  private static void apart(Sent sent, Control control) {
    Threads.background()
        .execute(
            () -> {
              try {
                control.send();
                sent.complete(null);
              } catch (Throwable failure) {
                sent.completeExceptionally(failure);
              }
            });
  }

  @FunctionalInterface
  private interface Control {
    void send() throws IOException;
  }

  /** Sends it. Returns a stage that is completed when it was sent. */
  CompletableFuture<@Nullable Void> send(RemoteEndpoint.Async remote) throws IOException {
    Sent sent = new Sent();
    send.to(remote, sent);
    return sent;
  }

  @Override
  public String toString() {
    return kind + "[" + bytes + " bytes]";
  }
}
