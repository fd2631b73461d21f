package org.reactiveserializer.internal.operator;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactiveserializer.internal.engine.Nobody;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

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
public final class DynamicSources<T>
    implements Publisher<DynamicSources.Addition<T>>,
        Function<DynamicSources.Addition<T>, Publisher<T>> {
  private final SinkOperator<Addition<T>> sink;
  private final MergeSettings<T> settings;
  private final @Nullable Consumer<? super Publisher<? extends T>> onDiscardSource;

  // Where goes what the hooks for sources throw.
  private volatile Hooks<?> hooks;

  /**
   * Creates an outer source to which nothing was added.
   *
   * @param settings the settings of the merge
   * @param onDiscardSource gets each accepted source that is not subscribed to; null: no hook
   */
  public DynamicSources(
      MergeSettings<T> settings,
      @Nullable Consumer<? super Publisher<? extends T>> onDiscardSource) {
    this.settings = settings;
    this.onDiscardSource = onDiscardSource;
    this.hooks = settings.common().hooks();
    this.sink =
        new SinkOperator<>(
            SerialSettings.of(new Hooks<>(Addition::discard, error -> hooks.drop(error))));
  }

  /** Returns the plan of the merge of these sources. */
  public MergeSettings.Plan<Addition<T>, T> plan() {
    return settings.plan(this, this, Addition::discard);
  }

  /** Sets where goes what the hooks for sources throw. */
  void reportTo(Hooks<?> other) {
    hooks = other;
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
  void add(Addition<T> addition) {
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
      Bridges.refuse(
          merger,
          new IllegalStateException(
              "a dynamic merge allows one subscriber, and was subscribed to before"));
    }
  }

  /**
   * A subscriber that cancels, or throws, when it gets its subscription is never subscribed here. It is
   * the only one all the same, so what is added from now on must be refused.
   */
  public void leaveIfCancelled() {
    if (!sink.hasSubscriber()) {
      sink.admit(Nobody.subscriber()); // refused if a subscriber has been here and left
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

  /**
   * A source that is added to a merge: an outer item, which is its own inner source.
   *
   * <pre>
   *   ADDING ──► the inner                  the merge has admitted it: the thread that adds subscribes
   *   ADDING ──► LEFT ──► the inner         it waited: the thread that admits it subscribes
   *   ADDING ──► REFUSED                    by the thread that adds: the merge is closed or has ended
   *   ADDING, LEFT ──► GONE                 the merge ended before it was admitted, or it was removed
   * </pre>
   *
   * <p>Each transition is a {@code compareAndSet}, so one thread wins each. So the source is subscribed
   * to once, refused, or given to the hook for sources: exactly one of these.
   *
   * <p>The thread that adds subscribes, since {@code subscribe} may take long, or emit all items: a merge
   * admits one source after another, and the others must not wait for that.
   *
   * @param <T> the type of the items
   */
  public static final class Addition<T> implements Publisher<T>, AddedSource {
    private static final @Nullable Object ADDING = null;
    private static final Object LEFT = new Object();
    private static final Object REFUSED = new Object();
    private static final Object GONE = new Object();

    private final DynamicSources<T> sources;
    private final @Nullable Consumer<? super Throwable> onError;

    // Plain: null once the one thread that moved the state to GONE has given it to the hook.
    private @Nullable Publisher<? extends T> source;

    // One of the constants, or the inner.
    private final AtomicReference<@Nullable Object> state = new AtomicReference<>(ADDING);

    private Addition(
        DynamicSources<T> sources,
        Publisher<? extends T> source,
        @Nullable Consumer<? super Throwable> onError) {
      this.sources = sources;
      this.source = source;
      this.onError = onError;
    }

    // What the thread that adds calls.

    /** The merge has refused this. */
    void refuse() {
      change(ADDING, REFUSED);
    }

    /** The merge has accepted this: subscribes, if it was admitted. */
    void settle() {
      if (!change(ADDING, LEFT) && state.get() instanceof Inner<?> inner) {
        subscribeTo(inner);
      }
    }

    /** The call that added this has thrown: the merge has ended, perhaps after it had admitted this. */
    void abandon() {
      if (!change(ADDING, LEFT) && state.get() instanceof Inner<?>) {
        discardSource();
      }
    }

    // What the merge calls.

    /** Takes the inner: the merge has admitted this. */
    @Override
    @SuppressWarnings("unchecked") // a merge subscribes its own inner
    public void subscribe(Subscriber<? super T> subscriber) {
      Inner<T> inner = (Inner<T>) subscriber;
      if (change(ADDING, inner)) {
        return;
      }
      if (change(LEFT, inner)) {
        subscribeTo(inner);
      } else {
        inner.completed(); // it was removed
      }
    }

    @SuppressWarnings("unchecked") // the inner was subscribed to this
    private void subscribeTo(Inner<?> inner) {
      ((Inner<T>) inner).subscribeTo(Sources.direct(Objects.requireNonNull(source)));
    }

    /** The merge has ended before it admitted this. */
    void discard() {
      if (change(ADDING, GONE) || change(LEFT, GONE)) {
        discardSource();
      }
    }

    private void discardSource() {
      Publisher<? extends T> last = Objects.requireNonNull(source);
      source = null;
      sources.discardSource(last);
    }

    /** Returns whether a hook takes the error of the source, so that the merge goes on. */
    boolean failsAlone(@Nullable Throwable error) {
      if (onError != null && error != null) {
        sources.report(error, onError);
      }
      return onError != null;
    }

    // What the user calls.

    @Override
    public boolean isAccepted() {
      return state.get() != REFUSED;
    }

    @Override
    public void remove() {
      StackCheck.ensure();
      discard();
      if (state.get() instanceof Inner<?> inner) {
        inner.withdraw();
      }
    }

    /** Makes one transition. */
    private boolean change(@Nullable Object from, Object to) {
      return state.compareAndSet(from, to);
    }

    /** Returns the name of the source, since errors of the merge name it so. */
    @Override
    public String toString() {
      Publisher<? extends T> last = source;
      return last == null ? "a source" : Sources.direct(last).toString();
    }
  }
}
