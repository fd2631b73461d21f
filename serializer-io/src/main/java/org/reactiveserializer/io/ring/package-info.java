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
 * writes what it gets. Rules with a paragraph sign are those of <a
 * href="https://github.com/reactive-streams/reactive-streams-jvm/blob/v1.0.4/README.md#specification">Reactive
 * Streams</a>.
 *
 * <p><b>Demand.</b> What the subscriber of a reader does not request stays in the ring. The
 * subscriber of a writer requests what the ring has room for. So a slow subscriber in one process
 * slows down the publisher in the other one, and nothing is lost.
 *
 * <p><b>The end of a reader's stream.</b> When the writer has closed the ring, and everything is
 * delivered, the stream completes; this needs no demand. If the writer failed, the stream ends with
 * a {@link org.reactiveserializer.io.ring.PeerLostException} after the last item. If it died or
 * hangs, {@link org.reactiveserializer.io.ring.RingOptions#peerLoss} decides whether that ends the
 * stream, or the stream waits for a successor. An end of a writer that was signalled is noted in
 * the file: a reader that attaches later waits for the next writer. It is signalled again if the
 * process is killed before that note, and not at all if the next writer attaches before this stream
 * has looked. If the ring breaks, the stream ends with that
 * {@link org.reactiveserializer.io.ring.RingException}. If the reader is closed, it ends with an
 * {@link java.lang.IllegalStateException}. The stream does not close the reader. A moment after the
 * last signal, the reader can be used again.
 *
 * <p><b>The end of a writer's stream.</b> {@code onComplete} closes the writer when everything is
 * written. {@code onError} fails it then, and the error is passed to {@link
 * org.reactiveserializer.io.ring.RingOptions#onDropped}. Closing the writer cancels the upstream;
 * if accepted items wait for room then, they are lost, the writer fails, and an
 * {@link java.lang.IllegalStateException} with their number is passed to that hook. The hook runs
 * before the writer is closed. {@link org.reactiveserializer.io.ring.RingEnd#awaitClosed} waits for
 * that, and {@link org.reactiveserializer.io.ring.RingEnd#closeCause} tells what the hook got.
 *
 * <p>If the reader closes the ring or fails, or is lost and
 * {@link org.reactiveserializer.io.ring.RingOptions#peerLoss} says so, the upstream is cancelled, a
 * {@link org.reactiveserializer.io.ring.PeerLostException} is passed to that hook, and the writer
 * is closed. A reader that was gone before the subscription does not count. An upstream that emits
 * without demand (§1.1), or an item that no ring accepts, ends the stream with a failure in the
 * same way.
 *
 * <p><b>Threads.</b> Each stream has a daemon thread. That of a reader polls the ring, in the way
 * that {@link org.reactiveserializer.io.ring.RingOptions#idle} says, and gives all signals but
 * {@code onSubscribe}. That of a writer waits for room, watches the reader, requests and cancels;
 * but items are written by the thread that calls {@code onNext}. A program that would end when it
 * has emitted its last item waits with {@link org.reactiveserializer.io.ring.RingEnd#awaitClosed}
 * first. To write from several threads, put a {@link org.reactiveserializer.Serializer} in front:
 *
 * <pre>{@code
 * SerializedSink<IntBuffer> sink = Serializer.<IntBuffer>bounded(1024, Overflow.DROP_NEWEST).sink();
 * sink.subscribe(writer.subscriber(RingOptions.defaults()));
 * }</pre>
 *
 * <p><b>Errors of subscribers.</b> What the subscriber of a reader throws (§2.13) ends the stream,
 * and is passed to {@link org.reactiveserializer.io.ring.RingOptions#onDropped}. The item that it
 * got counts as read.
 */
package org.reactiveserializer.io.ring;
