/** What shows a stream from outside: a guard that reports breaches of the specification, and meters. */
@org.jspecify.annotations.NullMarked
module org.reactiveserializer.observability {
  requires static org.jspecify;
  requires transitive org.reactiveserializer;
  requires transitive org.reactivestreams;

  // Each is needed by one class only. They are not transitive: otherwise no module could be
  // compiled
  // without all of them.
  requires static io.reactivex.rxjava3;
  requires static io.smallrye.mutiny;
  requires static micrometer.core;
  requires static reactor.core;
  requires static spring.boot.autoconfigure;
  requires static spring.context;

  exports org.reactiveserializer.observability.guard;
  exports org.reactiveserializer.observability.meters;
}
