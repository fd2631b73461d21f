/** Streams between processes and machines over Aeron. */
@org.jspecify.annotations.NullMarked
module org.reactiveserializer.aeron {
  requires static org.jspecify;
  requires transitive io.aeron.client;
  requires io.aeron.driver;
  requires transitive org.agrona;
  requires transitive org.reactiveserializer;
  requires org.reactiveserializer.io;
  requires transitive org.reactivestreams;

  exports org.reactiveserializer.aeron;
}
