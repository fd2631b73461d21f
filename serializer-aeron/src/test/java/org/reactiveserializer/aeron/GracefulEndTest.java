package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Attack;
import org.reactiveserializer.testing.Await;

/** {@link AeronSubscriber#closeGracefully}. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GracefulEndTest {
  private static final String IPC = "aeron:ipc?term-length=64k";

  private final int stream = Nodes.newStream();
  private final List<String> discarded = new CopyOnWriteArrayList<>();

  @Attack
  void allIsSent() throws Exception {
    try (AeronPublisher<String> in = receive()) {
      Collecting collecting = new Collecting(Long.MAX_VALUE);
      in.subscribe(collecting);
      AeronSubscriber<String> out = send();
      int accepted = fill(out);
      assertEquals(0, out.closeGracefully(Await.LONG));
      assertEnded(out);
      assertNull(out.failure());
      assertEquals(accepted, out.stats().sent());
      for (int i = 0; i < accepted; i++) {
        assertEquals("i" + i, collecting.next());
      }
    }
    assertEquals(List.of(), discarded);
  }

  @Test
  void whatDoesNotMakeItIsCounted() throws Exception {
    AeronSubscriber<String> out = send(); // nobody receives
    int accepted = fill(out);
    assertTrue(accepted > 8, () -> accepted + " items");
    long start = System.nanoTime();
    assertEquals(accepted, out.closeGracefully(Duration.ZERO));
    // It has waited for the end, but not for more than a second.
    assertTrue(
        out.awaitClosed(Duration.ZERO) || System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(1));
    assertTrue(out.awaitClosed(Await.LONG));
    assertEnded(out);
    assertEquals(accepted, discarded.size());
    assertEquals(0, out.closeGracefully(Duration.ZERO), "counted again");
  }

  /** It is discarded, and not removed yet from what is left to the stream's thread. */
  @Test
  void whatIsBeingDiscardedIsCountedOnce() throws Exception {
    Thread own = Thread.currentThread();
    CountDownLatch isTold = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    AeronSubscriber<String> out =
        send(
            item -> {
              discarded.add(item);
              if (Thread.currentThread() != own) {
                isTold.countDown();
                await(goesOn);
              }
            });
    int accepted = fill(out);
    out.abort();
    await(isTold);
    long before = out.stats().discarded();
    assertEquals(accepted - before, out.closeGracefully(Duration.ZERO));
    goesOn.countDown();
    assertTrue(out.awaitClosed(Await.LONG));
    assertEquals(accepted, discarded.size());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(Await.LONG.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void anInterruptGivesNothingUp() throws Exception {
    AeronSubscriber<String> out = send();
    int accepted = fill(out);
    Thread.currentThread().interrupt();
    assertThrows(InterruptedException.class, () -> out.closeGracefully(Await.LONG));
    assertFalse(out.tryEmit("late").isAccepted());
    try (AeronPublisher<String> in = receive()) {
      Collecting collecting = new Collecting(Long.MAX_VALUE);
      in.subscribe(collecting);
      assertTrue(out.awaitClosed(Await.LONG));
      for (int i = 0; i < accepted; i++) {
        assertEquals("i" + i, collecting.next());
      }
    }
    assertEquals(List.of(), discarded);
  }

  private AeronPublisher<String> receive() {
    return Nodes.NODE.<String>publisher(Texts.READER).open(IPC, stream);
  }

  private AeronSubscriber<String> send() {
    return send(discarded::add);
  }

  private AeronSubscriber<String> send(Consumer<String> onDiscard) {
    return Nodes.NODE
        .<String>subscriber(Texts.WRITER)
        .queue(8)
        .onDiscard(onDiscard)
        .open(IPC, stream);
  }

  /** Emits until one is refused, or some are accepted; returns how many were. */
  private static int fill(AeronSubscriber<String> out) {
    int accepted = 0;
    while (accepted < 100 && out.tryEmit("i" + accepted).isAccepted()) {
      accepted++;
    }
    return accepted;
  }

  private static void assertEnded(AeronSubscriber<String> out) throws InterruptedException {
    assertTrue(out.awaitClosed(Duration.ZERO));
    assertFalse(out.tryEmit("late").isAccepted());
    assertEquals(0, out.stats().waiting());
  }
}
