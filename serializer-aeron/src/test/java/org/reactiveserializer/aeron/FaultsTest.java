package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Await;
import org.reactivestreams.Subscription;

/** The virtual machine reports a fault of mapped memory: the stream ends and says why. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FaultsTest {
  private static final InternalError FAULT =
      new InternalError(
          "a fault occurred in a recent unsafe memory access operation in compiled Java code");
  private static final String IPC = "aeron:ipc?term-length=64k";

  private final int stream = Nodes.newStream();

  /** Where the error comes out: outside of the offer. */
  private enum Place {
    /** In the thread that emits. */
    REQUEST,
    ADD,
    /** In the own thread. */
    FIRST,
    REMOVED
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void aLateFaultEndsTheLoop(Place place) throws InterruptedException {
    OfferPlay play = new OfferPlay(n -> place == Place.REQUEST || n > 0);
    Faulty loop = new Faulty(play, place);
    play.onAbort = loop::onComplete;
    loop.onSubscribe(loop);
    loop.start();
    if (place == Place.ADD) {
      // Otherwise it may be the own thread that finds the end, which has another reason.
      loop.rested.await();
    }
    loop.onNext(1);
    assertTrue(play.awaitClosed(Await.LONG), play::toString);
    assertSame(FAULT, play.reason);
    assertEquals(0, play.faults.get(), play::toString);
    loop.onNext(2); // one that was emitted before the cancellation
    assertTrue(play.discarded.contains(2), play::toString);
  }

  private static final class Faulty extends OfferLoop<Integer> implements Subscription {
    final CountDownLatch rested = new CountDownLatch(1);
    private final Place place;
    private boolean isRequested;

    Faulty(OfferPlay play, Place place) {
      super(
          play,
          Nodes.NODE.<Integer>subscriber(Numbers.WRITER).queue(1),
          play,
          new FaultyItems(place));
      this.place = place;
    }

    @Override
    public void request(long n) {
      if (isRequested && place == Place.REQUEST) {
        throw FAULT;
      }
      isRequested = true; // by onSubscribe
    }

    @Override
    public void cancel() {}

    @Override
    void rest() {
      rested.countDown();
      super.rest();
    }
  }

  private static final class FaultyItems extends LeftItems<Integer> {
    private @Nullable Place place;

    FaultyItems(Place place) {
      super(2);
      this.place = place;
    }

    @Override
    Outcome add(Integer item) {
      Outcome added = super.add(item);
      throwOnceAt(Place.ADD);
      return added;
    }

    @Override
    @Nullable Integer first() {
      Integer item = super.first();
      if (item != null) {
        throwOnceAt(Place.FIRST);
      }
      return item;
    }

    @Override
    void removeFirst() {
      super.removeFirst();
      throwOnceAt(Place.REMOVED);
    }

    private void throwOnceAt(Place here) {
      if (place == here) {
        place = null;
        throw FAULT;
      }
    }
  }

  /** A message that is claimed, and one of several fragments. */
  @ParameterizedTest
  @ValueSource(ints = {100, 5_000})
  void aPublicationWithoutAPage(int length) throws Exception {
    List<Throwable> dropped = new CopyOnWriteArrayList<>();
    List<String> discarded = new CopyOnWriteArrayList<>();
    MessageWriter<String> writer =
        new MessageWriter<>() {
          @Override
          public int length(String item) {
            return length;
          }

          @Override
          public void write(String item, MutableDirectBuffer buffer, int offset) {
            throw FAULT;
          }
        };
    try (AeronPublisher<String> in = Nodes.NODE.<String>publisher(Texts.READER).open(IPC, stream);
        AeronSubscriber<String> out =
            Nodes.NODE
                .subscriber(writer)
                .onErrorDropped(dropped::add)
                .onDiscard(discarded::add)
                .open(IPC, stream)) {
      in.subscribe(new Collecting(1));
      assertTrue(out.emit("x", Await.LONG).isAccepted());
      assertTrue(out.awaitClosed(Await.LONG));
      NotSentException failure = assertInstanceOf(NotSentException.class, out.failure());
      assertSame(FAULT, failure.getCause());
      assertTrue(("" + failure.getMessage()).contains("" + Nodes.NODE.directory()), "" + failure);
      assertEquals(List.of(failure), dropped);
      assertEquals(List.of("x"), discarded);
      assertEquals(EmitOutcome.CANCELLED, out.tryEmit("y"));
    }
  }

  @Test
  void aMessageThatCannotBeRead() throws Exception {
    Collecting collecting = new Collecting(1);
    MessageReader<String> reader =
        (buffer, offset, length, header) -> {
          throw FAULT;
        };
    assertEnds(reader, collecting);
  }

  @Test
  void aLateFaultInTheSubscriber() throws Exception {
    Collecting collecting =
        new Collecting(1) {
          @Override
          void accept(String item) {
            throw FAULT;
          }
        };
    assertEnds(Texts.READER, collecting);
  }

  private void assertEnds(MessageReader<String> reader, Collecting collecting) throws Exception {
    try (AeronPublisher<String> in = Nodes.NODE.<String>publisher(reader).open(IPC, stream);
        AeronSubscriber<String> out =
            Nodes.NODE.<String>subscriber(Texts.WRITER).open(IPC, stream)) {
      in.subscribe(collecting);
      assertTrue(out.emit("x", Await.LONG).isAccepted());
      collecting.awaitEnd();
      Throwable error = assertInstanceOf(IllegalStateException.class, collecting.error);
      assertNotNull(error);
      assertSame(FAULT, error.getCause());
      assertTrue(in.awaitClosed(Await.LONG));
    }
  }
}
