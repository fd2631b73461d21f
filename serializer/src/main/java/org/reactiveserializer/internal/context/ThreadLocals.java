package org.reactiveserializer.internal.context;

import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What an item takes along while it waits: the thread-locals of its producer, as far as
 * context-propagation knows them. While the item waits, a {@link Carried} stands in its place. Only
 * what delivers it and what discards it look inside, so the loop knows nothing of this.
 *
 * <p>Values that the producer did not have are removed for the delivery: otherwise an item would be
 * handled with those of the thread that happens to deliver it.
 */
public final class ThreadLocals {
  private final ContextSnapshotFactory snapshots =
      ContextSnapshotFactory.builder().clearMissing(true).build();

  /** Creates this. Throws a {@link NoClassDefFoundError} if context-propagation is not there. */
  public ThreadLocals() {}

  private record Carried(Object item, ContextSnapshot snapshot) {}

  /**
   * Returns what waits in place of {@code item}. If an accessor throws, that is dropped, and the item
   * waits by itself: it must not get lost because of that.
   */
  @SuppressWarnings("unchecked") // a Carried comes out as the item again: see unpacked
  public <T> T carrying(T item, Hooks<?> hooks) {
    try {
      return (T) new Carried(item, snapshots.captureAll());
    } catch (StackOverflowError noStack) {
      throw noStack; // nothing is published yet
    } catch (Throwable thrown) {
      hooks.drop(thrown);
      return item;
    }
  }

  /** Returns {@code hooks} that get the item itself. */
  public <T> Hooks<T> unpacking(Hooks<T> hooks) {
    Consumer<? super T> discard = hooks.onDiscard();
    return discard == null ? hooks : hooks.discarding(new Unpacking<>(discard));
  }

  /** Returns a subscriber that passes each item to {@code downstream}, among its thread-locals. */
  public <T> Subscriber<T> restoring(Subscriber<? super T> downstream, Hooks<?> hooks) {
    return new Restoring<>(downstream, hooks);
  }

  /** Returns the item that waited as {@code form}. */
  @SuppressWarnings("unchecked") // carrying put it there, in place of a T
  private static <T> T unpacked(T form) {
    return (Object) form instanceof Carried carried ? (T) carried.item : form;
  }

  private record Unpacking<T>(Consumer<? super T> hook) implements Consumer<T> {
    @Override
    public void accept(T item) {
      hook.accept(unpacked(item));
    }
  }

  private record Restoring<T>(Subscriber<? super T> downstream, Hooks<?> hooks)
      implements Subscriber<T> {
    @Override
    public void onSubscribe(Subscription subscription) {
      downstream.onSubscribe(subscription);
    }

    @Override
    public void onNext(T item) {
      if (!((Object) item instanceof Carried carried)) {
        downstream.onNext(item); // by its own thread
        return;
      }
      ContextSnapshot.@Nullable Scope scope = enter(carried);
      try {
        downstream.onNext(unpacked(item));
      } finally {
        leave(scope);
      }
    }

    private ContextSnapshot.@Nullable Scope enter(Carried carried) {
      try {
        return carried.snapshot.setThreadLocals();
      } catch (StackOverflowError noStack) {
        throw noStack;
      } catch (Throwable thrown) {
        hooks.drop(thrown); // no reason to end the stream
        return null;
      }
    }

    private void leave(ContextSnapshot.@Nullable Scope scope) {
      if (scope != null) {
        try {
          scope.close();
        } catch (StackOverflowError noStack) {
          throw noStack;
        } catch (Throwable thrown) {
          hooks.drop(thrown);
        }
      }
    }

    @Override
    public void onError(Throwable error) {
      downstream.onError(error);
    }

    @Override
    public void onComplete() {
      downstream.onComplete();
    }
  }
}
