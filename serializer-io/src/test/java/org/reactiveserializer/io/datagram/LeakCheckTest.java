package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/** Datagrams that the subscriber loses. */
class LeakCheckTest {
  private final List<Throwable> leaks = new CopyOnWriteArrayList<>();
  private final DatagramSettings settings =
      DatagramSource.bounded(4, Overflow.DROP_NEWEST).maxHeld(4).leakCheck(leaks::add);

  @Test
  void reportsWhatIsGarbageAndNotReleased() throws IOException {
    leak(settings);
  }

  @Test
  void reportsWithAnExecutor() throws IOException {
    Executor direct = Runnable::run;
    leak(settings.deliverOn(direct));
  }

  private void leak(DatagramSettings leaky) throws IOException {
    try (DatagramSource source = leaky.bind(Peer.loopback(0));
        Peer peer = new Peer()) {
      Recorder recorder =
          new Recorder(Long.MAX_VALUE) {
            @Override
            void got(Datagram datagram) {
              if (!texts.get(texts.size() - 1).equals("lost")) {
                super.got(datagram);
              }
            }
          };
      source.subscribe(recorder);
      for (int i = 0; i < 3; i++) {
        peer.send(source, "lost");
        peer.send(source, "kept");
      }
      recorder.awaitTexts(6);
      assertEquals(3, source.stats().held());
      Await.until(
          () -> {
            System.gc();
            return source.stats().leaked() == 3;
          },
          () -> "3 leaks: " + leaks);
      Await.until(() -> leaks.size() == 3, () -> "3 reports");
      for (Throwable leak : leaks) {
        assertEquals(
            "a datagram of 4 bytes from "
                + peer.address()
                + " was not released; it was delivered here",
            leak.getMessage());
        assertTrue(
            mentions(leak.getCause(), Recorder.class),
            "the access to the payload was in the recorder");
      }
      // The pool may allocate others in their place.
      for (int i = 0; i < 50; i++) {
        peer.send(source, "kept");
        recorder.awaitTexts(7 + i);
      }
      assertEquals(0, source.stats().droppedByPool());
    }
  }

  private static boolean mentions(Throwable thrown, Class<?> type) {
    return Arrays.stream(thrown.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(type.getName()));
  }

  @Test
  void doesNotReportWhatIsReleasedOrDiscarded() throws IOException {
    try (Peer peer = new Peer()) {
      DatagramSource source = settings.bind(Peer.loopback(0));
      Recorder recorder = new Recorder(100);
      source.subscribe(recorder);
      for (int i = 0; i < 100; i++) {
        peer.sendNumbers(source, i, i + 1);
        recorder.awaitTexts(i + 1);
      }
      peer.sendNumbers(source, 100, 110); // some wait, some are dropped
      Account.awaitReceived(source, 110);
      recorder.subscription.cancel();
      Sources.awaitClosed(source);
      // When those that are lost later were found, there was time enough to find the others.
      leakOne(peer);
      leakOne(peer);
      assertEquals(2, leaks.size());
      assertEquals(0, source.stats().leaked());
    }
  }

  private void leakOne(Peer peer) throws IOException {
    try (DatagramSource another = settings.bind(Peer.loopback(0))) {
      Recorder losing =
          new Recorder(1) {
            @Override
            void got(Datagram datagram) {}
          };
      another.subscribe(losing);
      peer.send(another, "lost");
      losing.awaitTexts(1);
      int before = leaks.size();
      Await.until(
          () -> {
            System.gc();
            return leaks.size() > before;
          },
          () -> "the leak: " + another.stats());
      assertEquals(1, another.stats().leaked());
    }
  }
}
