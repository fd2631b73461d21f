package org.reactiveserializer.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.calls.SerialCalls;

/**
 * A model, a tool and a heartbeat stream into one response. With {@code lock} all three wait, for ever, for a client
 * that does not read. With {@code calls} at most 64 KiB wait, and after two seconds nobody sends to it any more.
 *
 * <pre>{@code
 * mvn -q -DskipTests -pl examples -am package; cd examples/target
 * java -cp 'classes:lib/*' org.reactiveserializer.examples.ChatResponse calls 8080 1000 &
 * curl -N http://localhost:8080/
 * }</pre>
 */
public final class ChatResponse {
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
            .bounded(10_000, 1 << 16, event -> event.length, Overflow.DROP_NEWEST)
            .deliverOn(); // so no sender is inside a write that hangs
    HangLimit hangs = new HangLimit(Duration.ofSeconds(2), hang -> exchange.close());
    SerialCalls<byte[]> calls = SerialCalls.of(limits, hangs, body, OutputStream::write);
    Predicate<byte[]> locked = event -> writeLocked(body, event);
    Predicate<byte[]> called = event -> calls.call(event, Duration.ofMinutes(1)).isAccepted();
    produce(events, locks ? locked : called);
    System.out.println("nobody sends any more");
    calls.end();
    calls.ended().whenComplete((nothing, failure) -> exchange.close());
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
    Stream<String> all = Stream.of("model", "tool", "heartbeat").parallel();
    all.forEach(
        who ->
            IntStream.range(0, events).takeWhile(n -> send.test(event(who, n))).forEach(n -> {}));
  }

  private static byte[] event(String who, int n) {
    return ("event: " + who + "\ndata: " + n + "\n\n").getBytes(UTF_8);
  }
}
