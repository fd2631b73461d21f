package org.reactiveserializer.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.internal.events.Events;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Registration;
import org.reactiveserializer.internal.events.Streams;
import org.reactivestreams.Subscriber;

/**
 * What a stream is, whoever is its owner at the moment: what waits, the demand, the downstream, the end, figures. And
 * what an owner does to end it. Who becomes the owner, and how items get here, is in {@link Emitter}.
 *
 * <p>A field that only the owner writes may be plain: each owner happens-before the next.
 *
 * @param <T> the type of the items
 */
abstract class StreamState<T> extends DrainState implements NamedStream {
  /** The downstream is quick if it takes at most so long for an item. */
  private static final long QUICK_NANOS = 500;

  /** Stands for a subscriber that was attached. */
  private static final Object ATTACHED = new Object();

  // First what is used seldom: so what all producers read lies far behind what the owner writes.

  /** Where items and errors go that cannot be signalled. */
  protected final Hooks<? super T> hooks;

  final DrainLimit limit;

  // The subscriber that the owner has not attached yet, then ATTACHED.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Object arrived;

  // Of items that do not take the straight way; made for the first one.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile @Nullable Counts counts;

  // Null: nobody sees the figures.
  private @Nullable Registration registration;

  /** What waits; its bounds may be read by any thread. */
  protected final Backlog<T> backlog;

  final Room<T> room;

  // Null, or how the stream is to end, or has ended: see End.
  @SuppressWarnings("unused") // through the VarHandle
  volatile @Nullable End terminal;

  // By the owner.
  Subscriber<? super T> downstream = Nobody.subscriber();
  boolean isSubscribed;

  // The sum of all requests; Long.MAX_VALUE: unbounded (§3.17).
  @SuppressWarnings("unused") // through the VarHandle
  private volatile long requested;

  /**
   * Whether items wait for demand: who requests must signal. The owner sets it before it reads {@code
   * requested} for the last time; who requests adds to that before it reads this. So one of the two
   * sees the other.
   */
  volatile boolean starving;

  /**
   * Whether the last item that was timed was quick, and since then no task was submitted, and no wait has
   * failed: then an owner that others meet leaves soon, most likely. A hint: of two who write it any may be the last.
   */
  volatile boolean isOwnerQuick = true;

  /**
   * Creates a stream without an owner.
   *
   * @param backlog what waits: empty
   * @param requested how much was requested before there is a downstream
   * @param subscriber the downstream; null: it arrives later
   */
  StreamState(
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

  // What waits, and the demand. By the owner.

  /** Puts a list behind what waits, oldest first. */
  final void accept(@Nullable Node youngest) {
    Node oldest = null;
    for (Node node = youngest; node != null && node != MORE; ) { // MORE is the oldest, and shared
      Node older = node.next;
      node.next = oldest;
      node.seal(); // all of them before an item of any is delivered: Node, invariant 3
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

  /** Returns whether to time the next item: one in sixteen, also if those that wait always have odd numbers. */
  final boolean isSample() {
    return ((delivered * 0x9E3779B97F4A7C15L) >>> 60) == 0;
  }

  /**
   * Notes for those who meet an owner whether an item was quick that was delivered from {@code start} to {@code end}; and
   * reports once if the owner delivers for others for long, and has no limit.
   */
  final void noteTime(long start, long end) {
    boolean isQuick = end - start <= QUICK_NANOS;
    if (isQuick != isOwnerQuick) {
      isOwnerQuick = isQuick;
    }
    if (limit.items() == Long.MAX_VALUE && counts().isLongCall(start, end)) {
      Events.longCall(this);
    }
  }

  /** The owner begins to deliver for others. */
  final void beginToCount() {
    Counts made = counts;
    if (made != null) {
      made.beginSession();
    }
  }

  final boolean hasMore() {
    return !backlog.isEmpty() && !stopsItems() && hasCredit();
  }

  final boolean hasCredit() {
    return delivered < granted || grant() || starve();
  }

  final boolean grant() {
    granted = requested;
    return delivered < granted;
  }

  /** Adds to what was requested. By any thread, which must then signal if the owner is starving. */
  final void addRequested(long n) {
    for (long sum = requested; sum != Long.MAX_VALUE; sum = requested) {
      long next = sum + n;
      if (REQUESTED.compareAndSet(this, sum, next < 0 ? Long.MAX_VALUE : next)) {
        return;
      }
    }
  }

  final boolean starve() {
    starving = true; // before the last look: see the field
    return grant();
  }

  // How the stream ends.

  /** Requests the end. Returns false if that was done before. By any thread, which must then signal. */
  final boolean tryRequestEnd(End end) {
    return TERMINAL.compareAndSet(this, (End) null, end);
  }

  /** As {@link Emitter#end}, by the owner, whose pass acts on it. */
  protected final void endByOwner(End end) {
    if (!tryRequestEnd(end)) {
      end.drop(hooks);
    }
  }

  final void replaceEnd(End end) {
    for (End last = terminal; last == null || !last.isFinal(); last = terminal) {
      if (TERMINAL.compareAndSet(this, last, end)) {
        if (last != null) {
          last.drop(hooks);
        }
        return;
      }
    }
  }

  /** Answers all who wait for room, after the end was published. By any thread. */
  final void refuseWaiters() {
    Line<T> line = room.line;
    if (!line.isEmpty()) {
      EmitOutcome outcome = refusal();
      line.refuseAll(outcome, n -> countRefused(outcome, n));
    }
  }

  final boolean stopsItems() {
    End end = terminal;
    return end != null && end.overtakes();
  }

  /** Ends the stream unless something stands against it. Returns whether the word is closed. */
  final boolean tryEnd() {
    if (isClosed()) {
      return true;
    }
    if (stopsItems()) {
      if (!isSubscribed && !End.isCancelled(terminal)) {
        return false; // the error waits for a subscriber
      }
      accept(close());
      backlog.close();
    } else if (!isSubscribed || !backlog.tryClose() || !tryClose()) {
      return false;
    }
    refuseWaiters();
    discardAll();
    End end = settle();
    if (end == End.CANCELLED) {
      downstream = Nobody.subscriber(); // it may have cancelled from within its last onNext
      cancelSourcesSafely(null);
    } else {
      releaseSourcesSafely(end);
      end.signal(downstream);
      TERMINAL.setRelease(this, end.signalled()); // nothing else follows a settled end
      downstream = Nobody.subscriber(); // §1.7, §3.13
    }
    finish();
    return true;
  }

  /** Settles the end that was requested last, and returns it. */
  final End settle() {
    for (; ; ) {
      End end = Objects.requireNonNull(terminal);
      if (end == End.CANCELLED || TERMINAL.compareAndSet(this, end, end.settled())) {
        return end;
      }
    }
  }

  final void releaseSourcesSafely(End end) {
    try {
      over();
      releaseSources(end);
    } catch (Throwable thrown) { // the end is settled, so the downstream must get it
      hooks.drop(thrown);
    }
  }

  final void cancelSourcesSafely(@Nullable Throwable cause) {
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

  final void abort(Throwable cause) {
    accept(close());
    backlog.close();
    downstream = Nobody.subscriber();
    replaceEnd(End.CANCELLED);
    refuseWaiters();
    cancelSourcesSafely(cause);
    discardAll();
    finish();
    Events.aborted(this, cause);
  }

  final void finish() {
    setOwner(NOBODY);
    ended();
    leaveFigures();
  }

  /** Leaves the figures behind, since nothing is delivered from now on. By the owner, or if there is no subscriber. */
  protected final void leaveFigures() {
    if (registration != null) {
      registration.ended(new Remains(delivered(), highWater(), counts()));
    }
  }

  /** An event of {@code source} was taken. */
  final void happened(Source source) {
    discardUnwanted(source);
    source.happened();
  }

  /** {@code n} more items of {@code source} wait: perhaps behind the event of its removal. */
  final void waits(Source source, int n) {
    source.waits(n);
    discardUnwanted(source);
  }

  private void discardUnwanted(Source source) {
    if (!source.isWanted()) {
      backlog.removeOf(
          source,
          item -> {
            discard(item);
            source.removed(false);
          });
    }
  }

  final void discardAll() {
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

  /** Reports once that items are discarded for lack of room, unless the user's hook gets them. By any thread. */
  protected final void reportLoss(String why) {
    if (!hooks.tells() && counts().isFirst(Counts.LOSS)) {
      hooks.drop(
          new IllegalStateException(
              this
                  + " discards items: "
                  + why
                  + ". Set onDiscard to get them, or to ignore them. This is reported once"));
    }
  }

  final void discardOne(T item) {
    hooks.discard(item);
    counts().countDiscarded();
  }

  // The subscriber that has arrived. By any thread.

  final boolean tryArrive(Subscriber<? super T> subscriber) {
    return ARRIVED.compareAndSet(this, (Object) null, subscriber);
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

  final boolean hasArrived() {
    Object subscriber = arrived;
    return subscriber != null && subscriber != ATTACHED;
  }

  /** Returns whether a downstream has arrived at some time. */
  protected final boolean isTaken() {
    return arrived != null;
  }

  // Statistics and state. By any thread.

  /** Returns the counts of items that do not take the straight way. */
  final Counts counts() {
    Counts made = counts;
    if (made == null) {
      Counts fresh = new Counts();
      made = COUNTS.compareAndSet(this, (Counts) null, fresh) ? fresh : counts;
    }
    return Objects.requireNonNull(made);
  }

  /** Counts {@code n} items as refused, so that their producers keep them. Returns the outcome. */
  protected final EmitOutcome countRefused(EmitOutcome outcome, int n) {
    if (n != 0 && !outcome.isAccepted()) {
      counts().countRefused(outcome, n);
    }
    return outcome;
  }

  /** Lets others see the figures, if the stream has a name. By the thread that creates it, when its parts are there. */
  protected final void register(String kind) {
    registration = Streams.register(kind, hooks.name(), this);
  }

  /** Returns all figures; an item that is being delivered counts as delivered. By any thread. */
  public final Snapshot stats() {
    long weight = backlog.weight();
    return snapshot(backlog(), weight, Node.itemsIn(list()), delivered(), highWater(), counts);
  }

  private static Snapshot snapshot(
      int waiting, long weight, int inList, long delivered, int highWater, @Nullable Counts made) {
    return new Snapshot(
        delivered,
        waiting,
        weight,
        made == null ? 0 : made.discarded(),
        Math.max(highWater, waiting),
        inList + (made == null ? 0 : made.contended()),
        Counts.refusals(made));
  }

  @Override
  public final Figures figures() {
    return stats().figures();
  }

  /** What a stream that has ended leaves behind. Items that come later are counted all the same. */
  private record Remains(long delivered, int highWater, Counts counts) implements NamedStream {
    @Override
    public Figures figures() {
      return snapshot(0, 0, 0, delivered, highWater, counts).figures();
    }
  }

  /** Returns how many items wait, in constant time. */
  public final int backlog() {
    return backlog.waiting(list());
  }

  final @Nullable Node list() {
    return word() instanceof Node youngest ? youngest : null;
  }

  /** Returns how many items the downstream has requested in total; {@link Long#MAX_VALUE}: unbounded. */
  protected final long requestedInTotal() {
    return requested;
  }

  /** Returns the largest number of items that waited, as far as an owner has seen. */
  private int highWater() {
    return backlog.highWater();
  }

  /** Returns the end that was requested, or has come; null if there is none. */
  public final @Nullable End requestedEnd() {
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

  /** A pass has delivered what it could. */
  protected void afterPass() {}

  /** An owner may have left that did more than to deliver its own item. By any thread. */
  protected void hasLeft() {}

  /** Nothing but the terminal may follow: releases references (§3.13). Once, or more often. */
  protected void over() {}

  /** Before the terminal is signalled: releases sources that have ended, cancels the others. */
  protected abstract void releaseSources(End end);

  /** Cancels all sources, perhaps again: the downstream cancelled, or threw (§2.13). */
  protected abstract void cancelSources();

  /** The downstream gets no more signals. Takes one that has arrived meanwhile. Once, or more often. */
  protected void ended() {
    takeArrived(); // §3.13
  }

  private static final VarHandle TERMINAL =
      Fields.handle(MethodHandles.lookup(), "terminal", End.class);
  private static final VarHandle ARRIVED =
      Fields.handle(MethodHandles.lookup(), "arrived", Object.class);
  private static final VarHandle REQUESTED =
      Fields.handle(MethodHandles.lookup(), "requested", long.class);
  private static final VarHandle COUNTS =
      Fields.handle(MethodHandles.lookup(), "counts", Counts.class);
}
