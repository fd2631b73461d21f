package org.reactiveserializer.io.internal.shared;

/**
 * Keeps a reader of shared memory behind the writer. A reader that has caught up looks at the place of
 * the next message, and so takes the cache line away that the writer needs for that message. The writer
 * must fetch it back; if the other processor is far, that takes as long as some dozens of messages. So
 * the reader pauses before it looks, and the writer gets ahead. The idea is the temporal slipping of
 * FastForward (Giacomoni, Moseley and Vachharajani, 2008).
 *
 * <p>The pause grows with the run of messages that ends here: two hints for each. In a flow, the next run
 * is longer for that, and so is the next pause, up to a bound. Whoever has got a single message gives two
 * hints, while an answer is on its way. So nothing is learned, and nothing must be forgotten. A pause is no
 * wait for anything: to look without it is always right.
 */
public final class RunPause {
  private static final int HINTS = 2;

  /** The longest pause, unless there is no processor for the writer: see the documents for its length. */
  private static final int MOST_HINTS = Runtime.getRuntime().availableProcessors() > 1 ? 256 : 0;

  private RunPause() {}

  /**
   * The reader has caught up with the writer: pauses.
   *
   * @param run how many messages it got since it had caught up before, not negative
   */
  public static void after(long run) {
    for (int i = hints(run, MOST_HINTS); i > 0; i--) {
      Thread.onSpinWait();
    }
  }

  /** Returns how often a pause after a run of messages hints. */
  static int hints(long run, int most) {
    return run < most / HINTS ? (int) run * HINTS : most;
  }
}
