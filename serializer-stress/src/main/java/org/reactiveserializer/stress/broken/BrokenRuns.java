package org.reactiveserializer.stress.broken;

import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.ending.Hooks;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.internal.operator.SerialEmitter;
import org.reactiveserializer.internal.waiting.Run;
import org.reactiveserializer.stress.support.Fates;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Subject;

/** Serializers with one broken step each in the handling of open runs. */
public final class BrokenRuns {
  private BrokenRuns() {}

  /** Releases the right without looking at open runs: items appended then are lost. */
  public static Subject leftOpen(Probe downstream, Fates fates) {
    return Subject.of(
        new SerialEmitter<Item>(Termination.immediate(), downstream, fates.hooks()) {
          @Override
          protected boolean mayLeave() {
            return true;
          }
        });
  }

  /** A producer hands over a second run, and then appends to its first one again. */
  public static Subject backToTheOlder(Probe downstream, Fates fates) {
    return Subject.of(new TwoRuns(downstream, fates.hooks()));
  }

  private static final class TwoRuns extends SerialEmitter<Item> {
    private static final int FIRST = 3;

    private volatile @Nullable Run<Item> older;
    private boolean refused;

    TwoRuns(Probe downstream, Hooks<Item> hooks) {
      super(Termination.immediate(), downstream, hooks);
    }

    @Override
    protected @Nullable Run<Item> makeRun(SerialEmitter<Item> source, Item item) {
      Run<Item> run = super.makeRun(source, item);
      if (older == null && item.isOf(1)) {
        older = run;
      }
      return run;
    }

    @Override
    protected boolean appendToOpen(SerialEmitter<Item> source, Item item) {
      Run<Item> first = older;
      if (first == null || !item.isOf(1)) {
        return super.appendToOpen(source, item);
      }
      if (first.length() == FIRST && !refused) {
        refused = true;
        return false;
      }
      return first.append(item) || super.appendToOpen(source, item);
    }
  }
}
