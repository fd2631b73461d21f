package org.reactiveserializer.io.datagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Await;

/**
 * How a source ends, and what does not end it. Where the executor makes a difference, with and
 * without one.
 */
class DatagramEndTest {
  private final DatagramSettings settings = DatagramSource.bounded(100, Overflow.DROP_NEWEST);
  private final Peer peer = new Peer();
  private final ExecutorService executor = Executors.newFixedThreadPool(2);

  @AfterEach
  void close() throws InterruptedException {
    peer.close();
    executor.shutdown();
    assertTrue(executor.awaitTermination(Await.LONG.toSeconds(), TimeUnit.SECONDS));
  }

  private DatagramSource open(boolean onExecutor) throws IOException {
    return (onExecutor ? settings.deliverOn(executor) : settings).bind(Peer.loopback(0));
  }

  /** The port is free when the sockets are closed, unless another process has got it for a while. */
  private void assertClosed(DatagramSource source) {
    Sources.awaitClosed(source);
    Await.until(() -> isFree(source.localAddress()), () -> source + " is not closed");
  }

  private boolean isFree(InetSocketAddress address) {
    try {
      DatagramSource another = settings.bind(address);
      another.close();
      Sources.awaitClosed(another);
      return true;
    } catch (BindException taken) {
      return false;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void completesAfterWhatWaits(boolean onExecutor) throws IOException {
    DatagramSource source = open(onExecutor);
    Recorder recorder = new Recorder(3);
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, 10);
    Account.awaitReceived(source, 10);
    source.close();
    source.close();
    assertClosed(source);
    recorder.awaitTexts(3);
    assertEquals(0, recorder.terminals);
    assertEquals(7, source.stats().waiting());
    recorder.subscription.request(100);
    recorder.awaitEnd();
    assertNull(recorder.error);
    assertEquals(10, recorder.texts.size());
    assertEquals(List.of(), recorder.faults);
    Account.check(source);
    assertEquals(0, source.stats().held());
  }

  @Test
  void deliversWhatArrivedBeforeItWasClosed() throws IOException {
    DatagramSource source = open(false);
    Recorder recorder =
        new Recorder(Long.MAX_VALUE) {
          @Override
          void got(Datagram datagram) {
            super.got(datagram);
            if (texts.size() == 1) {
              peer.sendNumbers(
                  source, 1, 50); // the reading thread is here, so they are in the kernel's buffer
              source.close();
            }
          }
        };
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, 1);
    recorder.awaitEnd();
    assertNull(recorder.error);
    assertEquals(50, recorder.texts.size());
  }

  @Test
  void completesForASubscriberThatComesLater() throws IOException {
    DatagramSource source = open(false);
    peer.send(source, "early");
    Account.awaitReceived(source, 1);
    source.close();
    assertClosed(source);
    Recorder recorder = new Recorder(Long.MAX_VALUE);
    source.subscribe(recorder);
    recorder.awaitEnd();
    assertEquals(List.of("early"), recorder.texts);
    assertNull(recorder.error);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCancellationClosesTheSocketsAndReleasesWhatWaits(boolean onExecutor) throws IOException {
    DatagramSource source = open(onExecutor);
    Recorder recorder = new Recorder(2);
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, 10);
    Account.awaitReceived(source, 10);
    recorder.awaitTexts(2);
    recorder.subscription.cancel();
    assertClosed(source);
    Account.awaitDiscarded(source, 8);
    Account.awaitReceived(source, 10);
    DatagramStats stats = source.stats();
    assertEquals(2, stats.delivered());
    assertEquals(8, stats.discarded());
    Account.awaitNothingHeld(source);
    assertEquals(0, recorder.terminals);
    source.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRequestOfNothingIsAnError(boolean onExecutor) throws IOException {
    DatagramSource source = open(onExecutor);
    Recorder recorder = new Recorder(0);
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, 5);
    Account.awaitReceived(source, 5);
    Await.until(() -> recorder.subscription != null, () -> "the subscription"); // of a task
    recorder.subscription.request(0);
    recorder.awaitEnd();
    assertInstanceOf(IllegalArgumentException.class, recorder.error);
    assertTrue(recorder.error.getMessage().startsWith("§3.9"), recorder.error.getMessage());
    assertClosed(source);
    Account.awaitReceived(source, 5);
    assertEquals(5, source.stats().discarded());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSubscriberThatThrowsEndsTheStream(boolean onExecutor) throws IOException {
    AtomicReference<Throwable> uncaught = new AtomicReference<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.set(thrown));
    try {
      IllegalStateException thrown = new IllegalStateException("of the subscriber");
      DatagramSource source = open(onExecutor);
      Recorder recorder =
          new Recorder(Long.MAX_VALUE) {
            @Override
            void got(Datagram datagram) {
              super.got(datagram);
              if (texts.size() == 5) {
                throw thrown;
              }
            }
          };
      peer.sendNumbers(source, 0, 4);
      source.subscribe(recorder);
      recorder.awaitTexts(4);
      peer.sendNumbers(source, 4, 30);
      assertClosed(source);
      Await.until(() -> uncaught.get() != null, () -> "the exception");
      assertSame(thrown, uncaught.get());
      Await.until(
          () -> source.stats().received() == Account.accounted(source.stats()),
          () -> "an account that adds up: " + source.stats());
      assertEquals(5, source.stats().delivered());
      Account.awaitNothingHeld(source);
      assertEquals(0, recorder.terminals);
      assertEquals(List.of(), recorder.faults);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aChannelThatSomebodyElseClosesIsAnError(boolean onExecutor) throws IOException {
    DatagramChannel channel = DatagramChannel.open().bind(Peer.loopback(0));
    DatagramSource source = (onExecutor ? settings.deliverOn(executor) : settings).over(channel);
    Recorder recorder = new Recorder(1);
    source.subscribe(recorder);
    peer.sendNumbers(source, 0, 5);
    Account.awaitReceived(source, 5);
    channel.close();
    assertClosed(source);
    assertEquals(0, recorder.terminals); // the error follows what waits
    recorder.subscription.request(10);
    recorder.awaitEnd();
    assertInstanceOf(IOException.class, recorder.error);
    assertTrue(recorder.error.getMessage().contains("only its DatagramSource may close it"));
    assertEquals(1, recorder.terminals);
    assertEquals(5, recorder.texts.size());
    source.close();
    source.close();
    assertEquals(SendResult.CLOSED, source.send(peer.address(), Peer.bytes("late")));
    assertEquals(List.of(), recorder.faults);
  }
}
