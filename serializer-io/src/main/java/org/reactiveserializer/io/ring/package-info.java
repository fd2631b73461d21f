/**
 * Rings in mapped files, through which one process sends integers or messages to another: bare, or
 * as a publisher and a subscriber.
 *
 * <p>Start at {@link org.reactiveserializer.io.ring.IntRing} or
 * {@link org.reactiveserializer.io.ring.MessageRing}. A ring has one writer and one reader, in two
 * processes or in one. Each end can be used bare, by one thread without any allocation; or as a
 * stream:
 *
 * <h2 id="streams">Streams</h2>
 *
 * <p>{@code reader.publisher(options)} is what the reader reads. {@code writer.subscriber(options)}
 * writes what it gets. An item has several ints, or one message; {@code reader.batches(options)} and
 * {@code writer.batchSubscriber(options)} pass {@linkplain org.reactiveserializer.io.ring.MessageBatch
 * several messages} in an item, which is faster. Rules with a paragraph sign are those of <a
 * href="https://github.com/reactive-streams/reactive-streams-jvm/blob/v1.0.4/README.md#specification">Reactive
 * Streams</a>.
 *
 * <p><b>Demand.</b> What the subscriber of a reader does not request stays in the ring. The
 * subscriber of a writer requests only what the ring has room for. So a slow subscriber in one
 * process slows down the publisher in the other one, and nothing is lost.
 *
 * <p><b>The end of a reader's stream.</b> When the writer has closed the ring, and everything is
 * delivered, the stream completes; this needs no demand. If the writer failed, the stream ends with
 * a {@link org.reactiveserializer.io.ring.PeerLostException} after the last item. If it died or
 * hangs, {@link org.reactiveserializer.io.ring.RingOptions#peerLoss} decides whether that ends the
 * stream, or the stream waits for a successor. It waits without a limit, and also for a writer that
 * was never there. The end of a writer is signalled once, also if several streams follow each
 * other: for the rule and its exceptions see "Successors" in {@code docs/ring.md}. If the ring
 * breaks, the stream ends with that {@link org.reactiveserializer.io.ring.RingException}, or with
 * the {@link java.lang.InternalError} of a fault that may be in the memory of others. If the reader
 * is closed, it ends with an {@link java.lang.IllegalStateException}. The stream does not close the
 * reader. A moment after the last signal, the reader can be used again.
 *
 * <p><b>The end of a writer's stream.</b> After {@code onComplete}, the stream writes everything
 * that it accepted, and then closes the writer. After {@code onError}, it does the same, but fails
 * the writer, and passes the error to {@link org.reactiveserializer.io.ring.RingOptions#onErrorDropped}.
 * If somebody else closes the writer, the stream cancels its upstream. Accepted items that wait for
 * room then are lost: the writer fails, and {@code onErrorDropped} gets an
 * {@link java.lang.IllegalStateException} with their number. {@code onErrorDropped} is called before the
 * writer is closed. {@link org.reactiveserializer.io.ring.RingEnd#awaitClosed} waits until the
 * writer is closed; then {@link org.reactiveserializer.io.ring.RingEnd#closeCause} returns what
 * {@code onErrorDropped} got.
 *
 * <p>If the reader closes the ring or fails, or is lost and
 * {@link org.reactiveserializer.io.ring.RingOptions#peerLoss} says so, the upstream is cancelled, a
 * {@link org.reactiveserializer.io.ring.PeerLostException} is passed to {@code onErrorDropped}, and the
 * writer fails; or it is closed, if the reader was closed and no item waits for room. A reader that
 * was gone before the subscription does not count. An upstream that emits without demand (§1.1), or
 * an item that the ring does not accept, ends the stream with a failure in the same way.
 *
 * <p><b>Threads.</b> Each stream has a daemon thread. That of a reader polls the ring, in the way
 * that {@link org.reactiveserializer.io.ring.RingOptions#idle} says, and gives all signals but
 * {@code onSubscribe}. That of a writer waits for room, watches the reader, requests and cancels;
 * but items are written by the thread that calls {@code onNext}, except those that had to wait for
 * room, or for another thread that used the writer. A daemon thread does not keep a process running.
 * So before {@code main} returns, wait with {@link
 * org.reactiveserializer.io.ring.RingEnd#awaitClosed}: otherwise the last items may be lost.
 * To write from several threads, put a {@link org.reactiveserializer.Serializer} in front:
 *
 * <pre>{@code
 * SerialSink<IntBuffer> sink =
 *     Serializer.<IntBuffer>withDefaults().bounded(1024, Overflow.DROP_NEWEST).sink();
 * sink.subscribe(writer.subscriber(RingOptions.defaults()));
 * }</pre>
 *
 * <p><b>Errors of subscribers.</b> What the subscriber of a reader throws (§2.13) ends the stream,
 * and is passed to {@link org.reactiveserializer.io.ring.RingOptions#onErrorDropped}. The item that it
 * got counts as read.
 *
 * <p>A null argument is refused by a {@link NullPointerException}, unless a method says otherwise;
 * nothing changes then.
 */
package org.reactiveserializer.io.ring;
