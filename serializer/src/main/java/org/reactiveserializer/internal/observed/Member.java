package org.reactiveserializer.internal.observed;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a group, which this does not keep alive. The group's totals have what was {@linkplain
 * #fold folded} into them: whenever somebody reads the group, and when the stream ends. What a stream
 * that never ends does after the last reading, before it is collected, is lost.
 */
public final class Member extends WeakReference<Observable> {
  /** More marks are thinned out, and the age becomes less exact. */
  private static final int MARKS = 16;

  private final Group group;

  // What the totals have of this stream.
  @SuppressWarnings("unused") // through the VarHandle
  private volatile Figures folded = Figures.NONE;

  // Oldest first. Of two threads that write at the same time, one loses its mark: harmless.
  private volatile List<Mark> marks = List.of();

  // The one that began last, perhaps over.
  private volatile Session session;

  Member(Group group, Observable stream) {
    super(stream);
    this.group = group;
    this.session = new Session(group, null, 0);
    session.end(0);
  }

  /** Adds to the group's totals what the stream has done since this was called last. By any thread. */
  public void fold() {
    Observable stream = get();
    if (stream != null) {
      Figures before;
      Figures now;
      do {
        before = folded; // first: whoever replaces it has read later figures than these
        now = stream.figures();
      } while (!FOLDED.compareAndSet(this, before, now));
      group.add(before, now);
    }
  }

  /** Returns the figures; of a stream that is gone, none. */
  Figures figures() {
    Observable stream = get();
    return stream == null ? Figures.NONE : stream.figures();
  }

  /**
   * Returns for how long the oldest item has been waiting, at least. Items leave in the order in which
   * they came. So if fewer items have left by now than had come at an earlier reading, the oldest that
   * waits had come by then. The first reading that finds an item gives 0.
   */
  long age(long now) {
    Figures figures = figures();
    long gone = figures.gone();
    long come = gone + figures.waiting();
    List<Mark> kept = new ArrayList<>();
    for (Mark mark : marks) {
      if (mark.come() > gone) {
        kept.add(mark);
      }
    }
    if (figures.waiting() > 0 && (kept.isEmpty() || kept.get(kept.size() - 1).come() < come)) {
      kept.add(new Mark(now, come));
    }
    for (int i = kept.size() - 2; i > 0 && kept.size() > MARKS; i -= 2) {
      kept.remove(i);
    }
    marks = List.copyOf(kept);
    return kept.isEmpty() || figures.waiting() == 0 ? 0 : Math.max(0, now - kept.get(0).at());
  }

  /**
   * Begins to measure a session. Returns null if the stream is gone. By the owner: so sessions begin one after
   * another, and one that is replaced here was at its end.
   *
   * @param event what its {@link Session#event} returns
   */
  public @Nullable Session beginSession(@Nullable Object event) {
    Observable stream = get();
    if (stream == null) {
      return null;
    }
    Session begun = new Session(group, event, stream.delivered());
    session = begun; // last: nothing fails between this and the session's end
    return begun;
  }

  /** Returns for how long the session that is under way has lasted; 0 if there is none. */
  long session(long now) {
    Observable stream = get();
    return stream == null ? 0 : session.underWay(stream.delivered(), now);
  }

  /** At this time so many items had come. */
  private record Mark(long at, long come) {}

  private static final VarHandle FOLDED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "folded", VarHandle.class, Member.class, Figures.class);
}
