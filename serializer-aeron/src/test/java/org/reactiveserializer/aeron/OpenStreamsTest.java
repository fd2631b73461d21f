package org.reactiveserializer.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.DriverProxy;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.ChannelEndpointException;
import io.aeron.exceptions.ConductorServiceTimeoutException;
import io.aeron.status.HeartbeatTimestamp;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactiveserializer.testing.Await;

/** {@link AeronNode#close} while streams are open. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OpenStreamsTest {
  private static final String IPC = "aeron:ipc?term-length=64k";

  private final AeronNode node = Nodes.NODE;
  private final int stream = Nodes.newStream();

  /** Or else its memory would be unmapped meanwhile, and the virtual machine crash. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClientIsClosedAfterWhoReadsAndWrites(boolean isWriter) throws Exception {
    AeronNode other = AeronNode.external(node.directory());
    CountDownLatch isBusy = new CountDownLatch(1);
    Collecting ended = new Collecting(0);
    AtomicReference<Boolean> isClosedTooEarly = new AtomicReference<>();
    Runnable work =
        () -> {
          isBusy.countDown();
          Await.until(() -> ended.error != null || other.aeron().isClosed());
          isClosedTooEarly.set(other.aeron().isClosed());
        };
    other.<String>publisher(Texts.READER).open(IPC, Nodes.newStream()).subscribe(ended);
    Collecting collecting = new Collecting(1);
    AeronPublisher<String> in =
        (isWriter ? node : other)
            .<String>publisher(
                (buffer, offset, length, header) -> {
                  if (!isWriter) {
                    work.run();
                  }
                  return Texts.READER.read(buffer, offset, length, header);
                })
            .open(IPC, stream);
    in.subscribe(collecting);
    AeronSubscriber<String> out =
        (isWriter ? other : node)
            .<String>subscriber(
                new MessageWriter<>() {
                  @Override
                  public int length(String item) {
                    return Texts.WRITER.length(item);
                  }

                  @Override
                  public void write(String item, MutableDirectBuffer buffer, int offset) {
                    if (isWriter) {
                      work.run();
                    }
                    Texts.WRITER.write(item, buffer, offset);
                  }
                })
            .onErrorDropped(e -> {})
            .open(IPC, stream);
    Await.until(() -> out.publication().isConnected());
    Thread sender = new Thread(() -> out.tryEmit("x"));
    sender.start();
    isBusy.await();
    other.close();
    sender.join();
    assertEquals("x", collecting.next());
    assertEquals(false, isClosedTooEarly.get());
    in.close();
    out.close();
    assertTrue(in.awaitClosed(Await.LONG) && out.awaitClosed(Await.LONG));
  }

  /** The driver forgets a client that has gone, as one that was paused for too long; which finds that out. */
  @Test
  void theCauseIsWhyAeronHasEndedTheClient() throws Exception {
    assertInstanceOf(
        AeronException.class,
        causeOf(
            client -> {
              Aeron.Context context = client.context();
              CountersReader counters = client.countersReader();
              int heartbeat =
                  HeartbeatTimestamp.findCounterIdByRegistrationId(
                      counters, HeartbeatTimestamp.HEARTBEAT_TYPE_ID, context.clientId());
              Await.until(() -> counters.getCounterLabel(heartbeat).contains("version"));
              new DriverProxy(context.toDriverBuffer(), context.clientId()).clientClose();
            }));
  }

  @Test
  void theCauseIsATimeoutAndNotAnErrorOfAChannel() throws Exception {
    Throwable timeout = new ConductorServiceTimeoutException("paused");
    assertSame(
        timeout,
        causeOf(
            client -> {
              client.context().errorHandler().onError(timeout);
              client.context().errorHandler().onError(new ChannelEndpointException(1, "busy"));
              client.context().errorHandler().onError(new IllegalStateException("of a hook"));
              client.close();
            }));
  }

  /** Returns the cause of the errors of two streams whose client has ended. */
  private @Nullable Throwable causeOf(Consumer<Aeron> ending) throws Exception {
    try (AeronNode other = AeronNode.external(node.directory())) {
      Collecting collecting = new Collecting(1);
      other.<String>publisher(Texts.READER).open(IPC, stream).subscribe(collecting);
      AeronSubscriber<String> out =
          other.<String>subscriber(Texts.WRITER).onErrorDropped(e -> {}).open(IPC, stream);
      ending.accept(other.aeron());
      collecting.awaitEnd();
      Throwable cause = assertInstanceOf(IllegalStateException.class, collecting.error).getCause();
      out.tryEmit("x");
      assertTrue(out.awaitClosed(Await.LONG));
      assertSame(cause, assertInstanceOf(NotSentException.class, out.failure()).getCause());
      return cause;
    }
  }

  /** It would wait for itself. */
  @Test
  void aSubscriberMayCloseTheNode() throws Exception {
    AeronNode other = AeronNode.external(node.directory());
    Collecting collecting =
        new Collecting(1) {
          @Override
          public void onComplete() {
            other.close();
            super.onComplete();
          }
        };
    AeronPublisher<String> in = other.<String>publisher(Texts.READER).open(IPC, stream);
    in.subscribe(collecting);
    in.close();
    collecting.awaitEnd();
    assertNull(collecting.error);
    assertTrue(other.aeron().isClosed());
  }

  /** A stream closes its subscription before it signals the end. So nobody waits for a thread that signals it. */
  @Test
  void twoSubscribersMayCloseTheNode() throws Exception {
    AeronNode other = AeronNode.external(node.directory());
    CountDownLatch mayReturn = new CountDownLatch(1);
    CountDownLatch told = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      Collecting closing =
          new Collecting(1) {
            @Override
            public void onError(Throwable reason) {
              told.countDown();
              other.close();
              Await.until(() -> mayReturn.getCount() == 0);
              super.onError(reason);
            }
          };
      other.<String>publisher(Texts.READER).open(IPC, Nodes.newStream()).subscribe(closing);
    }
    other.close();
    assertTrue(other.aeron().isClosed());
    told.await();
    mayReturn.countDown();
  }

  @Test
  void aStreamWhoseThreadHasNotBegunIsNotWaitedFor() {
    OpenStreams streams = new OpenStreams();
    streams.add(new Thread(), () -> {}, () -> false);
    assertTrue(streams.endAll());
  }

  @Test
  void aStreamThatIsAddedTooLateEnds() throws Exception {
    OpenStreams streams = new OpenStreams();
    streams.endAll();
    CountDownLatch ended = new CountDownLatch(1);
    streams.add(new Thread(), ended::countDown, () -> false);
    assertEquals(0, ended.getCount());
    assertTrue(streams.endAll(), "it waits for nothing");
  }
}
