/**
 * Any number of threads, one Reactive Streams subscriber: without locks, in order, nothing lost.
 */
@org.jspecify.annotations.NullMarked
module org.reactiveserializer {
  requires static org.jspecify;
  requires transitive org.reactivestreams;

  // Each of one bridge only. Not transitive: who has not the library could not compile.
  requires static io.reactivex.rxjava3;
  requires static io.smallrye.mutiny;
  requires static reactor.core;

  exports org.reactiveserializer;
  exports org.reactiveserializer.flow;
  exports org.reactiveserializer.mutiny;
  exports org.reactiveserializer.reactor;
  exports org.reactiveserializer.rxjava3;
}
