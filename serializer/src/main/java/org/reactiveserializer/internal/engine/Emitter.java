package org.reactiveserializer.internal.engine;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.events.Events;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Registration;
import org.reactiveserializer.internal.events.Streams;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * The emission engine: takes items from any number of producers, delivers them to one downstream as
 * far as there is demand, and ends the stream. An operator supplies where items come from. Only this
 * class calls the downstream, and only its owner: so the signals are serial (§1.3).
 *
 * <p><b>An item.</b> A producer that finds no owner, credit and no end delivers its item itself ({@link
 * #emitAlone}). Otherwise the item is handed over ({@link #handOver}), or kept by its own thread, which is the
 * owner but has no credit; the owner delivers it in a {@link #pass}. Its outcome is decided in one place: it
 * is delivered in one of these two; or discarded by the owner that took it; or refused by the result.
 *
 * <p><b>Order.</b> Items are delivered in the order in which they were handed over: see {@link Node}. An owner
 * that has credit when it enters has nothing waiting. For an item waits only in the list (then the word is not
 * IDLE), or for lack of credit, or while its producer has not returned.
 *
 * <p><b>Passes.</b> Whoever publishes a fact (an end, demand, a subscriber, one who waits for room)
 * does so by a volatile write, and then {@linkplain #signal signals}. A pass takes the list first and looks for
 * facts after that: see {@link DrainState}, invariant 4. A thread that meets an end that somebody else has
 * published signals in its place.
 *
 * <p><b>What is thrown</b> to the owner, by the downstream or for lack of stack or heap, ends the stream: see
 * {@link #failure}.
 *
 * @param <T> the type of the items
 */
public abstract class Emitter<T> extends DrainState implements Subscription, NamedStream {
  /** Stands for a subscriber that was attached. */
  private static final Object ATTACHED = new Object();

  /** How often a producer looks whether the owner has left, before it hands its item over. */
  private static final int LOOKS = 4;

  /** Where items and errors go that cannot be signalled. */
  protected final Hooks<? super T> hooks;

  private final Backlog<T> backlog;
  private final Room<T> room;
  private final DrainLimit limit;

  // Null, an End, or an End that is settled: see there.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable End terminal;

  // The subscriber that the owner has not attached yet, then ATTACHED.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object arrived;

  // The sum of all requests; Long.MAX_VALUE: unbounded (§3.17).
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long requested;

  /**
   * Whether items wait for demand: who requests must signal. The owner sets it before it reads {@code
   * requested} for the last time; who requests adds to that before it reads this. So one of the two
   * sees the other.
   */
  private volatile boolean starving;

  // Of items that do not take the straight way; made for the first one.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Counts counts;

  // Null: nobody sees the figures.
  private @Nullable Registration registration;

  // By the owner.
  private Subscriber<? super T> downstream = Released.subscriber();
  private boolean isSubscribed;

  /**
   * Creates an emitter without an owner.
   *
   * @param backlog what waits: empty
   * @param requested how much was requested before there is a downstream
   * @param subscriber the downstream; null: it arrives later
   */
  protected Emitter(
      Backlog<T> backlog,
      Hooks<? super T> hooks,
      DrainLimit limit,
      long requested,
      @Nullable Subscriber<? super T> subscriber) {
    this.backlog = backlog;
    this.room = backlog.room;
    this.hooks = hooks;
    this.limit = limit;
    REQUESTED.set(this, requested);
    ARRIVED.set(this, subscriber);
    VarHandle.releaseFence(); // the operator may be published by a data race
  }

  // What a producer does. By any thread.

  /**
   * Emits an item: delivers it here, or leaves it to the owner. If this throws, the outcome of the item is
   * decided: the caller must not discard it.
   *
   * @param source the source of the item; null if the operator has only one
   */
  protected final EmitOutcome emit(@Nullable Object source, T item) {
    EmitOutcome outcome = emitAlone(source, item, true);
    return outcome == null ? emitContended(source, item) : outcome;
  }

  /**
   * Emits an item if there is no owner; otherwise returns null.
   *
   * <ol>
   *   <li>From {@code tryEnter} to {@code tryExit}, or to the {@code catch}, this thread is the only owner.
   *       This method does both: a call between entering and the {@code try} could overflow the stack, and
   *       nobody would ever leave.
   *   <li>An owner with credit has nothing waiting, so its own item is next.
   *   <li>In the {@code try}, nothing follows a successful exit.
   * </ol>
   */
  private @Nullable EmitOutcome emitAlone(@Nullable Object source, T item, boolean byBias) {
    Object entry = byBias ? tryEnter() : tryEnterUnbiased();
    if (entry == null) {
      return null;
    }
    EmitOutcome outcome = EmitOutcome.DELIVERED;
    int request = 0;
    long due = 0;
    try {
      if (delivered < granted && terminal == null) {
        setOwner(ThreadNumber.ofThisThread());
        countDelivered();
        downstream.onNext(item);
        request = delivered(source);
        setOwner(NOBODY);
        due = tryExit(entry) ? 0 : drain();
      } else {
        outcome = emitAfterPass(source, item);
        due = leave();
      }
    } catch (Throwable thrown) {
      failure = thrown;
      finishFailure();
      throw thrown;
    }
    if (outcome == EmitOutcome.QUEUED) {
      backlog.evict(this); // only now: a hook that takes long holds up nobody but its own thread
    }
    if (request != 0 || due != 0) {
      request(source, request, due);
    }
    return outcome;
  }

  /** Emits an item by the owner, after a pass that has acted on all that others published. */
  private EmitOutcome emitAfterPass(@Nullable Object source, T item) {
    boolean mayDeliver = !limit.tasksOnly();
    try {
      beginSession();
      if (mayDeliver) {
        pass();
      } else {
        accept(take());
      }
    } catch (Throwable thrown) {
      discard(item);
      throw thrown;
    }
    if (terminal != null) {
      return refusal();
    }
    if (mayDeliver && backlog.isEmpty() && hasCredit()) {
      countDelivered();
      downstream.onNext(item);
      int request = delivered(source);
      if (request != 0) {
        request(source, request, 0);
      }
      return EmitOutcome.DELIVERED;
    }
    if (!backlog.keep(source, waitingForm(item))) {
      return EmitOutcome.OVERFLOW;
    }
    waits(source, 1);
    return EmitOutcome.QUEUED;
  }

  /** Emits an item that has met an owner: apart, so that only the straight way is inlined. */
  @SuppressWarnings("ThreadPriorityCheck") // a courtesy, on which nothing depends
  private EmitOutcome emitContended(@Nullable Object source, T item) {
    T form = item;
    boolean isForm = false;
    boolean yielded = false;
    for (int looks = 0; ; looks++) {
      Object seen = word();
      if (isVacant(seen)) {
        EmitOutcome outcome = emitAlone(source, item, seen != null); // not null: a bias
        if (outcome != null) {
          return outcome;
        }
      }
      if (terminal != null) {
        signal(); // who ended it may not have signalled yet
        return refusal();
      }
      if (seen == this && looks < LOOKS && !isOwnedByThisThread()) {
        pause(looks == 0 ? 40 : 4); // the owner is near its end, most likely
        continue;
      }
      if (!yielded && seen instanceof Node youngest && youngest.isOfAnother()) {
        yielded = true;
        Thread.yield(); // something waits, so the owner will not leave soon: it may be off its
        // processor
        continue;
      }
      if (isVacant()) {
        StackCheck.ensure(); // this thread may become the owner
      }
      if (!isForm) {
        form = waitingForm(item);
        isForm = true;
      }
      EmitOutcome outcome;
      try {
        outcome = backlog.offer(this, source, form);
      } catch (Throwable thrown) {
        if (room != Room.UNLIMITED && terminal == null) {
          terminal = End.CANCELLED; // its room would be missing for ever; a store needs no stack
        }
        throw thrown;
      }
      if (outcome != EmitOutcome.OVERFLOW || !isVacant()) {
        return outcome; // if the owner has left, there may be demand that no pass has looked at
      }
      if (BIASED) {
        signal(); // another thread has the bias
      }
    }
  }

  private static void pause(int n) {
    for (int i = 0; i < n; i++) {
      Thread.onSpinWait();
    }
  }

  /** Hands over an item that has its room. If there is no owner, this thread delivers it. */
  final EmitOutcome handOver(@Nullable Object source, Object form) {
    Object seen = word();
    Node youngest = seen instanceof Node node ? node : null;
    if (youngest != null && youngest.append(source, form)) {
      helpIfFailed();
      return EmitOutcome.QUEUED;
    }
    return push(Node.of(source, form, Node.itemsIn(youngest))) ? EmitOutcome.QUEUED : refusal();
  }

  /** Makes the owner call {@link #happened} after it took the items that this thread handed over. */
  protected final void report(Object source) {
    push(Node.event(source));
  }

  /**
   * Requests a pass. The caller must have published the cause by a volatile write. Returns false if the stream
   * has ended, and there will be no pass.
   */
  protected final boolean signal() {
    if (push(MORE)) {
      return true;
    }
    refuseWaiters();
    return false;
  }

  /** Hands a node over. If there is no owner, this thread makes the passes. Returns false if it is refused. */
  private boolean push(Node node) {
    for (; ; ) {
      Object seen = word();
      if (isClosed(seen)) {
        return false;
      }
      Node youngest = seen instanceof Node list ? list : null;
      boolean isVacant = isVacant(seen);
      if (node != MORE) {
        node.linkTo(youngest);
      } else if (youngest != null) {
        break; // invariant 4
      }
      boolean isInside = BIASED && isVacant && node == MORE && tryEnter() != null; // by its bias
      if (!isInside && !replace(seen, isVacant && node == MORE ? this : node)) {
        continue;
      }
      if (isVacant) {
        long due = 0;
        try { // directly after that: see emitAlone
          due = isInside || isOwnerAfter(seen) ? begin() : 0;
        } catch (Throwable thrown) {
          failure = thrown;
          finishFailure();
          throw thrown;
        }
        requestIfDue(due);
      }
      break;
    }
    helpIfFailed();
    return true;
  }

  final void requestIfDue(long due) {
    if (due != 0) {
      request(null, 0, due);
    }
  }

  // What the owner does.

  /** Begins as the owner, by a thread that has handed over or signalled. */
  private long begin() {
    return limit.tasksOnly() ? leave() : drain();
  }

  /** Notes which thread is the owner from now on, and how much it may deliver for others. */
  private void beginSession() {
    setOwner(ThreadNumber.ofThisThread());
    allowance = limit.items();
  }

  /** Makes passes until nothing is left to do, and leaves. Returns what is due to be requested then. */
  final long drain() {
    beginSession();
    return passUntilIdle();
  }

  private long passUntilIdle() {
    for (; ; ) {
      pass();
      if (isClosed()) {
        return 0;
      }
      if (allowance <= 0 && (list() != null || hasMore())) {
        if (!mayOnlyDiscard() && transfer()) {
          return 0; // the task is the owner now
        }
        beginSession();
      } else {
        long due = takeDue();
        if (exits()) {
          return due;
        }
        returnDue(due);
      }
    }
  }

  /** Leaves, by an owner that need not make a pass first. Returns what is due to be requested then. */
  private long leave() {
    if (isClosed()) {
      return 0;
    }
    if (limit.tasksOnly()) {
      return leaveToTask() ? 0 : drain();
    }
    if (terminal == null && (allowance > 0 || !hasMore())) {
      long due = takeDue();
      if (exits()) {
        return due;
      }
      returnDue(due);
    }
    return passUntilIdle();
  }

  private boolean exits() {
    if (limit.tasksOnly()) {
      granted = 0; // so that no producer delivers
    }
    setOwner(NOBODY);
    boolean isOut = tryExit();
    if (!isOut) {
      setOwner(ThreadNumber.ofThisThread());
    }
    return isOut;
  }

  /** Leaves what there is to do to a task. Returns false if this thread must do it. */
  private boolean leaveToTask() {
    for (; ; ) {
      accept(take());
      admit();
      if (!mayOnlyDiscard()) {
        if (terminal != null || hasArrived() || hasMore()) {
          return transfer();
        }
      } else if (tryEnd()) {
        return true;
      } else {
        discardAll(); // the error waits for a subscriber
      }
      if (exits()) {
        return true;
      }
    }
  }

  /** Returns whether there is nobody to deliver to, so that no task is needed. */
  private boolean mayOnlyDiscard() {
    return stopsItems() && (!isSubscribed || End.isCancelled(terminal)) && !hasArrived();
  }

  /** Transfers ownership to a task. Returns false if this thread is still the owner. */
  private boolean transfer() {
    setOwner(NOBODY);
    if (BIASED) {
      Bias.withdraw(this);
    }
    try {
      return new HandoffTask(this).start(limit.executor());
    } catch (Throwable rejected) {
      hooks.drop(rejected);
      return false;
    }
  }

  /** Takes the list, looks for what others have published, and delivers. */
  private void pass() {
    accept(take());
    attach();
    admit();
    deliver();
    afterPass();
    while (terminal != null && !tryEnd() && allowance > 0 && hasMore()) {
      deliver(); // items that were handed over since: the end must not overtake them
    }
  }

  /** Puts a list behind what waits, oldest first. */
  private void accept(@Nullable Node youngest) {
    Node oldest = null;
    for (Node node = youngest; node != null && node != MORE; ) { // MORE is the oldest, and shared
      Node older = node.next;
      node.next = oldest;
      node.seal(); // all of them before an item of any is delivered: see Node, invariant 3
      oldest = node;
      node = older;
    }
    for (Node node = oldest; node != null; ) {
      Node younger = node.next;
      node.next = null;
      int n = node.remaining();
      if (n == 0) {
        happened(node.source);
      } else {
        backlog.add(node);
        counts().countHandedOver(n);
        waits(node.source, n);
      }
      node = younger;
    }
  }

  /** Signals {@code onSubscribe} to a downstream that has arrived, before any other signal (§1.9). */
  private void attach() {
    if (isSubscribed) {
      return;
    }
    Subscriber<? super T> subscriber = takeArrived();
    if (subscriber != null) {
      downstream = attached(subscriber);
      isSubscribed = true;
      if (!End.isCancelled(terminal)) {
        downstream.onSubscribe(this);
      }
    } else if (stopsItems()) {
      discardAll(); // the error waits for a subscriber, the items do not
    }
  }

  /** Gives room to those in the line, in order, as far as there is any. */
  private void admit() {
    Line<T> line = room.line;
    if (line.isEmpty()) {
      return;
    }
    // Only those who wait by now: a callback may join again at once, and whoever joins signals.
    for (int turns = line.size(); turns > 0 && terminal == null; turns--) {
      Waiter<T> first = line.first();
      if (first == null || !admit(line, first)) {
        return;
      }
    }
  }

  private boolean admit(Line<T> line, Waiter<T> first) {
    Object form = first.form();
    if (first.isCallback()) {
      if (!room.hasAny()) {
        return false;
      }
      if (line.decide(first, EmitOutcome.QUEUED)) {
        line.answer(first);
      }
    } else if (form != null) { // otherwise it has just withdrawn
      if (!room.tryAcquire(form)) {
        return false;
      }
      accept(take()); // what was handed over before must not be overtaken
      if (line.decide(first, EmitOutcome.QUEUED)) {
        backlog.append(null, form);
        line.answer(first);
      } else {
        room.release(form);
      }
    }
    return true;
  }

  /**
   * Delivers what waits. After this, nothing waits; or there is no credit, no allowance, or an end that
   * items do not precede.
   */
  private void deliver() {
    while (!backlog.isEmpty()) {
      if (stopsItems() || allowance <= 0 || !hasCredit()) {
        return;
      }
      Object source = backlog.source();
      T item = backlog.remove();
      if (item == null) {
        continue; // another thread has removed it
      }
      allowance--;
      admit();
      boolean isWanted = isWanted(source);
      if (isWanted) {
        countDelivered();
        downstream.onNext(item);
      } else {
        discard(item);
      }
      removed(source, isWanted);
    }
    if (starving) {
      starving = false;
    }
  }

  private boolean hasMore() {
    return !backlog.isEmpty() && !stopsItems() && hasCredit();
  }

  private boolean hasCredit() {
    return delivered < granted || grant() || starve();
  }

  private boolean grant() {
    granted = requested;
    return delivered < granted;
  }

  private boolean starve() {
    starving = true; // before the last look: see there
    return grant();
  }

  // How the stream ends.

  /** Requests the end. Returns false if that was done before. By any thread, which has asked for stack. */
  protected final boolean end(End end) {
    boolean isFirst = TERMINAL.compareAndSet(this, (End) null, end);
    if (isFirst) {
      refuseWaiters(); // before this thread may be the owner for long
    }
    signal(); // also in place of the first one, which may stand still
    return isFirst;
  }

  /** As {@link #end}, by the owner, whose pass acts on it. */
  protected final void endByOwner(End end) {
    if (!TERMINAL.compareAndSet(this, (End) null, end)) {
      end.drop(hooks);
    }
  }

  private void replaceEnd(End end) {
    for (End last = terminal; last == null || !last.isFinal(); last = terminal) {
      if (TERMINAL.compareAndSet(this, last, end)) {
        if (last != null) {
          last.drop(hooks);
        }
        return;
      }
    }
  }

  /** Ends the stream with an error that overtakes what waits, and each end that is not settled. By any thread. */
  protected final void endAtOnce(Throwable error) {
    endAtOnce(End.error(error, true));
  }

  private void endAtOnce(End end) {
    StackCheck.ensure();
    replaceEnd(end);
    refuseWaiters();
    signal();
  }

  @Override
  public void cancel() {
    endAtOnce(End.CANCELLED);
  }

  /** Answers all who wait for room, after the end was published. By any thread. */
  private void refuseWaiters() {
    Line<T> line = room.line;
    if (!line.isEmpty()) {
      EmitOutcome outcome = refusal();
      countRefused(outcome, line.refuseAll(outcome));
    }
  }

  private boolean stopsItems() {
    End end = terminal;
    return end != null && end.overtakes();
  }

  /** Ends the stream unless something stands against it. Returns whether the word is closed. */
  private boolean tryEnd() {
    if (isClosed()) {
      return true;
    }
    if (stopsItems()) {
      if (!isSubscribed && !End.isCancelled(terminal)) {
        return false; // the error waits for a subscriber
      }
      accept(close());
      backlog.close();
    } else if (!isSubscribed || !backlog.isEmpty() || !backlog.tryClose() || !tryClose()) {
      return false;
    }
    refuseWaiters();
    discardAll();
    End end = settle();
    if (end == End.CANCELLED) {
      downstream = Released.subscriber(); // it may have cancelled from within its last onNext
      cancelSourcesSafely(null);
    } else {
      releaseSourcesSafely(end);
      end.signal(downstream);
      terminal = end.signalled();
      downstream = Released.subscriber(); // §1.7, §3.13
    }
    finish();
    return true;
  }

  /** Settles the end that was requested last, and returns it. */
  private End settle() {
    for (; ; ) {
      End end = Objects.requireNonNull(terminal);
      if (end == End.CANCELLED || TERMINAL.compareAndSet(this, end, end.settled())) {
        return end;
      }
    }
  }

  private void releaseSourcesSafely(End end) {
    try {
      over();
      releaseSources(end);
    } catch (Throwable thrown) { // the end is settled, so the downstream must get it
      hooks.drop(thrown);
    }
  }

  private void cancelSourcesSafely(@Nullable Throwable cause) {
    try {
      over();
      cancelSources();
    } catch (Throwable thrown) {
      if (thrown != cause) {
        hooks.drop(
            thrown); // not suppressed by the cause, which may be a constant of the downstream
      }
    }
  }

  private void helpIfFailed() {
    if (failure != null) {
      finishFailure();
    }
  }

  /** Ends the stream because of what an owner could not finish: by that owner, or in its place. */
  final void finishFailure() {
    Throwable cause = takeFailure();
    if (cause != null) {
      try {
        if (!BIASED || Bias.ownsFailure(this)) { // which may fail, too
          abort(cause); // may run twice
        }
      } catch (Throwable again) {
        failure = cause;
        throw again;
      }
    }
  }

  private void abort(Throwable cause) {
    accept(close());
    backlog.close();
    downstream = Released.subscriber();
    replaceEnd(End.CANCELLED);
    refuseWaiters();
    cancelSourcesSafely(cause);
    discardAll();
    setOwner(NOBODY);
    finish();
    Events.aborted(this, cause);
  }

  private void finish() {
    ended();
    if (registration != null) {
      registration.ended(new Remains(delivered(), highWater(), counts()));
    }
  }

  /** Discards what waits of {@code source}. By the owner. */
  protected final void discardOf(Object source) {
    backlog.removeOf(
        source,
        item -> {
          discard(item);
          removed(source, false);
        });
  }

  private void discardAll() {
    long n = 0;
    while (!backlog.isEmpty()) {
      T item = backlog.remove();
      if (item != null) {
        discardOne(item);
        n++;
      }
    }
    Events.discarded(this, n);
  }

  /** Discards an item. By the thread that has it. */
  protected final void discard(T item) {
    discardOne(item);
    Events.discarded(this, 1);
  }

  private void discardOne(T item) {
    hooks.discard(item);
    counts().countDiscarded();
  }

  // Demand and the subscriber. By any thread.

  /**
   * Adds {@code n} to the demand, a positive number. Does nothing after a cancellation (§3.6): the owner could
   * not look for that, since both may fall between two of its looks.
   */
  protected final void addDemand(long n) {
    if (starving && (isVacant() || limit.tasksOnly())) {
      StackCheck.ensure(); // before the demand is published: this thread may become the owner
    }
    if (End.isCancelled(terminal)) {
      return;
    }
    for (long sum = requested; sum != Long.MAX_VALUE; sum = requested) {
      long next = sum + n;
      if (REQUESTED.compareAndSet(this, sum, next < 0 ? Long.MAX_VALUE : next)) {
        break;
      }
    }
    if (starving) {
      signal();
    } else {
      helpIfFailed();
    }
  }

  /** Sets the downstream. Returns false if there was one. The caller must have asked for stack. */
  protected final boolean arrive(Subscriber<? super T> subscriber) {
    if (!ARRIVED.compareAndSet(this, (Object) null, subscriber)) {
      return false;
    }
    signal();
    return true;
  }

  /** Takes a subscriber that has arrived and is not attached: then nobody else attaches it. */
  @SuppressWarnings("unchecked") // it arrived as one
  protected final @Nullable Subscriber<? super T> takeArrived() {
    Object subscriber = arrived;
    return subscriber != null
            && subscriber != ATTACHED
            && ARRIVED.compareAndSet(this, subscriber, ATTACHED)
        ? (Subscriber<? super T>) subscriber
        : null;
  }

  private boolean hasArrived() {
    Object subscriber = arrived;
    return subscriber != null && subscriber != ATTACHED;
  }

  /** Returns whether a downstream has arrived at some time. */
  protected final boolean isTaken() {
    return arrived != null;
  }

  // Who waits for room. By any thread.

  /** Returns a stage that is completed with {@code outcome}. */
  protected static CompletionStage<EmitOutcome> decided(EmitOutcome outcome) {
    return Waiter.decided(outcome);
  }

  /** Lets an item wait for room. Returns the stage of its outcome; null if it may not wait at all. */
  protected final @Nullable CompletionStage<EmitOutcome> waitAsync(T item) {
    return waitFor(item, Waiter.Kind.STAGE);
  }

  /** Lets the calling thread wait for room for an item, for at most {@code nanos}. */
  protected final EmitOutcome park(T item, long nanos) {
    Waiter<T> waiter = waitFor(item, Waiter.Kind.THREAD);
    return waiter == null ? EmitOutcome.OVERFLOW : waiter.await(nanos);
  }

  private @Nullable Waiter<T> waitFor(T item, Waiter.Kind kind) {
    StackCheck.ensure();
    Object form = room.formOf(waitingForm(item));
    if (form == null) {
      return null;
    }
    Waiter<T> waiter = new Waiter<>(this, form, kind);
    join(waiter);
    return waiter;
  }

  /** Runs {@code callback} once, when there is room, or the stream has ended. */
  protected final void callWhenRoom(Runnable callback) {
    StackCheck.ensure();
    join(new Waiter<>(this, callback, Waiter.Kind.CALLBACK));
  }

  private void join(Waiter<T> waiter) {
    room.line.join(waiter);
    signal(); // there may be room
    if (terminal != null) {
      refuseWaiters(); // who ended it may not have seen this one
    }
  }

  /**
   * Gives {@code waiter} up. Returns false if it was decided before. Perhaps by the thread of a timer: so another one
   * makes the pass that those behind it may need.
   */
  final boolean withdraw(Waiter<T> waiter, EmitOutcome why) {
    boolean isGone = room.line.withdraw(waiter, why);
    if (isGone && room.isWeighed() && !room.line.isEmpty()) {
      room.line.executor().execute(this::signal);
    }
    return isGone;
  }

  // Statistics and state. By any thread.

  /** Returns the counts of items that do not take the straight way. */
  protected final Counts counts() {
    Counts made = counts;
    if (made == null) {
      Counts fresh = new Counts();
      made = COUNTS.compareAndSet(this, (Counts) null, fresh) ? fresh : counts;
    }
    return Objects.requireNonNull(made);
  }

  /** As {@link #counts}; null if nothing was counted. */
  protected final @Nullable Counts countsIfAny() {
    return counts;
  }

  /** Counts {@code n} items as refused, so that their producers keep them. Returns the outcome. */
  protected final EmitOutcome countRefused(EmitOutcome outcome, int n) {
    if (n > 0 && !outcome.isAccepted()) {
      counts().countRefused(outcome, n);
    }
    return outcome;
  }

  /** Lets others see the figures, if the stream has a name. By the thread that creates it, when its parts are there. */
  protected final void register(String kind) {
    registration = Streams.register(kind, hooks.name(), this);
  }

  @Override
  public final Figures figures() {
    int waiting = backlog();
    Counts made = counts;
    return new Figures(
        delivered(),
        waiting,
        made == null ? 0 : made.discarded(),
        Math.max(highWater(), waiting),
        Counts.refusals(made));
  }

  /** What a stream that has ended leaves behind. Items that come later are counted all the same. */
  private record Remains(long delivered, int highWater, Counts counts) implements NamedStream {
    @Override
    public Figures figures() {
      return new Figures(delivered, 0, counts.discarded(), highWater, Counts.refusals(counts));
    }
  }

  /** Returns how many items wait, in constant time. */
  public final int backlog() {
    return backlog.waiting(list());
  }

  /** Returns how many items are in the list, and were not taken yet. */
  protected final int itemsInList() {
    return Node.itemsIn(list());
  }

  private @Nullable Node list() {
    return word() instanceof Node youngest ? youngest : null;
  }

  /** Returns what waits, for the bounds in messages and figures. */
  protected final Backlog<T> waiting() {
    return backlog;
  }

  /** Returns how many items the downstream has requested in total; {@link Long#MAX_VALUE}: unbounded. */
  protected final long requestedInTotal() {
    return requested;
  }

  /** Returns how many items were delivered. */
  protected final long deliveredInTotal() {
    return delivered();
  }

  /** Returns the largest number of items that waited, as far as an owner has seen. */
  protected final int highWater() {
    return backlog.highWater();
  }

  /** Returns the end that was requested, or has come; null if there is none. */
  protected final @Nullable End requestedEnd() {
    return terminal;
  }

  /** Returns whether an end was requested, or the stream has ended. */
  public final boolean isTerminated() {
    return terminal != null || isClosed();
  }

  /** Returns whether the downstream cancelled or threw before it got the end. */
  public final boolean wasCancelled() {
    return End.isCancelled(terminal);
  }

  /** Returns the error by which the stream has ended or will end; null if there is none. */
  public final @Nullable Throwable error() {
    End end = terminal;
    return end == null ? null : end.error();
  }

  /** Returns why an item was refused that came after the end. */
  protected final EmitOutcome refusal() {
    End end = terminal; // null: an owner has failed, and cancels
    return end == null || end == End.CANCELLED ? EmitOutcome.CANCELLED : EmitOutcome.TERMINATED;
  }

  // What an operator supplies. By the owner, unless a method says otherwise.

  /** Returns what waits in place of {@code item}. By its producer. */
  protected T waitingForm(T item) {
    return item;
  }

  /** Returns what gets the signals in place of {@code subscriber}, which knows no waiting form. */
  protected Subscriber<? super T> attached(Subscriber<? super T> subscriber) {
    return subscriber;
  }

  /** An item of {@code source}, for which nothing waited, was delivered. Returns how many to request. */
  protected int delivered(@Nullable Object source) {
    return 0;
  }

  /** {@code n} more items of {@code source} wait. */
  protected void waits(@Nullable Object source, int n) {}

  /** Returns whether what waits of {@code source} is to be delivered, and not discarded. */
  protected boolean isWanted(@Nullable Object source) {
    return true;
  }

  /** An item of {@code source} that waited was delivered, or discarded since it is not wanted. */
  protected void removed(@Nullable Object source, boolean isDelivered) {}

  /** An event of {@code source} was taken. What the source handed over before was taken, too. */
  protected void happened(@Nullable Object source) {}

  /** A pass has delivered what it could. */
  protected void afterPass() {}

  /** Returns what else is due to be requested, and resets it. Before the owner leaves. */
  protected long takeDue() {
    return 0;
  }

  /** Takes back what {@link #takeDue} returned, since the owner could not leave. */
  protected void returnDue(long due) {}

  /** Requests {@code n} of {@code source}, and what was due. By a thread that is not the owner any more. */
  protected void request(@Nullable Object source, int n, long due) {}

  /** Nothing but the terminal may follow: releases references (§3.13). Once, or more often. */
  protected void over() {}

  /** Before the terminal is signalled: releases sources that have ended, cancels the others. */
  protected abstract void releaseSources(End end);

  /** Cancels all sources, perhaps again: the downstream cancelled, or threw (§2.13). */
  protected abstract void cancelSources();

  /** The downstream gets no more signals. Once, or more often. */
  protected void ended() {}

  private static final VarHandle TERMINAL = handle("terminal", End.class);
  private static final VarHandle ARRIVED = handle("arrived", Object.class);
  private static final VarHandle REQUESTED = handle("requested", long.class);
  private static final VarHandle COUNTS = handle("counts", Counts.class);

  private static VarHandle handle(String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(
        MethodHandles.lookup(), field, VarHandle.class, Emitter.class, type);
  }
}
