package org.reactiveserializer.examples.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.Stats;
import org.reactiveserializer.grpc.SerialObserver;

@Timeout(120)
class EventServiceTest {
  private static final int WINDOW = 65_535; // of HTTP/2: what may be on its way

  private final ExecutorService serverThreads = Executors.newFixedThreadPool(2);
  private final List<Runnable> cleanUp = new ArrayList<>();

  private Client listen(BindableService service) throws IOException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .executor(serverThreads)
            .addService(service)
            .build()
            .start();
    cleanUp.add(server::shutdownNow);
    InetSocketAddress address = (InetSocketAddress) server.getListenSockets().get(0);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(address).usePlaintext().flowControlWindow(WINDOW).build();
    cleanUp.add(channel::shutdownNow);
    Client client = new Client();
    ClientCalls.asyncServerStreamingCall(
        channel.newCall(EventService.LISTEN, CallOptions.DEFAULT), "all", client);
    return client;
  }

  @AfterEach
  void end() {
    cleanUp.forEach(Runnable::run);
    serverThreads.shutdown();
  }

  @Test
  void sendsAllInOrderAndWaitsForTheClient() throws Exception {
    Producers producers = Producers.patient();
    Client client = listen(new EventService(producers::start));
    producers.full.await();
    assertFalse(tookAll(producers.sink()));
    client.read();
    client.end.join();
    assertTrue(isComplete(client.received));
    assertTrue(producers.sink().stats().highWater() <= EventService.BOUND);
  }

  /** The same with a front that does not look at isReady: gRPC takes what nobody reads. */
  @Test
  void aFrontThatDoesNotLookIsNoticed() throws Exception {
    Producers producers = Producers.patient();
    Client client = listen(new EagerService(producers));
    producers.awaitEnd();
    assertTrue(tookAll(producers.sink()));
    client.read();
    client.end.join();
  }

  /** The same, without a look at the result: items are missing. */
  @Test
  void producersThatDoNotLookAreNoticed() throws Exception {
    Producers producers = Producers.careless();
    Client client = listen(new EventService(producers::start));
    producers.awaitEnd();
    client.read();
    client.end.join();
    assertFalse(isComplete(client.received));
  }

  @Test
  void producersSeeThatTheClientLeaves() throws Exception {
    Producers producers = Producers.patient();
    Client client = listen(new EventService(producers::start));
    client.first.await();
    client.leave();
    producers.awaitEnd();
    CompletionException end = assertThrows(CompletionException.class, client.end::join);
    assertEquals(Status.Code.CANCELLED, Status.fromThrowable(end).getCode());
    serverThreads.shutdown(); // its last task may still discard
    assertTrue(serverThreads.awaitTermination(50, TimeUnit.SECONDS));
    Stats stats = producers.sink().stats();
    assertEquals(Producers.COUNT, stats.refused(EmitOutcome.CANCELLED));
    assertEquals(
        producers.outcomes.values().stream().mapToLong(Integer::longValue).sum(),
        stats.delivered() + stats.discarded() + stats.refused() + stats.queued());
  }

  @Test
  void theClientGetsTheErrorAfterTheItems() throws Exception {
    Client client =
        listen(
            new EventService(
                (request, sink) -> {
                  sink.tryEmit(request);
                  sink.tryFail(
                      Status.INTERNAL.withCause(new IOException("broken")).asRuntimeException());
                }));
    client.read();
    CompletionException end = assertThrows(CompletionException.class, client.end::join);
    assertEquals(Status.Code.INTERNAL, Status.fromThrowable(end).getCode());
    assertEquals(List.of("all"), client.received);
  }

  /** Whether the server has taken over most of the items, although the client does not read. */
  private static boolean tookAll(SerialSink<String> sink) {
    return sink.stats().delivered() + sink.backlog() > Producers.TOTAL / 2;
  }

  private static boolean isComplete(List<String> received) {
    return received.size() == Producers.TOTAL
        && IntStream.range(0, Producers.COUNT)
            .allMatch(
                producer ->
                    received.stream()
                        .filter(item -> item.startsWith(producer + ":"))
                        .toList()
                        .equals(
                            IntStream.range(0, Producers.EACH)
                                .mapToObj(i -> producer + ":" + i)
                                .toList()));
  }

  private record EagerService(Producers producers) implements BindableService {
    @Override
    public ServerServiceDefinition bindService() {
      return ServerServiceDefinition.builder("Events")
          .addMethod(EventService.LISTEN, ServerCalls.asyncServerStreamingCall(this::listen))
          .build();
    }

    private void listen(String request, StreamObserver<String> call) {
      SerialObserver<String> front =
          SerialObserver.of(
              Serializer.<String>withDefaults().bounded(EventService.BOUND, Overflow.DROP_NEWEST),
              call);
      producers.start(request, front.sink());
    }
  }
}
