package org.reactiveserializer.internal.context;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.engine.Hooks;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * What an item takes along while it waits: the thread-locals of its producer, as far as
 * context-propagation knows them. While the item waits, a {@link Carried} stands in its place. Only
 * what delivers it and what discards it look inside, so the loop knows nothing of this.
 *
 * <p>Values that the producer did not have are removed for the delivery: otherwise an item would be
 * handled with those of the thread that happens to deliver it.
 *
 * <p>Each accessor is called by itself, and not by a snapshot of context-propagation, which stops at
 * the first one that throws: then the values of the others would stay in a thread that is not theirs.
 * What an accessor throws, also a {@link StackOverflowError}, is dropped. It concerns its own
 * thread-local, and neither the item nor the stream.
 */
public final class ThreadLocals {
  private final ContextRegistry registry = ContextRegistry.getInstance();

  /** Creates this. Throws a {@link LinkageError} if context-propagation is not there, or too old. */
  public ThreadLocals() {
    // Since 1.0.3, as the accessors' methods that are used here are.
    Objects.requireNonNull(ContextSnapshotFactory.builder());
  }

  /** An item with the values of the thread-locals, null where there was none. */
  private static final class Carried {
    final Object item;
    final ThreadLocalAccessor<?>[] accessors;
    final @Nullable Object[] values;

    Carried(Object item, ThreadLocalAccessor<?>[] accessors, @Nullable Object[] values) {
      this.item = item;
      this.accessors = accessors;
      this.values = values;
    }
  }

  /** Returns what waits in place of {@code item}. Throws only if it is out of memory. */
  @SuppressWarnings("unchecked") // a Carried comes out as the item again: see unpacked
  public <T> T carrying(T item, Hooks<?> hooks) {
    ThreadLocalAccessor<?>[] accessors =
        registry.getThreadLocalAccessors().toArray(new ThreadLocalAccessor<?>[0]);
    @Nullable Object[] values = new Object[accessors.length];
    for (int i = 0; i < accessors.length; i++) {
      try {
        values[i] = accessors[i].getValue();
      } catch (Throwable thrown) {
        drop(thrown, hooks); // as if there were none
      }
    }
    return (T) new Carried(item, accessors, values);
  }

  private static void drop(Throwable thrown, Hooks<?> hooks) {
    try {
      hooks.drop(thrown);
    } catch (Throwable noStack) {
      // The item is worth more than the report.
    }
  }

  /** Returns {@code hooks} that get the item itself. */
  public <T> Hooks<T> unpacking(Hooks<T> hooks) {
    Consumer<? super T> discard = hooks.onDiscard();
    return discard == null ? hooks : hooks.of(new Unpacking<>(discard));
  }

  /** Returns {@code weigher}, for items as they wait. */
  public <T> ToLongFunction<T> unpacking(ToLongFunction<? super T> weigher) {
    return form -> weigher.applyAsLong(unpacked(form));
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
    // A value that could not be read.
    private static final Object UNKNOWN = new Object();

    @Override
    public void onSubscribe(Subscription subscription) {
      downstream.onSubscribe(subscription);
    }

    @Override
    public void onNext(T item) {
      if (!((Object) item instanceof Carried carried)) {
        downstream.onNext(item); // it did not wait: its own thread delivers it
        return;
      }
      @Nullable Object[] own = new Object[carried.values.length];
      int entered = 0;
      try {
        for (; entered < own.length; entered++) {
          enter(carried, own, entered);
        }
        downstream.onNext(unpacked(item));
      } finally {
        while (entered > 0) {
          leave(carried, own, --entered);
        }
      }
    }

    /** Sets a value of the producer, and keeps this thread's own in {@code own}. */
    private void enter(Carried carried, @Nullable Object[] own, int i) {
      own[i] = UNKNOWN;
      try {
        own[i] = carried.accessors[i].getValue();
        set(carried.accessors[i], carried.values[i]);
      } catch (Throwable thrown) {
        drop(thrown, hooks);
      }
    }

    @SuppressWarnings("unchecked") // the value is of the same accessor
    private static <V> void set(ThreadLocalAccessor<V> accessor, @Nullable Object value) {
      if (value == null) {
        accessor.setValue();
      } else {
        accessor.setValue((V) value);
      }
    }

    private void leave(Carried carried, @Nullable Object[] own, int i) {
      if (own[i] == UNKNOWN) {
        return; // nothing was set; to restore nothing would remove this thread's own value
      }
      try {
        restore(carried.accessors[i], own[i]);
      } catch (Throwable thrown) {
        drop(thrown, hooks);
      }
    }

    @SuppressWarnings("unchecked") // as above
    private static <V> void restore(ThreadLocalAccessor<V> accessor, @Nullable Object value) {
      if (value == null) {
        accessor.restore();
      } else {
        accessor.restore((V) value);
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
