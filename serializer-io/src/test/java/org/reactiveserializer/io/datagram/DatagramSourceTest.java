package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/** What arrives, waits and is dropped. */
class DatagramSourceTest {
  private final Peer peer = new Peer();
  private final List<DatagramSource> sources = new ArrayList<>();

  @AfterEach
  void close() {
    peer.close();
    for (DatagramSource source : sources) {
      source.close();
      Sources.awaitClosed(source);
    }
  }

  private DatagramSource open(DatagramSettings settings) throws IOException {
    DatagramSource source = settings.bind(Peer.loopback(0));
    sources.add(source);
    return source;
  }

  private static DatagramSettings bounded(int capacity) {
    return DatagramSource.bounded(capacity, Overflow.DROP_NEWEST);
  }

  private static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }

  @Test
  void deliversInOrderWithTheSender() throws IOException {
    DatagramSource source = open(bounded(1_000));
    List<Object> senders = new CopyOnWriteArrayList<>();
    Recorder recorder =
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            senders.add(datagram.sender());
            super.got(datagram);
          }
        };
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, 100);
    recorder.awaitTexts(100);
    assertEquals(numbers(0, 100), recorder.texts);
    assertEquals(List.of(peer.address()), senders.stream().distinct().toList());
    assertEquals(List.of(), recorder.faults);
    Account.awaitReceived(source, 100);
    assertEquals(0, source.stats().held());
    assertEquals(190, source.stats().bytes());
  }

  @Test
  void deliversOnlyWhatIsRequestedAndLetsTheRestWait() throws IOException {
    DatagramSource source = open(bounded(1_000));
    peer.sendNumbers(source, 0, 10); // before there is a subscriber
    Account.awaitReceived(source, 10);
    assertEquals(10, source.stats().waiting());
    Recorder recorder = new Recorder(3);
    source.subscribe(recorder);
    recorder.awaitTexts(3);
    assertEquals(numbers(0, 3), recorder.texts);
    assertEquals(7, source.stats().waiting());
    recorder.subscription.request(2);
    recorder.awaitTexts(5);
    assertEquals(numbers(0, 5), recorder.texts);
    peer.sendNumbers(source, 10, 12);
    Account.awaitReceived(source, 12);
    assertEquals(7, source.stats().waiting());
    recorder.subscription.request(Long.MAX_VALUE);
    recorder.awaitTexts(12);
    assertEquals(numbers(0, 12), recorder.texts);
    Account.check(source);
  }

  @Test
  void dropsTheNewestAboveTheBound() throws IOException {
    DatagramSource source = open(bounded(4));
    peer.sendNumbers(source, 0, 10);
    Account.awaitReceived(source, 10);
    assertEquals(4, source.stats().waiting());
    assertEquals(6, source.stats().droppedByBound());
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    recorder.awaitTexts(4);
    assertEquals(numbers(0, 4), recorder.texts);
    Account.awaitNothingHeld(source);
    assertTrue(source.stats().buffers() <= 5, () -> source.stats().toString());
  }

  @Test
  void dropsTheOldestAboveTheBound() throws IOException {
    DatagramSource source = open(DatagramSource.bounded(4, Overflow.DROP_OLDEST));
    peer.sendNumbers(source, 0, 10);
    Account.awaitReceived(source, 10);
    assertEquals(4, source.stats().waiting());
    assertEquals(6, source.stats().droppedByBound());
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    recorder.awaitTexts(4);
    assertEquals(numbers(6, 10), recorder.texts);
    Account.awaitNothingHeld(source);
  }

  @Test
  void dropsWhatHasNoBuffer() throws IOException {
    DatagramSource source = open(bounded(2).maxHeld(3));
    List<Datagram> held = new CopyOnWriteArrayList<>();
    Recorder recorder =
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            held.add(datagram);
          }
        };
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, 20);
    Account.awaitReceived(source, 20);
    // Nothing waits, so all buffers are held: 2 for what waits, 3 to hold, 1 to read.
    assertEquals(6, source.stats().held());
    assertEquals(6, source.stats().buffers());
    assertEquals(14, source.stats().droppedByPool());
    held.forEach(Datagram::release);
    assertEquals(0, source.stats().held());
    peer.sendNumbers(source, 20, 21);
    recorder.awaitTexts(7);
    assertEquals("20", recorder.texts.get(6));
    Account.awaitReceived(source, 21);
  }

  @Test
  void deliversAnEmptyDatagram() throws IOException {
    DatagramSource source = open(bounded(10));
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    peer.send(source, "");
    peer.send(source, "next");
    recorder.awaitTexts(2);
    assertEquals(List.of("", "next"), recorder.texts);
    Account.awaitReceived(source, 2);
  }

  @Test
  void noticesWhatIsTooLong() throws IOException {
    DatagramSource source = open(bounded(10).maxPayload(4));
    List<Boolean> truncated = new CopyOnWriteArrayList<>();
    List<Integer> lengths = new CopyOnWriteArrayList<>();
    Recorder recorder =
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            truncated.add(datagram.isTruncated());
            lengths.add(datagram.length());
            super.got(datagram);
          }
        };
    source.subscribe(recorder);
    peer.send(source, "123");
    peer.send(source, "1234");
    peer.send(source, "12345");
    peer.send(source, "1234567890");
    recorder.awaitTexts(4);
    assertEquals(List.of("123", "1234", "1234", "1234"), recorder.texts);
    assertEquals(List.of(false, false, true, true), truncated);
    assertEquals(List.of(3, 4, 4, 4), lengths);
    Account.awaitReceived(source, 4);
    assertEquals(2, source.stats().truncated());
    assertEquals(15, source.stats().bytes());
  }

  @Test
  void deliversTheLongestDatagram() throws IOException {
    DatagramSource source = open(bounded(10).maxPayload(65_507));
    byte[] longest = new byte[65_507];
    for (int i = 0; i < longest.length; i++) {
      longest[i] = (byte) (i * 31);
    }
    List<byte[]> got = new CopyOnWriteArrayList<>();
    Recorder recorder =
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            ByteBuffer payload = datagram.payload().rewind();
            byte[] copy = new byte[payload.remaining()];
            payload.get(copy);
            assertFalse(datagram.isTruncated());
            got.add(copy);
            super.got(datagram);
          }
        };
    source.subscribe(recorder);
    peer.send(source, longest);
    Await.until(() -> got.size() == 1, () -> "the datagram");
    assertArrayEquals(longest, got.get(0));
  }

  @Test
  void severalSocketsFeedOneSerialStream() throws IOException {
    DatagramSource source = open(DatagramSource.bounded(1_000, Overflow.DROP_NEWEST).sockets(3));
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Peer sender = new Peer(); // the system distributes them
      peers.add(sender);
      sender.send(source, "from " + sender.port() + ": 0");
      recorder.awaitTexts(i + 1);
    }
    assertTrue(
        recorder.threads.stream().distinct().count() > 1, "only one socket receives anything");
    for (int i = 1; i < 20; i++) {
      for (Peer sender : peers) {
        sender.send(source, "from " + sender.port() + ": " + i);
      }
    }
    recorder.awaitTexts(400);
    assertEquals(List.of(), recorder.faults);
    for (Peer sender : peers) {
      String prefix = "from " + sender.port() + ": ";
      List<String> expected = IntStream.range(0, 20).mapToObj(i -> prefix + i).toList();
      assertEquals(
          expected, recorder.texts.stream().filter(text -> text.startsWith(prefix)).toList());
      sender.close();
    }
    Account.awaitReceived(source, 400);
    assertEquals(Account.byKernel(0), source.stats().droppedByKernel());
  }

  @Test
  void reportsTheReceiveBuffer() throws Exception {
    DatagramSource modest = open(bounded(1).receiveBuffer(10_000));
    assertEquals(10_000, modest.stats().receiveBufferRequested());
    assertTrue(modest.stats().receiveBufferGranted() >= 10_000);
    assertEquals(List.of(), LogRecords.during(() -> open(bounded(1).receiveBuffer(10_000))));
  }

  @Test
  void warnsIfTheReceiveBufferIsSmallerThanRequested() throws Exception {
    int tooMuch = Integer.MAX_VALUE / 4;
    List<String> warnings = LogRecords.during(() -> open(bounded(1).receiveBuffer(tooMuch)));
    DatagramStats stats = sources.get(0).stats();
    assertEquals(tooMuch, stats.receiveBufferRequested());
    assertTrue(stats.receiveBufferGranted() < tooMuch, stats::toString);
    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(
        warnings.get(0).contains("of " + stats.receiveBufferGranted() + " bytes"),
        warnings::toString);
    assertTrue(warnings.get(0).contains("net.core.rmem_max=" + tooMuch), warnings::toString);
  }

  @Test
  void allowsOneSubscriber() throws IOException {
    DatagramSource source = open(bounded(10));
    Recorder first = new Recorder(Long.MAX_VALUE);
    Recorder second = new Recorder(Long.MAX_VALUE);
    source.subscribe(first);
    source.subscribe(second);
    assertInstanceOf(IllegalStateException.class, second.error);
    assertEquals(1, second.terminals);
    peer.send(source, "for the first");
    first.awaitTexts(1);
    assertEquals(List.of(), second.texts);
    assertThrows(NullPointerException.class, () -> source.subscribe(null));
  }
}
