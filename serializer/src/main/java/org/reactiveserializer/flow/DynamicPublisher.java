package org.reactiveserializer.flow;

import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.internal.operator.Addition;
import org.reactiveserializer.internal.operator.Additions;
import org.reactiveserializer.internal.operator.FlowMerger;
import org.reactiveserializer.internal.operator.FlowSource;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.FlowAdapters;

/**
 * {@link DynamicMerge} for {@link Flow}: a merge of sources that come and go. {@link
 * FlowMerge#mergeDynamic} makes it.
 *
 * @param <T> the type of the items
 */
public final class DynamicPublisher<T> implements Flow.Publisher<T> {
  private final MergeSettings<? super T> settings;
  private final Additions<T> additions;

  DynamicPublisher(
      MergeSettings<? super T> settings,
      @Nullable Consumer<? super Flow.Publisher<? extends T>> onDiscardSource) {
    this.settings = settings;
    this.additions = new Additions<>(settings.hooks(), FlowSource.<T>unwrapping(onDiscardSource));
  }

  /**
   * Adds a source: see {@link DynamicMerge#add(org.reactivestreams.Publisher)}.
   *
   * @param source the source
   * @return the source as a part of this merge, or the refusal of it
   */
  public AddedSource add(Flow.Publisher<? extends T> source) {
    return additions.add(FlowSource.<T>of(source), null);
  }

  /**
   * Adds a source that fails alone: see {@link DynamicMerge#add(org.reactivestreams.Publisher,
   * Consumer)}.
   *
   * @param source the source
   * @param onError gets the error of the source
   * @return the source as a part of this merge, or the refusal of it
   */
  public AddedSource add(Flow.Publisher<? extends T> source, Consumer<? super Throwable> onError) {
    return additions.add(
        FlowSource.<T>of(source), Objects.requireNonNull(onError, "onError is null"));
  }

  /**
   * Refuses all sources from now on: see {@link DynamicMerge#close}.
   *
   * @return whether this call closed it
   */
  public boolean close() {
    return additions.close();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super T> subscriber) {
    additions.start(
        new FlowMerger<Addition<T>, T>(
            settings,
            additions,
            additions.outerHooks(),
            FlowAdapters.toSubscriber(Objects.requireNonNull(subscriber, "subscriber is null"))));
  }
}
