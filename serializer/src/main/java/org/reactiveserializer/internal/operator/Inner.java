package org.reactiveserializer.internal.operator;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.SubscriptionCell;
import org.reactiveserializer.internal.waiting.Run;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One source of a merge: its subscription, the account of what it may signal and what it did, and
 * its place among the live ones.
 *
 * <p>Always {@code waiting + batch - untilRequest <= prefetch}, unless the publisher brings what was not
 * requested: so no more than {@code prefetch} items of it wait.
 *
 * <p>Not final: a bridge adds what its library expects of a subscriber. It cannot change what is done for an item.
 *
 * @param <T> the type of the items
 */
public class Inner<T> extends SubscriptionCell implements Subscriber<T> {
  private final MergeLoop<T> merge;
  private final Publisher<? extends T> publisher;

  /** Neighbours in {@link LiveInners}. */
  @Nullable Inner<?> younger;

  @Nullable Inner<?> older;

  // Of the owner: items that wait, and items to be delivered before others are requested.
  private int waiting;
  private int untilRequest;
  private Stage stage = Stage.NEW;

  /** The last run that was handed over. Of the thread that signals. */
  @Nullable Run<T> run;

  // Of the thread that signals (§1.3), or by the owner that found that a rule was broken.
  private Signals signals = Signals.EXPECTED;

  /**
   * Creates one that is not subscribed yet.
   *
   * @param merger delivers the items
   * @param publisher publishes them
   */
  public Inner(Merger<?, T> merger, Publisher<? extends T> publisher) {
    this.merge = merger;
    this.publisher = publisher;
    this.untilRequest = merger.batch;
  }

  /** Subscribes to the publisher. What it throws in spite of §1.9 counts as its error. */
  final void subscribe() {
    try {
      publisher.subscribe(this);
    } catch (Throwable thrown) {
      if (merge.hasEnded()) {
        throw thrown;
      }
      violated(thrown);
    }
  }

  @Override
  public final void onSubscribe(Subscription arrived) {
    Objects.requireNonNull(arrived, "subscription is null (§2.13)");
    if (setOnce(arrived)) {
      request(MergeSettings.demand(merge.prefetch));
    } else {
      merge.drop(broken("§2.12", "a second onSubscribe"));
    }
  }

  @Override
  public final void onNext(T item) {
    if (item == null) {
      NullPointerException thrown = new NullPointerException(of("§2.13", "a null item"));
      violated(thrown);
      throw thrown;
    }
    if (signals != Signals.EXPECTED) {
      merge.discardLate(item);
      late("an item");
    } else {
      int due = merge.item(this, item);
      if (due != 0) {
        request(due); // only now that this thread does not emit: the publisher may answer at once
      }
    }
  }

  @Override
  public final void onError(Throwable error) {
    if (error == null) {
      NullPointerException thrown = new NullPointerException(of("§2.13", "a null error"));
      violated(thrown); // it will not signal anything else
      throw thrown;
    }
    if (signals == Signals.EXPECTED) {
      end(Signals.ENDED, error);
    } else {
      merge.drop(error);
    }
  }

  @Override
  public final void onComplete() {
    if (signals == Signals.EXPECTED) {
      end(Signals.ENDED, null);
    } else {
      late("a completion");
    }
  }

  /**
   * Appends an item to the open run. If that is another thread's, it is sealed: what this thread brings is
   * handed over behind it.
   */
  final boolean append(T item) {
    Run<T> open = run;
    if (open == null) {
      return false;
    }
    boolean appended = open.append(item);
    if (!appended) {
      open.seal();
    }
    return appended;
  }

  /** Makes a run of this thread. */
  final Run<T> makeRun(T item) {
    return Run.of(item, this, run);
  }

  /**
   * Heeds a turn: the first is the beginning, before any signal, and the second the end. There may be a
   * third: the publisher ended on one thread and broke a rule on another. By the owner.
   */
  final Stage turn() {
    if (stage != Stage.GONE) {
      stage = stage == Stage.NEW ? Stage.LIVE : Stage.ENDED;
    }
    return stage;
  }

  /** Notes that {@code n} items more, or less, wait. By the owner. */
  final void waits(int n) {
    waiting += n;
    if (waiting + merge.batch - untilRequest > merge.prefetch && signals == Signals.EXPECTED) {
      // They are delivered all the same.
      violated(broken("§1.1", "more items than the " + merge.prefetch + " requested of it"));
    }
  }

  /** Notes that {@code n} items are delivered. Returns how many to request. By the owner. */
  final int emitted(int n) {
    int left = untilRequest - n;
    if (left > 0) {
      untilRequest = left;
      return 0;
    }
    untilRequest = merge.batch;
    return merge.batch - left;
  }

  /** Tells, once, that nothing more will come of this inner. By the owner. */
  final boolean goes() {
    if (stage == Stage.ENDED && waiting == 0) {
      stage = Stage.GONE;
      return true;
    }
    return false;
  }

  /** Requests {@code n} items. */
  final void request(long n) {
    Subscription current = subscription();
    try {
      if (current != null) {
        current.request(n);
      }
    } catch (Throwable thrown) { // in spite of §3.16
      if (merge.hasEnded()) {
        throw thrown;
      }
      violated(thrown);
    }
  }

  /** The publisher broke a rule: the merge goes on without it, or ends. */
  private void violated(Throwable error) {
    if (signals == Signals.EXPECTED) {
      end(Signals.CUT, error);
    } else {
      merge.drop(error);
    }
  }

  private void end(Signals end, @Nullable Throwable error) {
    try {
      signals = end;
      if (end == Signals.CUT) {
        cut();
      } else {
        release();
      }
      merge.ended(this, error);
    } catch (Throwable thrown) {
      merge.failedStep = thrown; // here, where the end was noted, and without a call
      merge.mustPassFirst = true; // and another: no item is to go straight past it
      merge.giveUp();
      throw thrown;
    }
  }

  /** Cancels the subscription. */
  final void cut() {
    try {
      cancel();
    } catch (Throwable thrown) { // in spite of §3.15
      merge.drop(thrown);
    }
  }

  /** After the end. After a cancellation signals may come for a while (§2.8). */
  private void late(String signal) {
    if (signals == Signals.ENDED) {
      merge.drop(broken("§1.7", signal + " after its end"));
    }
  }

  private IllegalStateException broken(String rule, String signal) {
    return new IllegalStateException(of(rule, signal));
  }

  private String of(String rule, String signal) {
    return rule + ": " + name() + " signalled " + signal;
  }

  private String name() {
    try {
      return publisher.toString();
    } catch (Throwable thrown) { // not to hide what went wrong before
      return publisher.getClass().getName();
    }
  }

  // How the source stands, for a bridge that is scanned. By any thread.

  /** Returns the source's subscription while the source may signal; null before it arrives, and after the end. */
  protected final @Nullable Subscription source() {
    return unreleased();
  }

  /**
   * Returns whether the source signalled its end. A source that was cancelled first may still do so.
   *
   * <p>{@code signals} is plain, but it is written before the subscription is released, which is what is read first: so
   * a thread that finds the subscription released by an end finds that end.
   */
  protected final boolean hasEnded() {
    return isReleased() && signals == Signals.ENDED;
  }

  /** Returns whether the source was cancelled, and has not signalled its end. */
  protected final boolean wasCut() {
    return isReleased() && signals != Signals.ENDED;
  }

  /** What the owner knows of an inner. */
  enum Stage {
    NEW,
    /** To be cancelled with the merge. */
    LIVE,
    /** It signals nothing any more, but items of it may wait. */
    ENDED,
    /** Out of the list of live ones. */
    GONE
  }
}
