package org.reactiveserializer.internal.drain;

/**
 * What the passes of a loop find due to be requested from a source. The request follows when the
 * thread is not the owner any more: if the owner requested, a source that answers at once would find
 * an owner and have to hand over all its items.
 */
public interface DueRequests {
  /** Returns how much is due, and resets it. By the owner. */
  long takeDue();

  /**
   * Takes back what {@link #takeDue} returned: this thread could not leave. The owner's passes must
   * find it, since there may be many of them.
   */
  void returnDue(long due);

  /** Requests what {@link #takeDue} returned. By a thread that is not the owner any more. */
  void request(long due);
}
