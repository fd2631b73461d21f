package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The first source of a process: its code is ready before it can get a datagram, and nothing shows
 * that.
 */
class RehearsalTest {
  private static final String OPEN = "The source is open";
  private static final String SENDING = " org.reactiveserializer.io.datagram.SendResult ";
  private static final String USED = "The source was used";

  private static String outputOf(String mode, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-Xlog:class+load"));
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), RehearsalTest.class.getName(), mode));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS));
    assertEquals(0, process.exitValue(), output);
    return output;
  }

  /** What is loaded when the first datagrams arrive: nothing of the library. */
  @Test
  void theCodeIsReadyBeforeTheSourceIsOpen() throws IOException, InterruptedException {
    String output = outputOf("use");
    int open = output.indexOf(OPEN);
    int used = output.indexOf(USED);
    assertTrue(open > 0 && used > open, output);
    assertTrue(output.lastIndexOf(SENDING, open) > 0, output);
    List<String> late =
        output
            .substring(open, used)
            .lines()
            .filter(line -> line.contains(" org.reactiveserializer."))
            .toList();
    // The rehearsal has no leak check; the test is not part of the library.
    assertEquals(
        List.of(),
        late.stream()
            .filter(line -> !line.contains("LeakCheck") && !line.contains("Test"))
            .toList());
  }

  @Test
  void canBeTurnedOff() throws IOException, InterruptedException {
    String output = outputOf("use", "-Dorg.reactiveserializer.io.rehearsal=off");
    int open = output.indexOf(OPEN);
    assertFalse(output.substring(0, open).contains(SENDING), output);
    assertTrue(output.substring(open).contains(SENDING), output);
  }

  /** An interrupt stays, and the source opens nevertheless. */
  @Test
  void anInterruptedThreadOpensASource() throws IOException, InterruptedException {
    outputOf("interrupted");
  }

  /** Ends with an exception if something is wrong. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "use" -> use();
      case "interrupted" -> openInterrupted();
      default -> throw new AssertionError(args[0]);
    }
  }

  private static void use() throws Exception {
    Set<String> threads = threads();
    DatagramSource[] opened = new DatagramSource[1];
    List<String> logged =
        LogRecords.during(() -> opened[0] = settings().leakCheck().bind(Peer.loopback(0)));
    assertEquals(List.of(), logged);
    try (DatagramSource source = opened[0];
        DatagramChannel sender = DatagramChannel.open().connect(source.localAddress())) {
      DatagramStats stats = source.stats();
      assertEquals(
          0, stats.received() + stats.delivered() + stats.sent() + stats.held() + stats.leaked());
      assertEquals(Account.byKernel(0), stats.droppedByKernel());
      threads.add("datagrams-" + source.localAddress().getPort() + "-0");
      Await.until(
          () -> threads.equals(threads()),
          RehearsalTest::threads); // that of the rehearsal may be about to end
      Answering subscriber = new Answering(source);
      source.subscribe(subscriber);
      System.out.println(OPEN);
      sender.write(ByteBuffer.allocate(1));
      Await.until(() -> subscriber.answered, source::stats);
      System.out.println(USED);
    }
  }

  private static void openInterrupted() throws Exception {
    Thread.currentThread().interrupt();
    try (DatagramSource source = settings().bind(Peer.loopback(0))) {
      assertTrue(Thread.interrupted());
      assertTrue(source.localAddress().getPort() > 0);
    }
  }

  private static DatagramSettings settings() {
    return DatagramSource.bounded(4, Overflow.DROP_NEWEST).receiveBuffer(10_000);
  }

  private static final class Answering implements Subscriber<Datagram> {
    private final DatagramSource source;
    private final ByteBuffer answer = ByteBuffer.allocate(1);
    volatile boolean answered;

    Answering(DatagramSource source) {
      this.source = source;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Datagram datagram) {
      source.reply(datagram, answer.clear());
      datagram.release();
      answered = true;
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }

  private static Set<String> threads() {
    Set<String> names = new TreeSet<>();
    Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
    return names;
  }
}
