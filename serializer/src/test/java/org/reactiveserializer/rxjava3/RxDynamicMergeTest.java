package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.Merge;
import org.reactiveserializer.support.DynamicMergeRules;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** The merge of sources that come and go: the rules that all bridges share. */
class RxDynamicMergeTest extends DynamicMergeRules {
  @BeforeEach
  void hook() {
    RxJavaPlugins.setErrorHandler(dropped::add);
  }

  @AfterEach
  void unhook() {
    RxJavaPlugins.setErrorHandler(null);
  }

  @Override
  protected Merge<Integer> any() {
    return super.any().onDiscard(discarded::add); // RxJava has no hook for discarded items
  }

  @Override
  protected Publisher<Integer> source(Publisher<Integer> raw) {
    return Flowable.fromPublisher(raw);
  }

  @Override
  protected void subscribe(DynamicMerge<Integer> merge, Subscriber<Integer> end) {
    RxSerializer.flowable(merge).subscribe(end);
  }
}
