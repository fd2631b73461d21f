package org.reactiveserializer.calls.internal;

import static org.reactiveserializer.calls.internal.Mailbox.OWNED;
import static org.reactiveserializer.calls.internal.Mailbox.PLACE;
import static org.reactiveserializer.calls.internal.Mailbox.READY;
import static org.reactiveserializer.calls.internal.Mailbox.STAGED;
import static org.reactiveserializer.calls.internal.Mailbox.WAITER;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.calls.AsyncKeyedHandler;
import org.reactiveserializer.calls.KeyedStats;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.events.Registration;
import org.reactiveserializer.internal.events.Streams;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * A keyed sink: what an emission does, and an owner of a mailbox.
 *
 * <p><b>An emission</b> announces its item at its key, then for all keys, and then leaves it; an owner who takes an item
 * withdraws the second first. So no key counts for more than its bound in the bound for all, and nobody is refused for
 * the sake of one who is refused himself, but for a moment at his own key, when there is no room for all.
 *
 * <p><b>A key's life.</b> The thread that puts a mailbox into the map owns it, leaves what it has, and gives the mailbox
 * away. The owner that finds nothing, and nothing announced, closes the mailbox, and only then removes it from the map. Who meets a closed one
 * removes it, too, and begins a new one: so nobody waits for anybody.
 *
 * <p><b>The end.</b> A key that is counted before the end was requested is served; behind it none begins. Who gives a
 * mailbox away looks for {@code isAbandoned} after that, and who sets it looks at each mailbox after that. So what
 * waits is discarded by one of the two, or by a server, and no task has to begin for it.
 *
 * <p><b>What throws.</b> Each call from outside asks for stack in its first line. Where that fails for one who has a
 * mailbox, or there is no heap to pass it on, a note says so, and the next call passes it on.
 *
 * @param <K> the type of the keys
 * @param <T> the type of the items
 */
public final class Mailboxes<K, T> implements NamedStream {
  /** What a handler returns that has handled its item. */
  public static final CompletionStage<?> HANDLED = CompletableFuture.completedFuture(null);

  private final KeyedSettings<K, T> settings;
  private final AsyncKeyedHandler<? super K, Object> handler; // of an item, or of a list
  private final int batch; // how many items a list may have; 0: the handler gets items
  private final ConcurrentHashMap<K, Mailbox<K, T>> boxes = new ConcurrentHashMap<>();
  private final KeyCounts counts = new KeyCounts();
  private final ReadyQueue<K, T> ready;
  private final EndStage done = new EndStage();
  private final AtomicBoolean hasReported = new AtomicBoolean();

  // Whether a mailbox may be lost. Written by catch blocks, after the mailbox's own note.
  volatile boolean hasLost;

  // Whether what waits is discarded. Set after the end was requested.
  private volatile boolean isAbandoned;

  /** Creates a sink without live keys, whose handler gets items. */
  public Mailboxes(KeyedSettings<K, T> settings, AsyncKeyedHandler<? super K, ? super T> handler) {
    this(settings, handler, 0);
  }

  /**
   * Creates a sink without live keys.
   *
   * @param handler gets items if {@code batch} is 0; otherwise lists of at most so many
   */
  @SuppressWarnings("unchecked") // it gets what it takes
  public Mailboxes(
      KeyedSettings<K, T> settings, AsyncKeyedHandler<? super K, ?> handler, int batch) {
    this.settings = settings;
    this.handler = (AsyncKeyedHandler<? super K, Object>) handler;
    this.batch = batch;
    this.ready = new ReadyQueue<>(this, settings);
    Registration seen = Streams.register("keyed", settings.name, this);
    if (seen != null) {
      seen.ended(counts); // which has the figures also when this is gone
    }
  }

  @Override
  public Figures figures() {
    return counts.figures();
  }

  // What a producer calls: as KeyedSink says.

  public EmitOutcome tryEmit(T item) {
    return counts.counted(emit(keyOf(item), new Mailbox.Item<>(item)));
  }

  public void emitOrDiscard(T item) {
    EmitOutcome outcome = emit(keyOf(item), new Mailbox.Item<>(item));
    if (!outcome.isAccepted()) {
      discard(item);
      if (outcome == EmitOutcome.OVERFLOW) {
        settings.reportLoss(hasReported);
      }
    }
  }

  public EmitOutcome emit(T item, long nanos) {
    K key = keyOf(item);
    EmitOutcome outcome = emit(key, new Mailbox.Item<>(item));
    if (outcome == EmitOutcome.OVERFLOW && nanos > 0 && !isInside(key)) {
      WaitingItem<T> waiter = new WaitingItem<>(item, false, counts);
      outcome = waits(key, waiter) ? waiter.await(nanos) : EmitOutcome.TERMINATED;
    }
    return counts.counted(outcome);
  }

  public CompletionStage<EmitOutcome> emitAsync(T item) {
    K key = keyOf(item);
    EmitOutcome outcome = emit(key, new Mailbox.Item<>(item));
    if (outcome == EmitOutcome.OVERFLOW) {
      WaitingItem<T> waiter = new WaitingItem<>(item, true, counts);
      if (waits(key, waiter)) {
        return waiter;
      }
      outcome = EmitOutcome.TERMINATED;
    }
    return CompletableFuture.completedFuture(counts.counted(outcome));
  }

  private K keyOf(T item) {
    StackCheck.ensure();
    K key = settings.keyOf.apply(Objects.requireNonNull(item, "item is null"));
    return Objects.requireNonNull(key, "the key of the item is null");
  }

  private boolean isInside(K key) {
    Mailbox<K, T> box = boxes.get(key);
    return box != null && box.inside == Thread.currentThread();
  }

  /** Lets one wait for room. Returns false if this thread has found the end. */
  private boolean waits(K key, WaitingItem<T> waiter) {
    EmitOutcome outcome = emit(key, waiter);
    boolean isOver = outcome == EmitOutcome.TERMINATED || counts.isEnded(); // who ends looks later
    return !(isOver && waiter.decide(EmitOutcome.TERMINATED));
  }

  /** Leaves something at a key. Who waits is QUEUED if he stands in the line. */
  private EmitOutcome emit(K key, Mailbox.Mail<T> mail) {
    EmitOutcome outcome = null;
    if (mail instanceof Mailbox.Item && counts.isFull(settings.inAll)) {
      outcome = counts.refusal(); // takes no place, and begins no key
    }
    while (outcome == null) {
      Mailbox<K, T> box = boxes.get(key);
      outcome = box == null ? begin(key, mail) : leave(box, mail);
      if (outcome == null && box != null) {
        boxes.remove(key, box);
      }
    }
    if (hasLost) {
      recover();
    }
    return outcome;
  }

  /** Leaves something. Returns null if the mailbox is closed. */
  private @Nullable EmitOutcome leave(Mailbox<K, T> box, Mailbox.Mail<T> mail) {
    if (mail instanceof WaitingItem<T> waiter) {
      return join(box, waiter) ? EmitOutcome.QUEUED : null;
    }
    if (!box.announce(PLACE, settings.perKey)) {
      return box.isClosed() ? null : counts.refusal();
    }
    if (!counts.addItem(settings.inAll)) {
      withdraw(box, PLACE);
      return counts.refusal();
    }
    if (box.leave((Mailbox.Item<T>) mail)) {
      giveAway(box);
    }
    return EmitOutcome.QUEUED;
  }

  private boolean join(Mailbox<K, T> box, WaitingItem<T> waiter) {
    if (!box.announce(WAITER, Long.MAX_VALUE)) {
      return false;
    }
    boolean isMine;
    try {
      waiter.onDecision(() -> remove(box, waiter));
      isMine = box.join(waiter);
    } catch (Throwable noHeap) {
      withdraw(box, WAITER);
      throw noHeap;
    }
    if (isMine) {
      giveAway(box);
    }
    return true;
  }

  private void remove(Mailbox<K, T> box, WaitingItem<T> waiter) {
    if (box.line().remove(waiter)) { // else another thread has
      withdraw(box, WAITER);
    }
  }

  private void withdraw(Mailbox<K, T> box, long what) {
    if (box.withdraw(what)) {
      giveAway(box);
    }
  }

  /** Begins a key, and leaves something. Returns null if another thread has begun it. */
  private @Nullable EmitOutcome begin(K key, Mailbox.Mail<T> mail) {
    Mailbox<K, T> fresh = new Mailbox<>(key);
    if (!counts.addKey()) {
      return EmitOutcome.TERMINATED;
    }
    boolean isMine = false;
    try {
      isMine = boxes.putIfAbsent(key, fresh) == null;
      return isMine ? leave(fresh, mail) : null;
    } catch (Throwable byTheKey) { // before or after the mailbox was in the map
      if (isMine || !boxes.containsValue(fresh)) {
        throw byTheKey;
      }
      isMine = true;
      drop(byTheKey);
      return leave(fresh, mail);
    } finally {
      if (isMine) {
        giveAway(fresh);
      } else {
        removeKey();
      }
    }
  }

  // What an owner does.

  /** Gives up a mailbox: it is served later, or left to the thread that announced an item, or closed. */
  private void giveAway(Mailbox<K, T> box) {
    while (box.isEmpty()) {
      if (box.close()) {
        retire(box);
        return;
      }
      if (box.orphan()) {
        return;
      }
    }
    box.pass(OWNED, READY);
    enqueue(box);
  }

  /** Removes a mailbox that this thread has closed. */
  private void retire(Mailbox<K, T> closed) {
    try {
      boxes.remove(closed.key, closed);
    } catch (Throwable byTheKey) {
      drop(byTheKey);
    } finally {
      removeKey();
    }
  }

  /** Puts a mailbox into the ready queue that this thread has made READY. */
  private void enqueue(Mailbox<K, T> box) {
    if (isAbandoned && box.pass(READY, OWNED)) { // else whoever abandons has it, or a server
      serve(box, Integer.MAX_VALUE);
      return;
    }
    try {
      ready.add(box);
    } catch (Throwable noStackOrHeap) {
      box.lost = READY;
      hasLost = true;
      throw noStackOrHeap;
    }
    ready.signal();
  }

  /** Goes on in place of threads that could not. */
  private void recover() {
    hasLost = false;
    try {
      for (Mailbox<K, T> box : boxes.values()) {
        int from = box.recover();
        if (from == STAGED) {
          ready.stageEnds();
        }
        if (from != 0) {
          enqueue(box);
        }
      }
    } catch (Throwable noStackOrHeap) {
      hasLost = true;
      throw noStackOrHeap;
    }
  }

  /** Gives a mailbox that this thread owns its turn, and then away. Returns how many items were handled, at most so many. */
  int serve(Mailbox<K, T> box, int most) {
    int handled = 0;
    try {
      if (!isAbandoned) {
        ready.startNext(); // the others must not wait for this one
      }
      for (T item; handled < most && (item = next(box)) != null; ) {
        if (isAbandoned || box.isCut()) {
          discard(item);
          continue;
        }
        Object load = batch == 0 ? item : withMore(box, item);
        handled += batch == 0 ? 1 : ((List<?>) load).size();
        if (!handle(box, load)) {
          return handled; // its stage has the mailbox
        }
      }
    } catch (Throwable noStackOrHeap) {
      box.lost = OWNED;
      hasLost = true;
      throw noStackOrHeap;
    }
    giveAway(box);
    return handled;
  }

  private List<T> withMore(Mailbox<K, T> box, T first) {
    List<T> items = new ArrayList<>();
    items.add(first);
    for (T item; items.size() < batch && (item = next(box)) != null; ) {
      if (isAbandoned || box.isCut()) {
        discard(item);
      } else {
        items.add(item);
      }
    }
    return items;
  }

  @SuppressWarnings("unchecked") // it was made of items
  private List<T> items(Object load) {
    return batch == 0 ? List.of((T) load) : (List<T>) load;
  }

  /** Removes the oldest item, or else that of the first who waits. Returns null if there is neither. */
  private @Nullable T next(Mailbox<K, T> box) {
    for (; ; ) {
      T item = box.poll();
      if (item != null) {
        counts.removeItem(); // before another one can have its place
        box.withdraw(PLACE);
        return item;
      }
      WaitingItem<T> first = box.line().peek();
      if (first == null) {
        return null;
      }
      if (!box.hasNewItems()) { // else one may have been left before he joined
        if (first.decide(EmitOutcome.QUEUED)) {
          first.tell(settings);
          return first.value;
        }
        remove(box, first); // whoever has decided may stand still before he does so
      }
    }
  }

  /** Handles an item, or a list. Returns false if the mailbox waits for a stage, and is not this thread's any more. */
  private boolean handle(Mailbox<K, T> box, Object load) {
    CompletionStage<?> stage;
    counts.delivered.add(batch == 0 ? 1 : ((List<?>) load).size());
    box.inside = Thread.currentThread();
    try {
      stage =
          Objects.requireNonNull(
              handler.handle(box.key, load), "the handler returned null in place of a stage");
    } catch (Throwable thrown) {
      box.inside = null;
      failed(box.key, load, thrown);
      return true;
    }
    box.inside = null;
    return isHandled(stage) || keepsAfterAll(box, load, stage);
  }

  /** A stage that is complete needs no other turn. */
  private static boolean isHandled(CompletionStage<?> stage) {
    return stage.getClass() == CompletableFuture.class // others may not be asked
        && ((CompletableFuture<?>) stage).isDone()
        && !((CompletableFuture<?>) stage).isCompletedExceptionally();
  }

  /** Gives a mailbox to a stage, which makes it READY. Returns false, unless this thread may not wait for that. */
  private boolean keepsAfterAll(Mailbox<K, T> box, Object load, CompletionStage<?> stage) {
    AtomicBoolean isOver = new AtomicBoolean();
    ready.stageBegins();
    box.pass(OWNED, STAGED);
    try {
      stage.whenComplete((nothing, thrown) -> completed(box, load, isOver, thrown));
    } catch (Throwable refused) {
      completed(box, load, isOver, refused);
    }
    return isAbandoned && unstage(box, OWNED);
  }

  /** Takes a mailbox from its stage. Returns false if that has not got it any more. */
  private boolean unstage(Mailbox<K, T> box, int to) {
    boolean isMine = box.pass(STAGED, to);
    if (isMine) {
      ready.stageEnds();
    }
    return isMine;
  }

  /** By the stage, perhaps twice. */
  private void completed(
      Mailbox<K, T> box, Object load, AtomicBoolean isOver, @Nullable Throwable thrown) {
    try {
      if (!isOver.compareAndSet(false, true)) {
        return;
      }
      StackCheck.ensure();
      if (thrown != null) {
        failed(box.key, load, thrown);
      }
    } catch (Throwable noStack) {
      box.lost = STAGED;
      hasLost = true;
      return;
    }
    try {
      if (unstage(box, READY)) {
        enqueue(box);
      }
    } catch (Throwable isNoted) {
      // and the owner's turn must not end by it
    }
  }

  private void failed(K key, Object load, Throwable thrown) {
    for (T item : items(load)) {
      counts.failed.increment();
      settings.failed(key, item, thrown);
    }
  }

  private void discard(T item) {
    counts.discarded.increment();
    settings.discard(item);
  }

  void drop(Throwable thrown) {
    Dropped.pass(thrown, settings.onErrorDropped);
  }

  // The end.

  public CompletionStage<Void> close() {
    refuseAll();
    recover();
    ready.signal();
    return done;
  }

  public CompletionStage<Void> abandon() {
    refuseAll();
    isAbandoned = true;
    recover();
    for (Mailbox<K, T> box : boxes.values()) {
      if (box.pass(READY, OWNED) || unstage(box, OWNED)) {
        serve(box, Integer.MAX_VALUE);
      }
    }
    ready.clear();
    return done;
  }

  public void abandon(K key) {
    StackCheck.ensure();
    Mailbox<K, T> box = boxes.get(Objects.requireNonNull(key, "key is null"));
    if (box != null) {
      for (Mailbox.Item<T> item = box.cut(); item != null; item = item.next) {
        counts.removeItem();
        discard(item.value);
        withdraw(box, PLACE);
      }
    }
  }

  public CompletionStage<Long> close(Duration patience) {
    long nanos = Check.nanos(patience);
    return done.within(nanos, this::close, this::abandon, counts.discarded::sum);
  }

  /** Requests the end, and refuses those who wait. Whoever joins later sees the end. */
  private void refuseAll() {
    StackCheck.ensure();
    if (counts.end()) {
      complete();
    }
    for (Mailbox<K, T> box : boxes.values()) {
      for (WaitingItem<T> waiter : box.line()) {
        if (waiter.decide(EmitOutcome.TERMINATED)) {
          if (waiter.isStage) { // a thread counts its own
            counts.counted(EmitOutcome.TERMINATED);
          }
          waiter.tell(settings);
        }
      }
    }
  }

  private void removeKey() {
    if (counts.removeKey()) {
      complete();
    }
  }

  private void complete() {
    settings.answer(() -> done.end(null));
  }

  public boolean isTerminated() {
    return counts.isEnded();
  }

  public KeyedStats stats() {
    return counts.stats();
  }
}
