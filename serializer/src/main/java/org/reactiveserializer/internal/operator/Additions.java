package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The outer source of a merge to which any thread adds sources, until it is closed: a sink of them.
 *
 * <p><b>Invariant.</b> An addition that was accepted before the close precedes the end of this
 * source, so the merge does not end before the source of that addition has. One that comes after the
 * close, or after the end of the merge, is refused. This is what a sink guarantees for its items and its
 * end; there is no second word beside the sink's that says whether the merge is closed.
 *
 * @param <T> the type of the items
 */
public final class Additions<T>
    implements Publisher<Addition<T>>, Function<Addition<T>, Publisher<T>> {
  private final SinkOperator<Addition<T>> sink;
  private final Hooks<?> hooks;
  private final @Nullable Consumer<? super Publisher<? extends T>> onDiscardSource;

  /**
   * Creates an outer source to which nothing was added.
   *
   * @param hooks what is thrown by hooks goes there
   * @param onDiscardSource gets each accepted source that is not subscribed to; null: no hook
   */
  public Additions(
      Hooks<?> hooks, @Nullable Consumer<? super Publisher<? extends T>> onDiscardSource) {
    this.hooks = hooks;
    this.onDiscardSource = onDiscardSource;
    this.sink =
        new SinkOperator<>(
            SerialSettings.of(new Hooks<Addition<T>>(new Discard<T>(), hooks.onErrorDropped())));
  }

  /** Returns where additions go that the merge does not admit. */
  public Hooks<Addition<T>> outerHooks() {
    return hooks.discarding(new Discard<T>());
  }

  // What the user calls.

  /** Adds a source; see {@link Addition}. */
  public AddedSource add(
      Publisher<? extends T> source, @Nullable Consumer<? super Throwable> onError) {
    Addition<T> addition =
        new Addition<>(this, Objects.requireNonNull(source, "source is null"), onError);
    add(addition);
    return addition;
  }

  /** Adds an addition that was just made. */
  public void add(Addition<T> addition) {
    StackCheck.ensure(); // the merge is the downstream of the sink: it must not fail there
    EmitOutcome outcome;
    try {
      outcome = sink.tryEmit(addition);
    } catch (Throwable thrown) {
      addition.abandon();
      throw thrown;
    }
    if (outcome.isAccepted()) {
      addition.settle();
    } else {
      addition.refuse();
    }
  }

  /** Refuses all sources that are added from now on. Returns whether this was the first call. */
  public boolean close() {
    return sink.tryComplete().isAccepted();
  }

  // What the merge calls.

  @Override
  public void subscribe(Subscriber<? super Addition<T>> merger) {
    if (sink.admit(merger) != null) {
      Refused.signal(
          merger,
          new IllegalStateException(
              "a dynamic merge allows one subscriber, and was subscribed to before"));
    }
  }

  /** Starts a merge, which is to be the subscriber. */
  public void start(Merger<Addition<T>, T> merger) {
    try {
      merger.start(this);
    } finally {
      leaveIfCancelled();
    }
  }

  /**
   * A subscriber that cancels, or throws, when it gets its subscription is never subscribed here. It is
   * the only one all the same, so what is added from now on must be refused.
   */
  public void leaveIfCancelled() {
    if (!sink.hasSubscriber()) {
      sink.admit(new Leaving<Addition<T>>()); // refused if a subscriber has been here and left
    }
  }

  /** Returns the publisher of an addition, which is the addition itself. */
  @Override
  public Publisher<T> apply(Addition<T> addition) {
    return addition;
  }

  // What an addition calls.

  void discardSource(Publisher<? extends T> source) {
    if (onDiscardSource != null) {
      hooks.<Publisher<? extends T>>discarding(onDiscardSource).discard(source);
    }
  }

  void report(Throwable error, Consumer<? super Throwable> onError) {
    hooks.<Throwable>discarding(onError).discard(error);
  }

  /** A subscriber that cancels. */
  private static final class Leaving<A> implements Subscriber<A> {
    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(A item) {}

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {}
  }

  private static final class Discard<T> implements Consumer<Addition<T>> {
    @Override
    public void accept(Addition<T> addition) {
      addition.discard();
    }
  }
}
