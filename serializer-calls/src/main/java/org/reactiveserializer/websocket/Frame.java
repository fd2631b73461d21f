package org.reactiveserializer.websocket;

import jakarta.websocket.RemoteEndpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What is sent by one call of a session: a text, a binary message, a ping or a pong. Its content must not be changed
 * while it waits, nor while it is being sent. Send each frame once: the session moves the position of its buffer.
 */
public final class Frame {
  private final Object content;
  private final int bytes;
  private final Kind kind;

  private Frame(Object content, int bytes, Kind kind) {
    this.content = content;
    this.bytes = bytes;
    this.kind = kind;
  }

  private enum Kind {
    TEXT,
    BINARY,
    PING,
    PONG
  }

  /**
   * Makes a whole text message.
   *
   * @param text the text
   * @return the frame
   */
  public static Frame text(String text) {
    return new Frame(text, Utf8.length(text), Kind.TEXT);
  }

  /**
   * Makes a whole binary message.
   *
   * @param content what remains in this buffer
   * @return the frame
   */
  public static Frame binary(ByteBuffer content) {
    return of(content, Kind.BINARY);
  }

  /**
   * Makes a ping.
   *
   * @param content what remains in this buffer, at most 125 bytes
   * @return the frame
   */
  public static Frame ping(ByteBuffer content) {
    return of(content, Kind.PING);
  }

  /**
   * Makes a pong.
   *
   * @param content what remains in this buffer, at most 125 bytes
   * @return the frame
   */
  public static Frame pong(ByteBuffer content) {
    return of(content, Kind.PONG);
  }

  private static Frame of(ByteBuffer content, Kind kind) {
    return new Frame(Objects.requireNonNull(content, "content is null"), content.remaining(), kind);
  }

  /**
   * Returns how many bytes the session sends for it, without headers: of a text, those in UTF-8.
   *
   * @return a number of bytes
   */
  public int bytes() {
    return bytes;
  }

  /** Sends it. Returns a stage that is completed when it was sent. */
  CompletionStage<@Nullable Void> send(RemoteEndpoint.Async remote) throws IOException {
    CompletableFuture<@Nullable Void> sent = new CompletableFuture<>();
    switch (kind) {
      case TEXT -> remote.sendText((String) content, result -> end(sent, result.getException()));
      case BINARY ->
          remote.sendBinary((ByteBuffer) content, result -> end(sent, result.getException()));
      case PING -> {
        remote.sendPing((ByteBuffer) content);
        sent.complete(null);
      }
      case PONG -> {
        remote.sendPong((ByteBuffer) content);
        sent.complete(null);
      }
    }
    return sent;
  }

  private static void end(CompletableFuture<@Nullable Void> sent, @Nullable Throwable failure) {
    if (failure == null) {
      sent.complete(null);
    } else {
      sent.completeExceptionally(failure);
    }
  }

  @Override
  public String toString() {
    return kind + "[" + bytes + " bytes]";
  }
}
