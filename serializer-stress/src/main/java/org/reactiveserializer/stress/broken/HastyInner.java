package org.reactiveserializer.stress.broken;

import java.util.function.BiFunction;
import org.reactiveserializer.internal.operator.Inner;
import org.reactiveserializer.internal.operator.MergeSettings;
import org.reactiveserializer.internal.operator.Merger;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Reactions;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Inner sources of a merge with a broken beginning. */
public abstract class HastyInner extends Inner<Item> {
  private HastyInner(Merger<?, Item> merger, Publisher<? extends Item> publisher) {
    super(merger, publisher);
  }

  /** Creates a merge whose inner sources are {@link Presuming}. */
  public static Merger<Publisher<Item>, Item> presuming(
      MergeSettings<Item> settings, Subscriber<? super Item> downstream) {
    return merger(settings, downstream, Presuming::new);
  }

  /** Creates a merge whose inner sources are {@link Careless}. */
  public static Merger<Publisher<Item>, Item> careless(
      MergeSettings<Item> settings, Subscriber<? super Item> downstream) {
    return merger(settings, downstream, Careless::new);
  }

  private static Merger<Publisher<Item>, Item> merger(
      MergeSettings<Item> settings,
      Subscriber<? super Item> downstream,
      BiFunction<Merger<?, Item>, Publisher<? extends Item>, Inner<Item>> inners) {
    return new Merger<Publisher<Item>, Item>(settings, source -> source, downstream) {
      @Override
      protected Inner<Item> innerOf(Publisher<? extends Item> publisher) {
        return inners.apply(this, publisher);
      }
    };
  }

  /**
   * Takes the subscription for a sign that the beginning was reported: another thread may have set
   * it and not reported the beginning yet.
   */
  private static final class Presuming extends HastyInner {
    Presuming(Merger<?, Item> merger, Publisher<? extends Item> publisher) {
      super(merger, publisher);
    }

    @Override
    protected boolean begin(Subscription arrived) {
      boolean first = setAhead(arrived);
      if (first) {
        Reactions.giveWay();
        if (!reportBegin()) {
          cancel();
        }
      }
      return first;
    }

    @Override
    protected boolean isBegun() {
      return subscription() != null || super.isBegun();
    }
  }

  /** Takes a beginning that was refused for one that was accepted. */
  private static final class Careless extends HastyInner {
    private volatile boolean reported;

    Careless(Merger<?, Item> merger, Publisher<? extends Item> publisher) {
      super(merger, publisher);
    }

    @Override
    protected boolean begin(Subscription arrived) {
      if (isBegun()) {
        return super.begin(arrived);
      }
      boolean first = setAhead(arrived);
      if (first) {
        reportBegin();
        reported = true;
      }
      return first;
    }

    @Override
    protected boolean isBegun() {
      return reported || super.isBegun();
    }
  }
}
