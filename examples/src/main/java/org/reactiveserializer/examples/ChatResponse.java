package org.reactiveserializer.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.SerialCalls;

/**
 * A model, a tool and a heartbeat stream into one response. With {@code lock} all three wait, for ever, for a client
 * that does not read. With {@code calls} at most 64 KiB wait, such a client is cut off after two seconds, and who sends
 * to it learns that and stops.
 *
 * <pre>{@code
 * mvn -q -DskipTests -pl examples -am package; cd examples/target
 * java -cp 'classes:lib/*' org.reactiveserializer.examples.ChatResponse calls 8080 1000 &
 * curl -N http://localhost:8080/
 * }</pre>
 */
public final class ChatResponse {
  private static final Executor THREADS = task -> new Thread(task).start();

  /** Serves. The arguments: {@code lock} or {@code calls}, the port, and how many events each sends. */
  public static void main(String[] args) throws IOException {
    int events = Integer.parseInt(args[2]);
    InetSocketAddress here = new InetSocketAddress("localhost", Integer.parseInt(args[1]));
    HttpServer server = HttpServer.create(here, 0);
    server.createContext("/", exchange -> respond(exchange, args[0].equals("lock"), events));
    server.start();
    System.out.println("serves at http://localhost:" + server.getAddress().getPort());
  }

  private static void respond(HttpExchange exchange, boolean locks, int events) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    OutputStream body = exchange.getResponseBody();
    Serializer<byte[]> limits =
        Serializer.<byte[]>withDefaults()
            .bounded(10_000, 1 << 16, event -> event.length, Overflow.DROP_NEWEST);
    HangLimit hangs = new HangLimit(Duration.ofSeconds(2), hang -> cutOff(exchange, hang));
    SerialCalls<byte[]> calls = SerialCalls.of(limits, hangs, body, OutputStream::write);
    Predicate<byte[]> locked = event -> writeLocked(body, event);
    produce(events, locks ? locked : event -> call(calls, event));
    calls.end();
    calls.ended().whenComplete((nothing, failure) -> exchange.close());
  }

  private static void cutOff(HttpExchange exchange, Exception hang) {
    System.out.println("cut off: " + hang.getMessage());
    exchange.close(); // the call that hangs fails
  }

  private static boolean call(SerialCalls<byte[]> calls, byte[] event) {
    EmitOutcome outcome = calls.call(event, Duration.ofMinutes(1));
    if (!outcome.isAccepted()) {
      System.out.println("not sent: " + outcome);
    }
    return outcome.isAccepted();
  }

  private static boolean writeLocked(OutputStream body, byte[] event) {
    synchronized (body) {
      try {
        body.write(event);
        return true;
      } catch (IOException gone) {
        return false;
      }
    }
  }

  private static void produce(int events, Predicate<byte[]> send) {
    CompletableFuture.allOf(
            Stream.of("model", "tool", "heartbeat")
                .map(
                    who -> CompletableFuture.supplyAsync(() -> sendAll(who, events, send), THREADS))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  /** Stops at the first that is not sent. */
  private static boolean sendAll(String who, int events, Predicate<byte[]> send) {
    return IntStream.range(0, events).allMatch(n -> send.test(event(who, n)));
  }

  private static byte[] event(String who, int n) {
    return ("event: " + who + "\ndata: " + n + "\n\n").getBytes(UTF_8);
  }
}
