package org.reactiveserializer.internal.operator;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.AddedSource;
import org.reactiveserializer.internal.engine.StackCheck;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

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
 * <p>Not final, so that a stress test can break a step.
 *
 * @param <T> the type of the items
 */
public class Addition<T> implements Publisher<T>, AddedSource {
  private static final @Nullable Object ADDING = null;
  private static final Object LEFT = new Object();
  private static final Object REFUSED = new Object();
  private static final Object GONE = new Object();

  private final Additions<T> additions;
  private final @Nullable Consumer<? super Throwable> onError;

  // Plain: null once the one thread that moved the state to GONE has given it to the hook.
  private @Nullable Publisher<? extends T> source;

  // One of the constants, or the inner.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object state;

  /** Creates an addition; {@code onError} gets the error of the source, which then fails alone. */
  protected Addition(
      Additions<T> additions,
      Publisher<? extends T> source,
      @Nullable Consumer<? super Throwable> onError) {
    this.additions = additions;
    this.source = source;
    this.onError = onError;
  }

  // What the thread that adds calls.

  /** The merge has refused this. */
  final void refuse() {
    change(ADDING, REFUSED);
  }

  /** The merge has accepted this: subscribes, if it was admitted. */
  final void settle() {
    if (!change(ADDING, LEFT) && state instanceof Inner<?> inner) {
      subscribeTo(inner);
    }
  }

  /** The call that added this has thrown: the merge has ended, perhaps after it had admitted this. */
  final void abandon() {
    if (!change(ADDING, LEFT) && state instanceof Inner<?>) {
      discardSource();
    }
  }

  // What the merge calls.

  /** Takes the inner: the merge has admitted this. */
  @Override
  @SuppressWarnings("unchecked") // a merge subscribes its own inner
  public final void subscribe(Subscriber<? super T> subscriber) {
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
    ((Inner<T>) inner).subscribeTo(Objects.requireNonNull(source));
  }

  /** The merge has ended before it admitted this. */
  final void discard() {
    if (change(ADDING, GONE) || change(LEFT, GONE)) {
      discardSource();
    }
  }

  private void discardSource() {
    Publisher<? extends T> last = Objects.requireNonNull(source);
    source = null;
    additions.discardSource(last);
  }

  /** Returns whether a hook takes the error of the source, so that the merge goes on. */
  final boolean failsAlone(@Nullable Throwable error) {
    if (onError != null && error != null) {
      additions.report(error, onError);
    }
    return onError != null;
  }

  // What the user calls.

  @Override
  public final boolean isAccepted() {
    return state != REFUSED;
  }

  @Override
  public final void remove() {
    StackCheck.ensure();
    discard();
    if (state instanceof Inner<?> inner) {
      inner.withdraw();
    }
  }

  /** Makes one transition. */
  protected boolean change(@Nullable Object from, Object to) {
    return STATE.compareAndSet(this, from, to);
  }

  /** Returns the name of the source, since errors of the merge name it so. */
  @Override
  public String toString() {
    return String.valueOf(source);
  }

  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, Addition.class, Object.class);
}
