package org.reactiveserializer.internal.waiting;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.waiting.Waiter.Decision;

/**
 * Those who wait for room in a queue: threads and stages, in one line, in the order in which they
 * came. The owner admits the first of them whenever it makes room, and moves their items to the
 * queue: nobody has to try again.
 *
 * <p><b>Invariant.</b> If somebody waits, then the queue has no room, or a thread that has joined the
 * line has yet to request a pass, or a pass is due or under way. For one joins the line first, and then
 * requests a pass; each pass admits as many as there is room for; and later room is made by the owner
 * only, who admits at each removal. If items have a weight, "no room" means none for the first one that
 * waits; so one that withdraws requests a pass as well.
 *
 * <p>One that withdraws leaves the line at its turn. When most have withdrawn, all of these are
 * removed, so that they take no more memory than those that wait, whatever the owner does meanwhile.
 *
 * <p>Not final, so that a stress test can break a step.
 *
 * @param <T> the type of the items
 */
public class RoomLine<T> {
  /** So many that have withdrawn may stay in any line. */
  private static final int FEW = 64;

  private final Executor executor;
  private final ConcurrentLinkedQueue<Waiter<T>> waiters = new ConcurrentLinkedQueue<>();

  // What is run when one has withdrawn; null: nothing.
  private @Nullable Runnable onWithdrawal;

  // How many wait, or are about to join. Never too small: one who was seen, but not counted, and is
  // stopped there, would hide another one.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile int waiting;

  // How many have withdrawn since all of these were removed.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile int withdrawn;

  /** Creates an empty line whose stages and calls {@code executor} completes. */
  public RoomLine(Executor executor) {
    this.executor = executor;
  }

  /**
   * Sets what requests a pass when one withdraws: for those behind it there may be room which did not suffice
   * for that one, and what is kept for it must be released. It must not make the pass here: this may be the thread
   * of a timer. Before anybody joins.
   */
  public final void onWithdrawal(Runnable requestPass) {
    onWithdrawal = requestPass;
  }

  /** Returns a stage for {@code item}, which must {@link #join}. */
  public final Waiter<T> stage(T item) {
    return stage(item, 0);
  }

  /** As the other, for an item with a weight. */
  public final Waiter<T> stage(T item, long weight) {
    return new Waiter<>(item, weight, this);
  }

  /** Returns what the calling thread waits with for {@code item}, and must {@link #withdraw}. */
  public final Waiter<T> thread(T item) {
    return thread(item, 0);
  }

  /** As the other, for an item with a weight. */
  public final Waiter<T> thread(T item, long weight) {
    return new Waiter<>(item, weight, new Semaphore(0));
  }

  /** Returns what waits, without an item, to run {@code task} once. The room is not kept for it. */
  public final Waiter<T> call(Runnable task) {
    return new Waiter<>(task, 0, task);
  }

  /**
   * Adds {@code waiter}, once, and then requests a pass: so whoever adds the last one makes sure that
   * it is seen. The caller must then look whether the stream has ended.
   */
  public void join(Waiter<T> waiter, Runnable requestPass) {
    WAITING.getAndAdd(this, 1); // first: see waiting
    try {
      waiters.add(waiter);
    } catch (Throwable noMemory) {
      decide(waiter, Decision.WITHDRAWN);
      throw noMemory;
    }
    requestPass.run();
  }

  /** Returns whether nobody waits. To be asked after room was made. */
  public final boolean isEmpty() {
    return waiting == 0;
  }

  /** Returns how many wait. */
  public final int size() {
    return waiting;
  }

  /** Returns the first one that waits; null if there is none. By any thread. */
  public final @Nullable Waiter<T> first() {
    for (; ; ) {
      Waiter<T> first = waiters.peek();
      if (first == null || first.decided() == null) {
        return first;
      }
      waiters.remove(first); // this one, and not the first: another thread may have removed it
    }
  }

  /** Decides for {@code waiter}. Returns what has waited; null if it was decided before. */
  @Nullable Object decide(Waiter<T> waiter, Decision decision) {
    Object waited = waiter.decide(decision);
    if (waited != null) {
      WAITING.getAndAdd(this, -1);
    }
    return waited;
  }

  /**
   * Admits {@code waiter}, and returns its item, which the caller delivers; null if it was decided
   * before. By an owner that needs no place for it.
   */
  @SuppressWarnings("unchecked") // what a waiter that is no call waits with
  public final @Nullable T admit(Waiter<T> waiter) {
    Object waited = decide(waiter, Decision.ADMITTED);
    if (waited != null) {
      answer(waiter);
    }
    return (T) waited;
  }

  /** Gives {@code waiter} up. Returns false if it was decided before. By any thread. */
  public boolean withdraw(Waiter<T> waiter) {
    if (decide(waiter, Decision.WITHDRAWN) == null) {
      return false;
    }
    int gone = (int) WITHDRAWN.getAndAdd(this, 1) + 1;
    if (gone > FEW && gone > waiting) {
      withdrawn = 0;
      waiters.removeIf(Withdrawn.OF_ANY);
    }
    Runnable requestPass = onWithdrawal;
    if (requestPass != null) {
      requestPass.run();
    }
    return true;
  }

  /**
   * Refuses all who wait, since the stream has ended. Returns how many stages with items were among
   * them; the others learn of it themselves. By any thread, after the end was published.
   */
  public int refuseAll(boolean cancelled) {
    int stages = 0;
    Waiter<T> oldest = null;
    Waiter<T> youngest = null;
    // All are decided before one is told: who is told may end the stream again.
    for (Waiter<T> first = first(); first != null; first = first()) {
      if (decide(first, cancelled ? Decision.CANCELLED : Decision.TERMINATED) != null) {
        stages += first.isStage() ? 1 : 0;
        if (youngest == null) {
          oldest = first;
        } else {
          youngest.nextDecided = first;
        }
        youngest = first;
      }
    }
    for (Waiter<T> next = oldest; next != null; ) {
      Waiter<T> told = next;
      next = told.nextDecided;
      told.nextDecided = null;
      answer(told);
    }
    return stages;
  }

  /** Tells {@code waiter}, which was decided. A thread is woken here. */
  void answer(Waiter<T> waiter) {
    if (waiter.isThread()) {
      waiter.run();
    } else {
      try {
        executor.execute(waiter);
      } catch (Throwable refused) {
        waiter.run(); // late is worse than here
      }
    }
  }

  private enum Withdrawn implements Predicate<Waiter<?>> {
    OF_ANY;

    @Override
    public boolean test(Waiter<?> waiter) {
      return waiter.isWithdrawn();
    }
  }

  private static final VarHandle WAITING = handle("waiting");
  private static final VarHandle WITHDRAWN = handle("withdrawn");

  private static VarHandle handle(String field) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, RoomLine.class, int.class);
  }
}
