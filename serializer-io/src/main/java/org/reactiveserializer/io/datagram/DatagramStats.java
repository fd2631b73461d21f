package org.reactiveserializer.io.datagram;

/**
 * What became of the datagrams of a {@link DatagramSource} so far. A snapshot of each figure by
 * itself. When no datagram arrives and none is being delivered,
 *
 * <p>{@code received = delivered + waiting + droppedByBound + droppedByPool + droppedOwn + discarded}
 *
 * <p>and {@code received + droppedByKernel} datagrams have reached the sockets, if the latter
 * figure is known and the receive buffers are empty. What is lost before it reaches a socket, or
 * reaches it after {@link DatagramSource#close} and is not read, is in no figure. (After an
 * {@link OutOfMemoryError} of the heap, or a {@link StackOverflowError}, the datagram that was
 * being processed may be missing. If the stream ends with an error, some datagrams of a batch may
 * be.)
 *
 * <p>Only this library implements it. A later version may have more figures.
 */
public interface DatagramStats {
  /**
   * Returns how many datagrams were read from the sockets.
   *
   * @return the figure
   */
  long received();

  /**
   * Returns how many bytes of payload were read, without what was cut off.
   *
   * @return the figure
   */
  long bytes();

  /**
   * Returns how many the subscriber got, or is getting.
   *
   * @return the figure
   */
  long delivered();

  /**
   * Returns how many wait for demand, or for a task of
   * {@linkplain DatagramSettings#deliverOn the executor}.
   *
   * @return the figure
   */
  long waiting();

  /**
   * Returns how many were dropped because the queue was full (its
   * {@linkplain DatagramSource#bounded capacity}). (One that {@code DROP_OLDEST} evicts at the
   * moment when another thread ends the stream may count as discarded instead.).
   *
   * @return the figure
   */
  long droppedByBound();

  /**
   * Returns how many were dropped because there was no buffer for them:
   * {@linkplain DatagramSettings#maxHeld too many} were not released, or there was no memory.
   *
   * @return the figure
   */
  long droppedByPool();

  /**
   * Returns how many were dropped because they claim to come from the address of the socket that
   * received them; 0 with {@link DatagramSettings#deliverOwn}.
   *
   * @return the figure
   */
  long droppedOwn();

  /**
   * Returns how many were not delivered because the stream had ended.
   *
   * @return the figure
   */
  long discarded();

  /**
   * Returns how many the system dropped before they could be read, mostly because the
   * {@linkplain DatagramSettings#receiveBuffer receive buffer} was full; -1 if this is not known:
   * on all systems but Linux; and on Linux if {@code /proc} could not be read when the source was
   * opened, or if other sockets of the process could not be told from those of the source.
   *
   * @return the figure
   */
  long droppedByKernel();

  /**
   * Returns how many of those received were longer than
   * {@linkplain DatagramSettings#maxPayload the payload may be}.
   *
   * @return the figure
   */
  long truncated();

  /**
   * Returns how many were delivered and are not released.
   *
   * @return the figure
   */
  long held();

  /**
   * Returns how many of these are garbage; 0 without
   * {@linkplain DatagramSettings#leakCheck() leak check}.
   *
   * @return the figure
   */
  long leaked();

  /**
   * Returns how many buffers exist; when the source is closed, only those of datagrams that are not
   * released.
   *
   * @return the figure
   */
  int buffers();

  /**
   * Returns how often reading from a socket, or the wait for it, failed without ending the stream.
   *
   * @return the figure
   */
  long receiveErrors();

  /**
   * Returns how many bytes of receive buffer were requested from the system for each socket.
   *
   * @return the figure
   */
  int receiveBufferRequested();

  /**
   * Returns how many it granted.
   *
   * @return the figure
   */
  int receiveBufferGranted();

  /**
   * Returns how many datagrams were sent, in the sense of {@link SendResult#SENT}.
   *
   * @return the figure
   */
  long sent();

  /**
   * Returns how many were accepted and wait for a socket.
   *
   * @return the figure
   */
  long sendsWaiting();

  /**
   * Returns how many the system refused to send.
   *
   * @return the figure
   */
  long sendsFailed();

  /**
   * Returns how many were not sent because the {@linkplain DatagramSettings#sendQueue queue} was
   * full, or because the source was closed.
   *
   * @return the figure
   */
  long sendsDropped();
}
