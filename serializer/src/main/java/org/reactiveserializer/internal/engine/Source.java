package org.reactiveserializer.internal.engine;

/**
 * Where items of a merge come from, as its owner sees it: who hands an item over says of which source it is. An
 * operator whose sources need not be told apart has {@link #ONLY}. By the owner, unless a method says otherwise.
 */
public interface Source {
  /** The source of an operator that counts nothing by source. */
  Source ONLY = new Only();

  /** An item for which nothing waited was delivered. Returns how many to request. */
  int delivered();

  /** {@code n} more items wait. */
  void waits(int n);

  /**
   * Returns whether what waits is to be delivered, and not discarded. Exact for the owner that takes the event of
   * that change.
   */
  boolean isWanted();

  /** An item that waited was delivered, or discarded since it is not wanted. */
  void removed(boolean isDelivered);

  /** An event was taken. What this handed over before was taken, too. */
  void happened();

  /** Requests {@code n} items. By the thread that delivered one, after it has left if nothing waited. */
  void request(int n);

  /** Counts nothing. */
  final class Only implements Source {
    private Only() {}

    @Override
    public int delivered() {
      return 0;
    }

    @Override
    public void waits(int n) {}

    @Override
    public boolean isWanted() {
      return true;
    }

    @Override
    public void removed(boolean isDelivered) {}

    @Override
    public void happened() {}

    @Override
    public void request(int n) {}
  }
}
