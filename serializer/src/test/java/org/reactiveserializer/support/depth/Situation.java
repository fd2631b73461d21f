package org.reactiveserializer.support.depth;

import java.util.ArrayList;
import java.util.List;

/** In which a call is made, and what is called next. */
public record Situation(Entry entry, Where where, Supply supply, Next next) {
  /** What is called at the end of the stack. */
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

    /** Whether it matters how many may wait. */
    boolean bringsItem() {
      return this == NEXT || this == NEXT_PATIENTLY;
    }
  }

  /** From where. */
  public enum Where {
    OUTSIDE("outside any signal"),
    /** The signal itself was brought with little stack. */
    THROUGH("in onNext, which throws it on"),
    CAUGHT("in onNext, which catches it"),
    MEANWHILE("while another thread is in onNext");

    private final String text;

    Where(String text) {
      this.text = text;
    }

    /** Whether others are tried inside the same signal. */
    boolean isInside() {
      return this == CAUGHT || this == MEANWHILE;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** What is requested, and what waits. */
  public enum Supply {
    /** Nothing waits, and much is requested. */
    FLOWING(1000, 0),
    /** One item waits, or is about to, and much is requested. */
    BUSY(1000, 1),
    /** One item waits, and nothing is requested. */
    DRY(0, 1),
    /** As many wait as may, and nothing is requested. */
    FULL(0, StackSubject.CAPACITY);

    final long demand;
    final int waiting;

    Supply(long demand, int waiting) {
      this.demand = demand;
      this.waiting = waiting;
    }
  }

  /** What is called next, where there is stack. */
  public enum Next {
    NEXT,
    COMPLETE,
    REQUEST,
    CANCEL;

    /** Whether it is called by a thread that has called nothing yet. */
    boolean isElsewhere() {
      return this == NEXT || this == REQUEST;
    }

    boolean isOfDownstream() {
      return this == REQUEST || this == CANCEL;
    }
  }

  /** All there are of an entry, where demand counts or not, and only so many may wait or not. */
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
      return false; // before which nothing is requested
    }
    return switch (supply) {
      case FLOWING -> true;
      case BUSY -> where != Where.OUTSIDE;
      case DRY -> demand;
      case FULL -> demand && bounded && entry.bringsItem();
    };
  }

  /** Whether it is one of those that stand for the others. */
  boolean isSample() {
    return (where.ordinal() + supply.ordinal() + next.ordinal()) % 2 == 0;
  }

  @Override
  public String toString() {
    return entry + " " + where + ", " + supply + ", then " + next;
  }
}
