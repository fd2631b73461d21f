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
 * What {@link RxSerializer#install} has put into RxJava's hooks.
 *
 * <p>The hook of the assembly sees what {@code serialize()} made, but not what that was made of: the type that
 * would tell is not exported. So it puts an envelope around it. A subscription to that announces itself to the
 * hook of the subscription, which is then called twice on the same thread: for what is in the envelope, with
 * the downstream, around which it makes our serializer; and next for the upstream, with RxJava's serializer
 * around the same downstream, in place of which it returns ours. If the next call is for anything else, RxJava's own is used.
 *
 * <p>The hooks that were there before are called as often as without the envelope: for it, in place of what is in it, and
 * for the upstream.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as RxJava's hooks are
final class Installation implements Disposable {
  private static final String OPERATORS = "io.reactivex.rxjava3.internal.operators.";
  private static final String FLOWABLE = OPERATORS + "flowable.FlowableSerialized";
  private static final String OBSERVABLE = OPERATORS + "observable.ObservableSerialized";

  private static final ThreadLocal<@Nullable Announced> ANNOUNCED = new ThreadLocal<>();

  private final RxSerializer<Object> serializer;
  private final AtomicReference<List<Runnable>> restorations = new AtomicReference<>(List.of());
  private volatile boolean disposed;

  Installation(RxSerializer<Object> serializer) {
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
                    RxSerializer::wrap),
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
                    RxSerializer::wrap),
        (source, observer) -> observer);
    restorations.set(undoing);
    return this;
  }

  /** Puts a hook around what is there, first in line: the others are not to hide anything from it. */
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
      // Taken out: perhaps two threads dispose; and what was assembled meanwhile keeps this object, but need
      // not keep the other hooks.
      restorations.getAndSet(List.of()).forEach(Runnable::run);
    }
  }

  @Override
  public boolean isDisposed() {
    return disposed;
  }

  // What the hooks do.

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
   * The hook of the subscription.
   *
   * @param others the hooks behind this one
   * @param theirs RxJava's serializer
   * @param wrap puts ours around a subscriber
   */
  private static <S> S subscribed(
      Object source,
      S subscriber,
      Function<S, S> others,
      Class<?> theirs,
      BiFunction<RxSerializer<Object>, S, S> wrap)
      throws Throwable {
    Announced announced = ANNOUNCED.get();
    if (announced == null) {
      return others.apply(subscriber);
    }
    if (announced.original == source) {
      if (announced.serializer != null) {
        announced.ours = wrap.apply(announced.serializer, subscriber);
      }
      return subscriber; // of which the others were told when the envelope was subscribed to
    }
    ANNOUNCED.remove(); // whatever comes next, it is not what is awaited
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

  /** The subscription to an envelope that this thread is about. Without a serializer RxJava's own is used. */
  private static final class Announced {
    final Object original;
    final @Nullable RxSerializer<Object> serializer;
    @Nullable Object ours;

    Announced(Object original, @Nullable RxSerializer<Object> serializer) {
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
