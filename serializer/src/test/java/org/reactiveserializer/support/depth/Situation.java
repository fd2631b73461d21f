package org.reactiveserializer.support.depth;

import java.util.ArrayList;
import java.util.List;

/** The situation in which a call is made, and the next call. */
public record Situation(Entry entry, Where where, Supply supply, Next next) {
  /** The call that is made with little stack left. */
  public enum Entry {
    NEXT,
    NEXT_PATIENTLY,
    COMPLETE,
    FAIL,
    SUBSCRIBE,
    REQUEST,
    REQUEST_NOTHING,
    CANCEL,
    INNER_NEXT,
    INNER_COMPLETE,
    INNER_FAIL,
    INNER_SUBSCRIBE,
    OUTER_NEXT,
    OUTER_COMPLETE,
    OUTER_FAIL;

    /** Returns whether the call emits an item, so that the capacity matters. */
    boolean emitsItem() {
      return this == NEXT || this == NEXT_PATIENTLY;
    }
  }

  /** Where the call is made. */
  public enum Where {
    OUTSIDE("outside any signal"),
    /** Little stack is left already for the signal that the call is made in. */
    THROUGH("in onNext, which rethrows"),
    CAUGHT("in onNext, which catches"),
    MEANWHILE("while another thread is in onNext");

    private final String text;

    Where(String text) {
      this.text = text;
    }

    /** Returns whether the signals of several trials are nested. */
    boolean isInside() {
      return this == CAUGHT || this == MEANWHILE;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** The demand, and the items that wait. */
  public enum Supply {
    /** No item waits, and much is requested. */
    FLOWING(1000, 0),
    /** One item waits, or is about to, and much is requested. */
    BUSY(1000, 1),
    /** One item waits, and nothing is requested. */
    DRY(0, 1),
    /** As many items wait as the capacity allows, and nothing is requested. */
    FULL(0, StackSubject.CAPACITY);

    final long demand;
    final int waiting;

    Supply(long demand, int waiting) {
      this.demand = demand;
      this.waiting = waiting;
    }
  }

  /** The next call, for which there is enough stack. */
  public enum Next {
    NEXT,
    COMPLETE,
    REQUEST,
    CANCEL;

    /** Returns whether it is made by a thread that has made no call yet. */
    boolean isElsewhere() {
      return this == NEXT || this == REQUEST;
    }

    boolean isOfDownstream() {
      return this == REQUEST || this == CANCEL;
    }
  }

  /**
   * Returns all situations of an entry.
   *
   * @param demand whether demand matters
   * @param bounded whether there is a capacity
   */
  static List<Situation> of(Entry entry, boolean demand, boolean bounded) {
    List<Situation> all = new ArrayList<>();
    for (Where where : Where.values()) {
      for (Supply supply : Supply.values()) {
        for (Next next : Next.values()) {
          Situation situation = new Situation(entry, where, supply, next);
          if (situation.makesSense(demand, bounded)) {
            all.add(situation);
          }
        }
      }
    }
    return all;
  }

  private boolean makesSense(boolean demand, boolean bounded) {
    if (entry == Entry.SUBSCRIBE
        && (where != Where.OUTSIDE || supply.demand > 0 == demand || next.isOfDownstream())) {
      return false; // nothing is requested before the subscription
    }
    return switch (supply) {
      case FLOWING -> true;
      case BUSY -> where != Where.OUTSIDE;
      case DRY -> demand;
      case FULL -> demand && bounded && entry.emitsItem();
    };
  }

  /** Returns whether it is one of the sample that is tried instead of all. */
  boolean isSample() {
    return (where.ordinal() + supply.ordinal() + next.ordinal()) % 2 == 0;
  }

  @Override
  public String toString() {
    return entry + " " + where + ", " + supply + ", then " + next;
  }
}
