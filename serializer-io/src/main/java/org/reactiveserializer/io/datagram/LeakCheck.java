package org.reactiveserializer.io.datagram;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.io.internal.datagram.BufferPool;

/**
 * Finds datagrams that were delivered, became garbage and were not released. Reports each one with
 * the stack of its delivery, and with that of the last access to its payload as the cause.
 */
final class LeakCheck {
  private final Consumer<? super Throwable> listener;
  private final LongAdder leaked = new LongAdder();

  LeakCheck(Consumer<? super Throwable> listener) {
    this.listener = listener;
  }

  /** Watches {@code datagram}, whose buffer is of {@code pool}. */
  void track(Datagram datagram, BufferPool pool) {
    Tracked tracked = new Tracked(this, datagram.toString(), pool);
    datagram.track(tracked);
    tracked.cleanable = Cleaners.COMMON.register(datagram, tracked);
  }

  /** Returns how many datagrams were found. */
  long leaked() {
    return leaked.sum();
  }

  private void report(Throwable leak) {
    leaked.increment();
    try {
      listener.accept(leak);
    } catch (Throwable thrown) {
      Log.warning("The listener of the leak check threw", thrown);
    }
  }

  /** Describes a datagram when it was collected. It must not refer to the datagram. */
  static final class Tracked implements Runnable {
    private final LeakCheck check;
    private final String name;
    private final BufferPool pool;
    private Cleaner.@Nullable Cleanable cleanable; // set before the datagram is published

    private volatile boolean released;
    private volatile @Nullable Throwable delivery;
    private volatile @Nullable Throwable lastAccess;

    Tracked(LeakCheck check, String name, BufferPool pool) {
      this.check = check;
      this.name = name;
      this.pool = pool;
    }

    void delivered() {
      delivery =
          new IllegalStateException("a " + name + " was not released; it was delivered here");
    }

    void accessed() {
      lastAccess = new IllegalStateException("its payload was last accessed here");
    }

    void released() {
      released = true; // first: clean() calls run()
      if (cleanable != null) {
        cleanable.clean();
      }
    }

    /** Called once: when the datagram is released, or when it is garbage. */
    @Override
    public void run() {
      Throwable leak = delivery;
      if (!released) {
        pool.forget();
        if (leak != null) {
          if (lastAccess != null) {
            leak.initCause(lastAccess);
          }
          check.report(leak);
        }
      }
    }
  }

  /** Its thread is started with the first leak check, and not before. */
  private static final class Cleaners {
    static final Cleaner COMMON = Cleaner.create();
  }
}
