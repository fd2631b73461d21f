package org.reactiveserializer.io.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.shared.SerialSubscription;
import org.reactivestreams.Subscription;

/**
 * A stream into a ring without the ring and without the stream's thread: the operations are the
 * steps of the upstream, of that thread and of the reader. Two items take more places than room is
 * made for; so others wait. At the start two wait, there is room for them, and one more is expected.
 */
public abstract class WriterRightPlay implements WriterRight.Stream, Subscription {
  private static final int CAPACITY = 5;
  private static final int FIRST = 0;
  private static final int SIZE_OF_FIRST = 4;
  private static final int SECOND = 5;
  private static final int SIZE_OF_SECOND = 3;

  /** More looks at the end change nothing. */
  private static final int LOOKS = 8;

  private final Places places = new Places();
  private final WriterRight<Integer> right;
  private final SerialSubscription subscription = new SerialSubscription(this, this::broken);
  private final Count requested = new Count();
  private final Count available = new Count();
  private final Count passes = new Count();
  private final Count wakeUps = new Count();
  private final AtomicReference<@Nullable Throwable> fault = new AtomicReference<>();
  private int emitted; // of the thread that makes a pass
  private volatile @Nullable Thread passing;
  private boolean busy; // of the stream's thread

  WriterRightPlay() {
    right = right(places);
    look();
    available.add(requested.get() - 1);
    emit();
    places.read();
  }

  /** Returns the right that is played; the constructor calls this. */
  WriterRight<Integer> right(RingSink<Integer> sink) {
    return new WriterRight<>(sink, this);
  }

  /** Three more items exist. Whichever thread comes first emits what is requested. */
  @Operation(nonParallelGroup = "left")
  public void arrive() {
    available.add(3);
    emit();
  }

  /** The reader releases what is published, and the stream's thread looks; twice. */
  @Operation(nonParallelGroup = "right")
  public void looks() {
    for (int i = 0; i < 2; i++) {
      places.read();
      look();
    }
  }

  final void read() {
    places.read();
  }

  final void look() {
    wakeUps.take();
    boolean mine = right.take(false);
    if (mine) {
      right.expect();
    }
    busy = (!mine && right.helpWaiting()) || mine;
  }

  private void emit() {
    if (passing == Thread.currentThread()) { // within a request, or within an item
      emitRequested();
      return;
    }
    if (passes.add(1) > 1) {
      return;
    }
    int made = 1;
    do {
      passing = Thread.currentThread();
      emitRequested();
      passing = null;
      made = passes.add(-made);
    } while (made != 0);
  }

  private void emitRequested() {
    while (emitted < Math.min(available.get(), requested.get())) {
      int item = emitted++;
      right.emit(item);
    }
  }

  @Override
  public void request(long n) {
    requested.add((int) n);
    emit();
  }

  @Override
  public void request(int n) {
    subscription.request(n);
  }

  @Override
  public void cancel() {}

  @Override
  public boolean isEnding() {
    return false;
  }

  @Override
  public void broken(Throwable cause) {
    fault.compareAndSet(null, cause);
  }

  @Override
  public void wake() {
    wakeUps.add(1);
  }

  /** The reader has released all, and the stream's thread has done what it was woken for. */
  @Validate
  public void check() {
    places.read();
    for (int i = 0; i < LOOKS && (busy || wakeUps.get() > 0); i++) {
      look();
      places.read();
    }
    Throwable thrown = fault.get();
    if (thrown != null) {
      throw new IllegalStateException("an upstream that was right is blamed", thrown);
    }
    expect("items waiting", 0, places.waiting());
    expect("items written", emitted, places.written.size());
    for (int i = 0; i < emitted; i++) {
      expect("item", i, places.written.get(i));
    }
    expect("items expected", requested.get() - emitted, right.outstanding.get());
    if (right.outstanding.get() == 0) {
      throw new IllegalStateException("there is room, and nothing is requested");
    }
  }

  private static void expect(String what, int expected, int seen) {
    if (expected != seen) {
      throw new IllegalStateException(what + ": " + seen + " instead of " + expected);
    }
  }

  /** A count of the play. */
  static final class Count {
    private int count;

    synchronized int add(int more) {
      count += more;
      return count;
    }

    synchronized int get() {
      return count;
    }

    synchronized int take() {
      int taken = count;
      count = 0;
      return taken;
    }
  }

  /** The places of the ring. */
  static final class Places extends RingSink<Integer> {
    private final Count free = new Count();
    private final Count published = new Count();
    private final List<Integer> written = new ArrayList<>();
    private int read;

    Places() {
      free.add(CAPACITY);
    }

    void read() {
      while (read < published.get()) {
        free.add(size(read++));
      }
    }

    private static int size(int item) {
      return item == FIRST ? SIZE_OF_FIRST : item == SECOND ? SIZE_OF_SECOND : 1;
    }

    @Override
    boolean offer(Integer item) {
      if (free.get() < size(item)) {
        return false;
      }
      free.add(-size(item));
      written.add(item);
      published.add(1);
      return true;
    }

    @Override
    int room() {
      return free.get();
    }

    @Override
    Integer copy(Integer item) {
      return item;
    }
  }

  /** The library. */
  public static class Library extends WriterRightPlay {}

  /** Twin: nobody wakes the stream's thread. */
  public static class Unwoken extends WriterRightPlay {
    @Override
    public void wake() {}
  }

  /** Twin: leaves the writer before it has noted what is expected. */
  public static class StateFirst extends WriterRightPlay {
    @Override
    WriterRight<Integer> right(RingSink<Integer> sink) {
      return new WriterRight<>(sink, this) {
        @Override
        void leave(int expected) {
          state.set(expected == 0 ? WATCHING : EXPECTING);
          outstanding.set(expected);
        }
      };
    }
  }
}
