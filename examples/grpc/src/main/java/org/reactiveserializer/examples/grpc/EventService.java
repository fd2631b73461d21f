package org.reactiveserializer.examples.grpc;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.SerialSink;
import org.reactiveserializer.Serializer;
import org.reactiveserializer.calls.HangLimit;
import org.reactiveserializer.grpc.SerialObserver;

/** A service whose answer is a stream that several threads feed. */
public final class EventService implements BindableService {
  static final int BOUND = 64;

  /** By hand what the compiler of Protocol Buffers would write. */
  public static final MethodDescriptor<String, String> LISTEN =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodType.SERVER_STREAMING)
          .setFullMethodName(MethodDescriptor.generateFullMethodName("Events", "Listen"))
          .setRequestMarshaller(new Utf8())
          .setResponseMarshaller(new Utf8())
          .build();

  private final BiConsumer<String, SerialSink<String>> producers;

  /**
   * Creates the service.
   *
   * @param producers gets the request of each call and its sink, and starts to feed it: on other
   *     threads with {@code emit} and a timeout. If the result is {@code CANCELLED}, nobody listens. A
   *     failure that is no {@link io.grpc.Status} is unknown to the client
   */
  public EventService(BiConsumer<String, SerialSink<String>> producers) {
    this.producers = producers;
  }

  @Override
  public ServerServiceDefinition bindService() {
    return ServerServiceDefinition.builder("Events")
        .addMethod(LISTEN, ServerCalls.asyncServerStreamingCall(this::listen))
        .build();
  }

  private void listen(String request, StreamObserver<String> observer) {
    SerialObserver<String> front =
        SerialObserver.whenReady(
            Serializer.<String>withDefaults().bounded(BOUND, Overflow.DROP_NEWEST),
            new HangLimit(Duration.ofSeconds(30), hang -> {}), // a client that takes nothing
            (ServerCallStreamObserver<String>) observer);
    producers.accept(request, front.sink());
  }

  private static final class Utf8 implements Marshaller<String> {
    @Override
    public InputStream stream(String value) {
      return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
  }
}
