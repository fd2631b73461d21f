package org.reactiveserializer.stress;

import org.jetbrains.lincheck.datastructures.Operation;

/** The plays, by what is done in them. Lincheck offers the operations of superclasses as well. */
final class Plays {
  private Plays() {}

  /** Items of one thread. */
  private abstract static class ItemsLeft extends Play {
    ItemsLeft(Stage stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = LEFT)
    public void nextLeft() {
      left.next();
    }
  }

  /** Items of both. */
  private abstract static class Items extends ItemsLeft {
    Items(Stage stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = RIGHT)
    public void nextRight() {
      right.next();
    }
  }

  /** Items, a completion, an error. */
  public abstract static class Ends extends Items {
    Ends(Stage stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = LEFT)
    public void completeLeft() {
      left.complete();
    }

    @Operation(nonParallelGroup = RIGHT)
    public void failRight() {
      right.fail();
    }
  }

  /** Items, a cancellation, an end. */
  public abstract static class Cancellation extends Items {
    Cancellation(Stage stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = LEFT)
    public void failLeft() {
      left.fail();
    }

    @Operation(nonParallelGroup = RIGHT)
    public void completeRight() {
      right.complete();
    }

    @Operation
    public void cancel() {
      scene.cancel();
    }
  }

  /** Upstreams, demand, a cancellation, items. */
  public abstract static class Subscriptions extends ItemsLeft {
    Subscriptions(Stage stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = LEFT)
    public void subscribeLeft() {
      left.subscribe();
    }

    @Operation(nonParallelGroup = RIGHT)
    public void subscribeRight() {
      right.subscribe();
    }

    @Operation
    public void request() {
      scene.request(1);
    }

    @Operation
    public void cancel() {
      scene.cancel();
    }
  }
}
