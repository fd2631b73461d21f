/**
 * A lock-free serializer for Reactive Streams: any number of threads signal, and one subscriber
 * gets the signals one at a time, in order, with no item silently lost.
 */
@SuppressWarnings("module") // the module that may use an internal package is compiled later
@org.jspecify.annotations.NullMarked
module org.reactiveserializer {
  requires static org.jspecify;
  requires transitive org.reactivestreams;

  // Each is needed by one bridge only. They are not transitive: otherwise no module could be
  // compiled without all of them.
  requires static io.reactivex.rxjava3;
  requires static io.smallrye.mutiny;
  requires static reactor.core;

  // For one setting, Serializer.carryThreadLocals.
  requires static context.propagation;

  // For events, if there is a recorder.
  requires static jdk.jfr;

  // Its integration is found on the class path; on the module path BlockHound does not work.
  requires static reactor.blockhound;

  exports org.reactiveserializer;
  exports org.reactiveserializer.flow;
  exports org.reactiveserializer.mutiny;
  exports org.reactiveserializer.reactor;
  exports org.reactiveserializer.rxjava3;
  exports org.reactiveserializer.internal.events to
      org.reactiveserializer.calls,
      org.reactiveserializer.io,
      org.reactiveserializer.netty,
      org.reactiveserializer.observability;
  exports org.reactiveserializer.internal.settings to
      org.reactiveserializer.aeron,
      org.reactiveserializer.calls,
      org.reactiveserializer.io,
      org.reactiveserializer.netty,
      org.reactiveserializer.observability;
}
