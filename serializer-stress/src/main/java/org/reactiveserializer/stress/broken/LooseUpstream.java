package org.reactiveserializer.stress.broken;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Scene;
import org.reactiveserializer.stress.support.Subject;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Only the part of a subject that handles its upstream, for twins that break it. */
public abstract class LooseUpstream implements Subscriber<Item>, Subscription {
  private static final Subscription GONE =
      new Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
      };

  private final AtomicReference<@Nullable Subscription> current = new AtomicReference<>();
  private final AtomicBoolean claimed = new AtomicBoolean();
  private final AtomicLong missed = new AtomicLong();

  /** Creates a scene with such a subject; its downstream receives nothing. */
  public static Scene scene(LooseUpstream upstream, Probe probe) {
    return Scene.of((downstream, outcomes) -> new Subject(upstream, upstream, () -> 0), probe);
  }

  /**
   * Stores {@code arrived} unless the stream was cancelled before; returns whether it was stored.
   */
  protected boolean keep(AtomicReference<@Nullable Subscription> place, Subscription arrived) {
    return place.compareAndSet(null, arrived);
  }

  /** Called after demand was recorded because there was no subscription yet. */
  protected abstract void noted();

  /** Passes on the recorded demand, if there is a subscription by now. */
  protected final void requestNoted() {
    Subscription last = current.get();
    if (last != null) {
      long n = missed.getAndSet(0);
      if (n != 0) {
        last.request(n);
      }
    }
  }

  @Override
  public final void onSubscribe(Subscription arrived) {
    if (claimed.compareAndSet(false, true) && keep(current, arrived)) {
      requestNoted();
    } else {
      arrived.cancel();
    }
  }

  @Override
  public final void request(long n) {
    Subscription last = current.get();
    if (last != null) {
      last.request(n);
    } else {
      missed.getAndAdd(n);
      noted();
    }
  }

  @Override
  public final void cancel() {
    Subscription last = current.getAndSet(GONE);
    if (last != null) {
      last.cancel();
    }
  }

  @Override
  public final void onNext(Item item) {}

  @Override
  public final void onError(Throwable error) {}

  @Override
  public final void onComplete() {}

  /** Checks for a cancellation, and only then sets the subscription: it can miss a cancellation. */
  public static final class LookThenStart extends LooseUpstream {
    /** Creates one without a subscription. */
    public LookThenStart() {}

    @Override
    protected boolean keep(AtomicReference<@Nullable Subscription> place, Subscription arrived) {
      if (place.get() == null) {
        place.set(arrived);
        return true;
      }
      return false;
    }

    @Override
    protected void noted() {
      requestNoted();
    }
  }

  /** Does not look again after recording demand: the subscription may have arrived in between. */
  public static final class NoSecondLook extends LooseUpstream {
    /** Creates one without a subscription. */
    public NoSecondLook() {}

    @Override
    protected void noted() {}
  }
}
