package org.reactiveserializer.io.ring;

/**
 * The stream ended because of the other side of the ring: it died, it hangs, it failed, or it is a
 * reader that was closed. A reader's stream has delivered what was published before. A writer's
 * stream has cancelled its upstream; items that waited for room then are not written.
 */
public final class PeerLostException extends RingException {
  private static final long serialVersionUID = 1;

  /** How the other side is. */
  private final Peer peer;

  /**
   * Creates the exception.
   *
   * @param message what happened
   * @param peer how the other side is
   */
  public PeerLostException(String message, Peer peer) {
    super(message);
    this.peer = peer;
  }

  /**
   * Returns how the other side is.
   *
   * @return dead, hung, failed or closed
   */
  public Peer peer() {
    return peer;
  }
}
