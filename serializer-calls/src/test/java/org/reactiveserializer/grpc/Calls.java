package org.reactiveserializer.grpc;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/** Two methods, of strings: one streams to the client, one to the server. */
final class Calls {
  static final MethodDescriptor<String, String> LISTEN =
      method(MethodType.SERVER_STREAMING, "Listen");
  static final MethodDescriptor<String, String> TELL = method(MethodType.CLIENT_STREAMING, "Tell");

  private Calls() {}

  /** A service that gives each call of LISTEN to {@code listen}, inside its method. */
  static BindableService listening(Consumer<ServerCallStreamObserver<String>> listen) {
    return serving(
        LISTEN,
        ServerCalls.asyncServerStreamingCall(
            (String request, StreamObserver<String> responses) ->
                listen.accept((ServerCallStreamObserver<String>) responses)));
  }

  /** A service that gets the requests of TELL. */
  static BindableService told(Function<StreamObserver<String>, StreamObserver<String>> tell) {
    return serving(TELL, ServerCalls.asyncClientStreamingCall(tell::apply));
  }

  /** A service whose method sees the call itself, below the observer. */
  static BindableService serving(
      MethodDescriptor<String, String> method, ServerCallHandler<String, String> handler) {
    return () -> ServerServiceDefinition.builder("Test").addMethod(method, handler).build();
  }

  /** Passes all on to {@code call}. */
  abstract static class Forwarding
      extends io.grpc.ForwardingServerCall.SimpleForwardingServerCall<String, String> {
    Forwarding(ServerCall<String, String> call) {
      super(call);
    }
  }

  private static MethodDescriptor<String, String> method(MethodType type, String name) {
    return MethodDescriptor.<String, String>newBuilder()
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName("Test", name))
        .setRequestMarshaller(new Utf8())
        .setResponseMarshaller(new Utf8())
        .build();
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
