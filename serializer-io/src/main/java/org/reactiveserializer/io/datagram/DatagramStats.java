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
 * being processed may be missing.) A later version may have more figures.
 *
 * @param received how many datagrams were read from the sockets
 * @param bytes how many bytes of payload were read, without what was cut off
 * @param delivered how many the subscriber got, or is getting
 * @param waiting how many wait for demand, or for a task of {@linkplain DatagramSettings#deliverOn
 *     the executor}
 * @param droppedByBound how many were dropped because the queue was full (its {@linkplain
 *     DatagramSource#bounded capacity}). One that {@code DROP_OLDEST} evicts at the moment when
 *     another thread ends the stream may count as discarded instead
 * @param droppedByPool how many were dropped because there was no buffer for them: {@linkplain
 *     DatagramSettings#maxHeld too many} were not released, or there was no memory
 * @param droppedOwn how many were dropped because they claim to come from the address of the socket
 *     that received them; 0 with {@link DatagramSettings#deliverOwn}
 * @param discarded how many were not delivered because the stream had ended
 * @param droppedByKernel how many the system dropped before they could be read, mostly because the
 *     {@linkplain DatagramSettings#receiveBuffer receive buffer} was full; -1 if this is not known:
 *     on all systems but Linux; and on Linux if {@code /proc} could not be read when the source was
 *     opened, or if other sockets of the process could not be told from those of the source
 * @param truncated how many of those received were longer than {@linkplain
 *     DatagramSettings#maxPayload the payload may be}
 * @param held how many were delivered and are not released
 * @param buffers how many buffers exist; when the source is closed, only those of datagrams that
 *     are not released
 * @param receiveErrors how often reading from a socket failed without ending the stream
 * @param receiveBufferRequested how many bytes of receive buffer were requested from the system for
 *     each socket
 * @param receiveBufferGranted how many it granted
 * @param sent how many datagrams were sent, in the sense of {@link SendResult#SENT}
 * @param sendsWaiting how many were accepted and wait for a socket
 * @param sendsFailed how many the system refused to send
 * @param sendsDropped how many were not sent because the {@linkplain DatagramSettings#sendQueue
 *     queue} was full, or because the source was closed
 */
public record DatagramStats(
    long received,
    long bytes,
    long delivered,
    long waiting,
    long droppedByBound,
    long droppedByPool,
    long droppedOwn,
    long discarded,
    long droppedByKernel,
    long truncated,
    long held,
    int buffers,
    long receiveErrors,
    int receiveBufferRequested,
    int receiveBufferGranted,
    long sent,
    long sendsWaiting,
    long sendsFailed,
    long sendsDropped) {}
