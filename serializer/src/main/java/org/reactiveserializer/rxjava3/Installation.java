package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.functions.BiFunction;
import io.reactivex.rxjava3.functions.Function;
import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import io.reactivex.rxjava3.subscribers.SerializedSubscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The hooks that {@link RxSerializer#install} sets in RxJava.
 *
 * <p>The assembly hook sees the operator that {@code serialize()} made, but not the operator's
 * upstream, since the operator's type is not exported. So the hook puts an envelope around the
 * operator. When the envelope is subscribed to, it announces the subscription in a thread local and
 * subscribes to the operator. The subscribe hook is then called twice on this thread:
 *
 * <ol>
 *   <li>For the operator, with the downstream. The hook makes our serializer around the downstream.
 *   <li>For the upstream, with RxJava's serializer around the same downstream. The hook returns our
 *       serializer in its place.
 * </ol>
 *
 * <p>If the second call is for anything else, RxJava's own serializer is used.
 *
 * <p>The hooks that were set before are called as often as without the envelope: once for the
 * envelope in place of the operator, and once for the upstream.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // RxJava's hooks have raw types
final class Installation implements Disposable {
  private static final String OPERATORS = "io.reactivex.rxjava3.internal.operators.";
  private static final String FLOWABLE = OPERATORS + "flowable.FlowableSerialized";
  private static final String OBSERVABLE = OPERATORS + "observable.ObservableSerialized";

  private static final ThreadLocal<@Nullable Announced> ANNOUNCED = new ThreadLocal<>();

  private final SerializeOperator<Object> serializer;
  private final AtomicReference<List<Runnable>> restorations = new AtomicReference<>(List.of());
  private volatile boolean disposed;

  Installation(SerializeOperator<Object> serializer) {
    this.serializer = serializer;
  }

  Disposable install() {
    List<Runnable> undoing = new ArrayList<>();
    Installation.<Function<? super Flowable, ? extends Flowable>>put(
        undoing,
        RxJavaPlugins::getOnFlowableAssembly,
        RxJavaPlugins::setOnFlowableAssembly,
        others -> flowable -> others.apply(replaced(flowable)),
        flowable -> flowable);
    Installation.<Function<? super Observable, ? extends Observable>>put(
        undoing,
        RxJavaPlugins::getOnObservableAssembly,
        RxJavaPlugins::setOnObservableAssembly,
        others -> observable -> others.apply(replaced(observable)),
        observable -> observable);
    Installation.<BiFunction<? super Flowable, ? super Subscriber, ? extends Subscriber>>put(
        undoing,
        RxJavaPlugins::getOnFlowableSubscribe,
        RxJavaPlugins::setOnFlowableSubscribe,
        others ->
            (source, subscriber) ->
                subscribed(
                    source,
                    subscriber,
                    last -> others.apply(source, last),
                    SerializedSubscriber.class,
                    SerializeOperator::apply),
        (source, subscriber) -> subscriber);
    Installation.<BiFunction<? super Observable, ? super Observer, ? extends Observer>>put(
        undoing,
        RxJavaPlugins::getOnObservableSubscribe,
        RxJavaPlugins::setOnObservableSubscribe,
        others ->
            (source, observer) ->
                subscribed(
                    source,
                    observer,
                    last -> others.apply(source, last),
                    io.reactivex.rxjava3.observers.SerializedObserver.class,
                    SerializeOperator::apply),
        (source, observer) -> observer);
    restorations.set(undoing);
    return this;
  }

  /**
   * Sets a hook around the one that is set. It runs first, so that the other cannot hide anything
   * from it.
   */
  private static <H> void put(
      List<Runnable> undoing,
      Supplier<@Nullable H> getter,
      Consumer<@Nullable H> setter,
      UnaryOperator<H> hook,
      H none) {
    H others = getter.get();
    H ours = hook.apply(others == null ? none : others);
    setter.accept(ours);
    undoing.add(
        () -> {
          if (getter.get() == ours) {
            setter.accept(others);
          }
        });
  }

  @Override
  public void dispose() {
    disposed = true;
    if (!RxJavaPlugins.isLockdown()) {
      // The list is replaced for two reasons. Two threads may dispose at the same time. And
      // operators that were assembled meanwhile keep this object reachable, but must not keep the
      // other hooks reachable.
      restorations.getAndSet(List.of()).forEach(Runnable::run);
    }
  }

  @Override
  public boolean isDisposed() {
    return disposed;
  }

  // The hooks.

  private Flowable replaced(Flowable assembled) {
    return !disposed && assembled.getClass().getName().equals(FLOWABLE)
        ? new FlowableEnvelope(assembled)
        : assembled;
  }

  private Observable replaced(Observable assembled) {
    return !disposed && assembled.getClass().getName().equals(OBSERVABLE)
        ? new ObservableEnvelope(assembled)
        : assembled;
  }

  /**
   * The subscribe hook.
   *
   * @param others the hooks that were set before
   * @param theirs the class of RxJava's serializer
   * @param wrap puts our serializer around a subscriber
   */
  private static <S> S subscribed(
      Object source,
      S subscriber,
      Function<S, S> others,
      Class<?> theirs,
      BiFunction<SerializeOperator<Object>, S, S> wrap)
      throws Throwable {
    Announced announced = ANNOUNCED.get();
    if (announced == null) {
      return others.apply(subscriber);
    }
    if (announced.original == source) {
      if (announced.serializer != null) {
        announced.ours = wrap.apply(announced.serializer, subscriber);
      }
      return subscriber; // the others were called for it when the envelope was subscribed to
    }
    ANNOUNCED.remove(); // the announcement is for this call only
    Object ours = announced.ours;
    return others.apply(ours != null && theirs.isInstance(subscriber) ? (S) ours : subscriber);
  }

  private void announce(Object original, Runnable subscription) {
    ANNOUNCED.set(new Announced(original, disposed ? null : serializer));
    try {
      subscription.run();
    } finally {
      ANNOUNCED.remove();
    }
  }

  /**
   * The subscription to an envelope in progress on this thread. Without a serializer RxJava's own
   * is used.
   */
  private static final class Announced {
    final Object original;
    final @Nullable SerializeOperator<Object> serializer;
    @Nullable Object ours;

    Announced(Object original, @Nullable SerializeOperator<Object> serializer) {
      this.original = original;
      this.serializer = serializer;
    }
  }

  private final class FlowableEnvelope extends Flowable<Object> {
    private final Flowable<Object> original;

    FlowableEnvelope(Flowable<Object> original) {
      this.original = original;
    }

    @Override
    protected void subscribeActual(Subscriber<? super Object> downstream) {
      announce(original, () -> original.subscribe(downstream));
    }
  }

  private final class ObservableEnvelope extends Observable<Object> {
    private final Observable<Object> original;

    ObservableEnvelope(Observable<Object> original) {
      this.original = original;
    }

    @Override
    protected void subscribeActual(Observer<? super Object> downstream) {
      announce(original, () -> original.subscribe(downstream));
    }
  }
}
