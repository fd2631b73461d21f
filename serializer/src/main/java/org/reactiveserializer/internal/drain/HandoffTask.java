package org.reactiveserializer.internal.drain;

/**
 * A task that transfers ownership from an owner that has reached its {@link DrainLimit} to a thread
 * of an executor. Whoever claims it is the owner.
 *
 * <p>Not final, so that a stress test can break the claim.
 */
public class HandoffTask extends ClaimedTask {
  private final DrainLoop loop;

  /** Creates a task, by the owner of {@code loop}. */
  public HandoffTask(DrainLoop loop) {
    super(loop.drain);
    this.loop = loop;
  }

  @Override
  protected final void begin() {
    loop.emitAsOwner();
  }
}
