package org.reactiveserializer.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A client of a WebSocket that records what it gets, or does not read at all. */
public final class SocketClient implements WebSocket.Listener {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** Texts, "binary" and a number of bytes, "ping", "pong". */
  public final List<String> received = new CopyOnWriteArrayList<>();

  /** The status, when the server has closed the connection. */
  public final CompletableFuture<Integer> closed = new CompletableFuture<>();

  private final boolean reads;
  private final StringBuilder parts = new StringBuilder();
  private volatile @Nullable WebSocket socket;

  private SocketClient(boolean reads) {
    this.reads = reads;
  }

  /** Returns a client that reads. */
  public static SocketClient reading() {
    return new SocketClient(true);
  }

  /** Returns a client that does not. */
  public static SocketClient deaf() {
    return new SocketClient(false);
  }

  /** Opens the connection. */
  public void open(String address) {
    CLIENT.newWebSocketBuilder().buildAsync(URI.create(address), this).join();
  }

  /** Ends the connection without a close. */
  public void leave() {
    WebSocket opened = socket;
    if (opened != null) {
      opened.abort();
    }
  }

  @Override
  public void onOpen(WebSocket opened) {
    socket = opened;
    next(opened);
  }

  private @Nullable CompletionStage<?> next(WebSocket opened) {
    if (reads) {
      opened.request(1);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket opened, CharSequence data, boolean last) {
    parts.append(data);
    if (last) {
      received.add(parts.toString());
      parts.setLength(0);
    }
    return next(opened);
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket opened, ByteBuffer data, boolean last) {
    received.add("binary " + data.remaining());
    return next(opened);
  }

  @Override
  public @Nullable CompletionStage<?> onPing(WebSocket opened, ByteBuffer data) {
    received.add("ping");
    return next(opened);
  }

  @Override
  public @Nullable CompletionStage<?> onPong(WebSocket opened, ByteBuffer data) {
    received.add("pong");
    return next(opened);
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket opened, int code, String reason) {
    closed.complete(code);
    return null;
  }

  @Override
  public void onError(WebSocket opened, Throwable error) {
    closed.completeExceptionally(error);
  }
}
