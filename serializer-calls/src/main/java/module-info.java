/** Objects that one thread at a time may call, and handlers with an order for each key. */
@org.jspecify.annotations.NullMarked
module org.reactiveserializer.calls {
  requires static org.jspecify;
  requires transitive org.reactiveserializer;
  requires transitive org.reactivestreams;

  // Each is needed by one front only, and is not transitive: whoever uses the front requires it.
  requires static io.grpc;
  requires static io.grpc.stub;
  requires static jakarta.servlet;
  requires static jakarta.websocket.client;
  requires static spring.core;
  requires static spring.web;
  requires static spring.webmvc;
  requires static spring.websocket;

  exports org.reactiveserializer.calls;
  exports org.reactiveserializer.grpc;
  exports org.reactiveserializer.spring;
  exports org.reactiveserializer.sse;
  exports org.reactiveserializer.websocket;
}
