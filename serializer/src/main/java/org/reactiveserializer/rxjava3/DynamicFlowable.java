package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.DynamicMerge;
import org.reactiveserializer.internal.operator.Addition;
import org.reactiveserializer.internal.operator.Additions;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * {@link DynamicMerge} for RxJava 3: a merge of sources that come and go. {@link
 * RxMerge#mergeDynamic} makes it.
 *
 * <p>The sources get subscribers of RxJava's own type: see {@link RxMerge}. As with RxJava's own
 * processors, assembly hooks do not see this.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // a user of this class requires RxJava anyway
public final class DynamicFlowable<T> extends Flowable<T> {
  private final MergeSettings<? super T> settings;
  private final Additions<T> additions;

  DynamicFlowable(
      MergeSettings<? super T> settings,
      @Nullable Consumer<? super Publisher<? extends T>> onDiscardSource) {
    this.settings = settings;
    this.additions = new Additions<>(settings.hooks(), onDiscardSource);
  }

  /**
   * Adds a source: see {@link DynamicMerge#add(Publisher)}.
   *
   * @param source the source
   * @return the source as a part of this merge, or the refusal of it
   */
  public AddedSource add(Publisher<? extends T> source) {
    return additions.add(source, null);
  }

  /**
   * Adds a source that fails alone: see {@link DynamicMerge#add(Publisher, Consumer)}.
   *
   * @param source the source
   * @param onError gets the error of the source
   * @return the source as a part of this merge, or the refusal of it
   */
  public AddedSource add(Publisher<? extends T> source, Consumer<? super Throwable> onError) {
    return additions.add(source, Objects.requireNonNull(onError, "onError is null"));
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
  protected void subscribeActual(Subscriber<? super T> downstream) {
    additions.start(
        new FlowableMerger<Addition<T>, T>(
            settings, additions, additions.outerHooks(), downstream));
  }
}
