/** Any number of threads, one Reactive Streams subscriber: without locks, in order, nothing lost. */
@org.jspecify.annotations.NullMarked
module org.reactiveserializer {
  requires static org.jspecify;
  requires transitive org.reactivestreams;

  exports org.reactiveserializer;
}
