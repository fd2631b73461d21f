/**
 * Rings in mapped files, through which one process sends integers or messages to another: bare, or
 * as a publisher and a subscriber.
 *
 * <p>Start at {@link org.reactiveserializer.io.ring.IntRing} or {@link
 * org.reactiveserializer.io.ring.MessageRing}. A ring has one writer and one reader, in two
 * processes or in one. Each end can be used bare, by one thread without any allocation; or as a
 * stream:
 *
 * <h2 id="streams">Streams</h2>
 *
 * <p>{@code reader.publisher(options)} is what the reader reads, for one subscriber; another gets an
 * error. {@code writer.subscriber(options)} writes what it gets, for one subscription; another is
 * cancelled. From the subscription on, nobody else may use that end.
 *
 * <p><b>Demand.</b> What the subscriber of a reader does not request stays in the ring. The
 * subscriber of a writer requests only what the ring has room for.
 *
 * <p><b>The end of a reader's stream.</b> When the writer has closed the ring, and everything is
 * delivered, the stream completes. If the writer failed, it ends with a {@link
 * org.reactiveserializer.io.ring.PeerLostException} after the last item. If it died or hangs, {@link
 * org.reactiveserializer.io.ring.RingOptions#peerLoss} decides. The end of a writer is signalled
 * once, also if several streams follow each other. If the ring breaks, the stream ends with that
 * {@link org.reactiveserializer.io.ring.RingException}; if the reader is closed, with an {@link
 * java.lang.IllegalStateException}. The stream does not close the reader. What its subscriber throws
 * (§2.13) ends the stream, and goes to {@link
 * org.reactiveserializer.io.ring.RingOptions#onErrorDropped}; the item that it got counts as read.
 *
 * <p><b>The end of a writer's stream.</b> After {@code onComplete}, the stream writes everything
 * that it accepted, and then closes the writer. After {@code onError}, it does the same, but fails
 * the writer. If the reader closes the ring, fails or is lost, if somebody closes the writer, or an
 * item is against the rules, the upstream is cancelled and the writer fails; or it is closed, if
 * that was asked for or the reader was closed, and no item waits. {@code onErrorDropped} gets the
 * error before; {@link org.reactiveserializer.io.ring.RingEnd#awaitClosed} waits for the end, and
 * {@link org.reactiveserializer.io.ring.RingEnd#closeCause} returns the error.
 *
 * <p><b>Threads.</b> Each stream has a daemon thread, which does not keep a process running. That of
 * a reader gives all signals but {@code onSubscribe}. That of a writer waits for room, watches the
 * reader, requests and cancels; items are written by the thread that calls {@code onNext}, except
 * those that had to wait. To write from several threads, put a {@link
 * org.reactiveserializer.Serializer} in front.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
package org.reactiveserializer.io.ring;
