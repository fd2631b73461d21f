package org.reactiveserializer.observability.guard;

/**
 * What a {@link SerialGuard} reports: who broke which rule of the Reactive Streams specification. Its
 * stack is that of the thread that broke the rule. If two threads signalled at the same time, the
 * {@linkplain #getCause cause} has the stack of the other one.
 */
public final class BreachException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /** One of the two sides of a guard. */
  public enum Party {
    /** The publisher, which signals. */
    UPSTREAM,
    /** The subscriber, which requests and cancels, and whose signals take their time. */
    DOWNSTREAM
  }

  /** The number of the rule. */
  private final String rule;

  /** Who broke it. */
  private final Party party;

  /** How many items had been signalled. */
  private final long items;

  BreachException(String rule, Party party, long items, String message) {
    super(message);
    this.rule = rule;
    this.party = party;
    this.items = items;
  }

  /**
   * Returns the rule that was broken, such as {@code §1.3}.
   *
   * @return the rule's number in the specification
   */
  public String rule() {
    return rule;
  }

  /**
   * Returns who broke it.
   *
   * @return the side of the guard
   */
  public Party party() {
    return party;
  }

  /**
   * Returns how many items had come by then, including one that is the breach itself.
   *
   * @return a number of items
   */
  public long items() {
    return items;
  }
}
