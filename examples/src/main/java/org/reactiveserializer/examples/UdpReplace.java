package org.reactiveserializer.examples;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.io.datagram.Datagram;
import org.reactiveserializer.io.datagram.DatagramSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A UDP server that answers each datagram with the same text, in which every occurrence of a word
 * is replaced, also inside of other words.
 *
 * <pre>
 * mvn -q -DskipTests -pl examples -am package
 * java -cp "examples/target/classes:examples/target/lib/*" \
 *     org.reactiveserializer.examples.UdpReplace 9000 cat dog
 * echo "the cat sat" | nc -u -w1 127.0.0.1 9000     # in another terminal; prints "the dog sat"
 * </pre>
 *
 * <p>The server prints "serving at /127.0.0.1:9000". Ctrl-C stops it. The figures at the end of
 * {@code main} are printed only if the stream ends, as after an error of the socket.
 */
public final class UdpReplace implements Subscriber<Datagram> {
  private final DatagramSource source;
  private final String word;
  private final String replacement;
  private final CountDownLatch ended = new CountDownLatch(1);

  private UdpReplace(DatagramSource source, String word, String replacement) {
    this.source = source;
    this.word = word;
    this.replacement = replacement;
  }

  /** Serves until the process is ended. The arguments: port, word, replacement. */
  public static void main(String[] args) throws Exception {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
    try (DatagramSource source =
        DatagramSource.bounded(4096, Overflow.DROP_OLDEST).receiveBuffer(4 << 20).bind(address)) {
      UdpReplace server = new UdpReplace(source, args[1], args[2]);
      source.subscribe(server);
      System.out.println("serving at " + source.localAddress());
      server.ended.await();
      System.out.println(source.stats());
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
    ended.countDown();
  }

  @Override
  public void onComplete() {
    ended.countDown();
  }
}
