/** Streams from outside the heap: datagrams with an account, and rings between processes. */
@SuppressWarnings("module") // the module that may use an internal package is compiled later
@org.jspecify.annotations.NullMarked
module org.reactiveserializer.io {
  requires static org.jspecify;
  requires transitive org.reactiveserializer;
  requires transitive org.reactivestreams;

  exports org.reactiveserializer.io.datagram;
  exports org.reactiveserializer.io.ring;
  exports org.reactiveserializer.io.internal.shared to
      org.reactiveserializer.aeron;
}
