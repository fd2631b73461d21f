package org.reactiveserializer.websocket;

import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What is sent by one call of a session: a text, a binary message, a ping or a pong. Its content must not be changed
 * while it waits, nor while it is being sent. Send each frame once: the session moves the position of its buffer.
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
   * {@return a whole text message}
   *
   * @param text the text
   */
  public static Frame text(String text) {
    return new Frame(
        "TEXT", lengthInUtf8(text), (remote, sent) -> remote.sendText(text, sent::end));
  }

  /** Half a surrogate becomes one byte, and a whole one four. */
  private static int lengthInUtf8(String text) {
    return text.codePoints()
        .map(
            c ->
                c < 0x80 || Character.getType(c) == Character.SURROGATE
                    ? 1
                    : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4)
        .sum();
  }

  /**
   * {@return a whole binary message}
   *
   * @param content what remains in this buffer
   */
  public static Frame binary(ByteBuffer content) {
    return new Frame(
        "BINARY", content.remaining(), (remote, sent) -> remote.sendBinary(content, sent::end));
  }

  /**
   * {@return a ping}
   *
   * @param content what remains in this buffer, at most 125 bytes
   */
  public static Frame ping(ByteBuffer content) {
    return new Frame(
        "PING",
        content.remaining(),
        (remote, sent) -> {
          remote.sendPing(content);
          sent.complete(null);
        });
  }

  /**
   * {@return a pong}
   *
   * @param content what remains in this buffer, at most 125 bytes
   */
  public static Frame pong(ByteBuffer content) {
    return new Frame(
        "PONG",
        content.remaining(),
        (remote, sent) -> {
          remote.sendPong(content);
          sent.complete(null);
        });
  }

  /** {@return how many bytes the session sends for it, without headers: of a text, those in UTF-8} */
  public int bytes() {
    return bytes;
  }

  /** Sends it. Returns a stage that is completed when it was sent. */
  CompletionStage<@Nullable Void> send(RemoteEndpoint.Async remote) throws IOException {
    Sent sent = new Sent();
    send.to(remote, sent);
    return sent;
  }

  @Override
  public String toString() {
    return kind + "[" + bytes + " bytes]";
  }
}
