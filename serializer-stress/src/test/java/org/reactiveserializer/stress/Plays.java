package org.reactiveserializer.stress;

import org.jetbrains.lincheck.datastructures.Operation;

/** The plays, by their operations. */
// Each play declares its operations itself: Lincheck accepts inherited ones, but then detected a
// twin less often.
final class Plays {
  private Plays() {}

  /** Items, a completion, an error. */
  public abstract static class Ends extends Play {
    Ends(Stage stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void nextLeft() {
      left.next();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void nextState() {
      drain.next();
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void completeLeft() {
      left.complete();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void failRight() {
      drain.fail();
    }
  }

  /** Items, a cancellation, an end. */
  public abstract static class Cancellation extends Play {
    Cancellation(Stage stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void nextLeft() {
      left.next();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void nextState() {
      drain.next();
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void failLeft() {
      left.fail();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void completeRight() {
      drain.complete();
    }

    @Operation
    public void cancel() {
      scene.cancel();
    }
  }

  /** Upstreams, demand, a cancellation, items. */
  public abstract static class Subscriptions extends Play {
    Subscriptions(Stage stage) {
      super(stage);
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void subscribeLeft() {
      left.subscribe();
    }

    @Operation(nonParallelGroup = Scenarios.RIGHT)
    public void subscribeRight() {
      drain.subscribe();
    }

    @Operation(nonParallelGroup = Scenarios.LEFT)
    public void nextLeft() {
      left.next();
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
