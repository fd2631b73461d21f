/** The messages of many Netty channels as one stream. */
@org.jspecify.annotations.NullMarked
module org.reactiveserializer.netty {
  requires static org.jspecify;
  requires transitive io.netty.buffer;
  requires transitive io.netty.codec;
  requires io.netty.common;
  requires transitive io.netty.transport;
  requires transitive org.reactiveserializer;
  requires transitive org.reactivestreams;

  exports org.reactiveserializer.netty;
}
