package org.reactiveserializer.examples.httpclient;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.SerialCalls;

@Timeout(120)
class TextsTest {
  private static final int THREADS = 4;
  private static final int EACH = 1_000;

  /** More than the sockets hold: it is under way until the server reads. */
  private static final String LONG = "x".repeat(1 << 25);

  private final HttpClient client = HttpClient.newHttpClient();
  private TextServer server;
  private WebSocket socket;

  @BeforeEach
  void connect() throws Exception {
    server = new TextServer();
    CompletableFuture<WebSocket> connected =
        client.newWebSocketBuilder().buildAsync(server.address(), new WebSocket.Listener() {});
    server.accept();
    socket = connected.join();
  }

  @AfterEach
  void close() throws Exception {
    socket.abort();
    server.close();
  }

  @Test
  void sendsTheTextsOfAllThreadsInOrder() throws Exception {
    SerialCalls<String> texts = Texts.through(socket);
    List<CompletableFuture<Void>> threads =
        IntStream.range(0, THREADS)
            .mapToObj(
                n -> CompletableFuture.runAsync(() -> send(texts, n), r -> new Thread(r).start()))
            .toList();
    List<String> received = new ArrayList<>();
    while (received.size() < THREADS * EACH) {
      received.add(server.read());
    }
    threads.forEach(CompletableFuture::join);
    for (int n = 0; n < THREADS; n++) {
      String own = n + ":";
      assertEquals(
          IntStream.range(0, EACH).mapToObj(i -> own + i).toList(),
          received.stream().filter(text -> text.startsWith(own)).toList());
    }
    texts.end();
    assertEquals(TextServer.CLOSED, server.read());
  }

  private static void send(SerialCalls<String> texts, int thread) {
    for (int i = 0; i < EACH; i++) {
      assertTrue(texts.call(thread + ":" + i, Duration.ofMinutes(1)).isAccepted());
    }
  }

  @Test
  void aTextWaitsForTheOneThatIsUnderWay() {
    SerialCalls<String> texts = Texts.through(socket);
    assertTrue(texts.tryCall(LONG).isAccepted());
    assertEquals(EmitOutcome.QUEUED, texts.tryCall("next"));
  }

  /** The same without the front. */
  @Test
  void aSocketThatIsCalledDirectlyIsNoticed() {
    CompletableFuture<WebSocket> first = socket.sendText(LONG, true);
    CompletableFuture<WebSocket> second = socket.sendText("next", true);
    CompletionException pending = assertThrows(CompletionException.class, second::join);
    assertInstanceOf(IllegalStateException.class, pending.getCause());
    assertFalse(first.isDone());
  }

  @Test
  void theFrontEndsWhenTheServerLeaves() throws Exception {
    SerialCalls<String> texts = Texts.through(socket);
    assertTrue(texts.tryCall(LONG).isAccepted());
    server.close();
    assertThrows(CompletionException.class, texts.ended().toCompletableFuture()::join);
    assertEquals(EmitOutcome.CANCELLED, texts.tryCall("late"));
  }
}
