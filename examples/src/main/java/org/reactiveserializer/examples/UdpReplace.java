package org.reactiveserializer.examples;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.io.datagram.Datagram;
import org.reactiveserializer.io.datagram.DatagramSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A UDP server that answers each datagram with the same text, in which every occurrence of a word
 * is replaced, also inside of other words.
 *
 * <pre>{@code
 * mvn -q -DskipTests -pl examples -am package
 * java -cp "examples/target/classes:examples/target/lib/*" \
 *     org.reactiveserializer.examples.UdpReplace 9000 cat dog
 * echo "the cat sat" | nc -u -w1 127.0.0.1 9000     # in another terminal; prints "the dog sat"
 * }</pre>
 *
 * <p>The server prints "serving at /127.0.0.1:9000", perhaps after a warning about the receive
 * buffer. Ctrl-C stops it, and it prints what it counted.
 */
public final class UdpReplace implements Subscriber<Datagram> {
  private final DatagramSource source;
  private final String word;
  private final String replacement;

  private UdpReplace(DatagramSource source, String word, String replacement) {
    this.source = source;
    this.word = word;
    this.replacement = replacement;
  }

  /** Serves until the process is ended. The arguments: port, word, replacement. */
  public static void main(String[] args) throws Exception {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
    try (DatagramSource source = DatagramSource.bounded(4096, Overflow.DROP_OLDEST).bind(address)) {
      source.subscribe(new UdpReplace(source, args[1], args[2]));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(source.stats())));
      System.out.println("serving at " + source.localAddress());
      source.awaitClosed(Duration.ofSeconds(Long.MAX_VALUE));
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(Datagram datagram) {
    String text = StandardCharsets.ISO_8859_1.decode(datagram.payload()).toString();
    String answer = text.replace(word, replacement);
    source.reply(datagram, ByteBuffer.wrap(answer.getBytes(StandardCharsets.ISO_8859_1)));
    datagram.release();
  }

  @Override
  public void onError(Throwable error) {
    error.printStackTrace();
  }

  @Override
  public void onComplete() {}
}
