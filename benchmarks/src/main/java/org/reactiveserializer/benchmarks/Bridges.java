package org.reactiveserializer.benchmarks;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.smallrye.mutiny.Multi;
import java.util.function.Consumer;
import org.reactiveserializer.flow.FlowSerializer;
import org.reactiveserializer.mutiny.MutinySerializer;
import org.reactiveserializer.reactor.ReactorSerializer;
import org.reactiveserializer.rxjava3.RxSerializer;
import reactor.core.publisher.Flux;

/**
 * The operators of the bridges, each in a pipeline of its library. Producers call the subscriber
 * that the operator subscribed to the upstream, and the operator calls the downstream directly: no
 * code of the library lies on the path of an item.
 */
final class Bridges {
  private Bridges() {}

  static Consumer<Integer> flow(Downstream downstream) {
    Raw raw = new Raw();
    FlowSerializer.serialize(raw).subscribe(downstream);
    return raw.entry();
  }

  static Consumer<Integer> rxjava(Downstream downstream) {
    Raw raw = new Raw();
    Flowable.fromPublisher(raw).compose(RxSerializer.serialize()).subscribe(downstream);
    return raw.entry();
  }

  static Consumer<Integer> rxjavaObservable(Downstream downstream) {
    Raw raw = new Raw();
    Observable.unsafeCreate(raw).compose(RxSerializer.serialize()).subscribe(downstream);
    return raw.entry();
  }

  static Consumer<Integer> reactor(Downstream downstream) {
    Raw raw = new Raw();
    Flux.from(raw).transform(ReactorSerializer.serialize()).subscribe(downstream);
    return raw.entry();
  }

  static Consumer<Integer> mutiny(Downstream downstream) {
    Raw raw = new Raw();
    Multi.createFrom().safePublisher(raw).plug(MutinySerializer.serialize()).subscribe(downstream);
    return raw.entry();
  }
}
