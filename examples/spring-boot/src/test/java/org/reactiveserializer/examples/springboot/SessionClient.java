package org.reactiveserializer.examples.springboot;

import java.net.URI;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.testing.Await;

/** A client of a WebSocket session. */
final class SessionClient implements WebSocket.Listener {
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final StringBuilder message = new StringBuilder();
  private final boolean reads;

  final CompletableFuture<Integer> closed = new CompletableFuture<>();
  final WebSocket socket;

  /** If it does not read, it leaves all messages of the server where they are. */
  SessionClient(URI address, boolean reads) {
    this.reads = reads;
    socket = Server.HTTP.newWebSocketBuilder().buildAsync(address, this).join();
  }

  void send(String text) {
    socket.sendText(text, true).join();
  }

  String next() throws InterruptedException {
    return Await.next(messages);
  }

  @Override
  public void onOpen(WebSocket opened) {
    if (reads) {
      opened.request(Long.MAX_VALUE);
    }
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
    message.append(part);
    if (last) {
      messages.add(message.toString());
      message.setLength(0);
    }
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    closed.complete(status);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.completeExceptionally(error);
  }
}
