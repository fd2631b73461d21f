package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.Stats;
import org.reactiveserializer.internal.events.NamedStream;
import org.reactiveserializer.internal.settings.Check;
import org.reactiveserializer.io.internal.shared.Refusal;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * The datagrams (UDP) that arrive at a port, as a stream with demand, a bound, and an account of
 * what was lost; and a way to send. The {@linkplain #stats account} counts every loss on this
 * machine after the datagram has reached the socket, until the source is closed.
 *
 * <pre>{@code
 * DatagramSource source = DatagramSource.bounded(4096, Overflow.DROP_OLDEST)
 *     .receiveBuffer(8 << 20)
 *     .bind(new InetSocketAddress("127.0.0.1", 9000));
 * source.subscribe(subscriber);    // which calls release() for each datagram
 * source.reply(datagram, buffer);  // from any thread
 * System.out.println(source.stats());
 * }</pre>
 *
 * <p><b>Threads.</b> Each socket has a thread that reads into buffers of a pool, from the moment
 * the source is opened. By default this thread also delivers, and does not read meanwhile: then
 * {@code onNext} must not block. A thread that calls {@code request} delivers, too: up to 256
 * datagrams before it returns, or all that wait when the reading threads have ended. With
 * {@linkplain DatagramSettings#deliverOn an executor}, tasks of the executor deliver. Signals are
 * serial (§1.3), however many sockets there are. All methods may be called by any thread. The
 * threads of a source are daemons: they do not keep the process running, so {@code main} must wait
 * while the source is needed.
 *
 * <p><b>Order.</b> Datagrams of one socket are delivered in the order in which the system received
 * them. For the order in which datagrams are sent, see {@link #reply}.
 *
 * <p><b>Demand and bound.</b> Datagrams are delivered only as far as the subscriber requested them.
 * At no moment do more than {@code capacity} others wait, including those that arrive before there
 * is a subscriber. What does not fit is dropped and counted; {@link Overflow} decides whether it is
 * the newest or the oldest.
 *
 * <p><b>The subscriber</b> is the first one; any other gets an {@link IllegalStateException}. It
 * must {@linkplain Datagram#release release} every datagram that it gets. If it cancels, or throws
 * (§2.13), the sockets are closed and what waits is released. What it throws in a reading thread
 * goes to that thread's uncaught-exception handler.
 *
 * <p><b>Errors.</b> Nothing that arrives ends the stream: neither empty datagrams, which are
 * delivered with an empty payload, nor long ones, nor errors that the system reports for one
 * address. An interrupt of a reading thread is ignored. If somebody else closes the channel, or the
 * system reports errors only, the stream ends with {@code onError}, after what waits.
 */
public final class DatagramSource implements Publisher<Datagram>, AutoCloseable {
  private final DatagramSettings settings;
  private final OpenSockets sockets;
  private final Reception reception;
  private final List<SocketReader> readers;
  private final AtomicBoolean subscribed = new AtomicBoolean();

  @SuppressWarnings(
      "unused") // whoever observes it does not keep it alive, and it lives as long as this
  private @Nullable NamedStream observed;

  private DatagramSource(
      DatagramSettings settings, OpenSockets sockets, UnaryOperator<SocketIo> seam)
      throws IOException {
    this.settings = settings;
    this.sockets = sockets;
    this.reception = new Reception(settings, sockets.drops(), sockets.channels().size());
    this.readers = readers(seam);
  }

  private List<SocketReader> readers(UnaryOperator<SocketIo> seam) throws IOException {
    List<SocketReader> all = new ArrayList<>();
    try {
      for (int i = 0; i < sockets.channels().size(); i++) {
        all.add(new SocketReader(reception, settings, sockets, i, seam));
      }
      return List.copyOf(all);
    } catch (IOException | RuntimeException | Error failed) {
      for (SocketReader reader : all) {
        reader.abandon();
      }
      throw failed;
    }
  }

  /** Opens a source. If that fails, the sockets are closed. */
  static DatagramSource open(
      DatagramSettings settings, OpenSockets sockets, UnaryOperator<SocketIo> seam)
      throws IOException {
    try {
      DatagramSource source = new DatagramSource(settings, sockets, seam);
      source.observed = ObservedSource.of(settings.values.name, source);
      source.reception.start(source.readers);
      return source;
    } catch (OutOfMemoryError noMemory) { // mostly outside the heap: a shortage like any other
      sockets.close();
      throw new IOException(
          "there is no memory for a source at %s: %s; for memory outside the heap see -XX:MaxDirectMemorySize"
              .formatted(sockets.addresses().get(0), noMemory.getMessage()),
          noMemory);
    } catch (IOException | RuntimeException | Error failed) {
      sockets.close();
      throw failed;
    }
  }

  /**
   * Returns the default settings, with a bound for what waits.
   *
   * @param capacity how many datagrams may wait for demand, a positive number
   * @param overflow what happens if a datagram arrives and the queue is full: {@link
   *     Overflow#DROP_NEWEST} or {@link Overflow#DROP_OLDEST}
   * @return the settings, which open a source
   * @throws IllegalArgumentException if {@code capacity} is not positive, or {@code overflow} is
   *     {@link Overflow#ERROR}
   */
  public static DatagramSettings bounded(int capacity, Overflow overflow) {
    return DatagramSettings.of(capacity, overflow);
  }

  /**
   * Subscribes the one subscriber.
   *
   * @param subscriber gets the datagrams; or, if it is not the first, an {@link
   *     IllegalStateException} through its {@code onError}
   */
  @Override
  public void subscribe(Subscriber<? super Datagram> subscriber) {
    Objects.requireNonNull(subscriber, "subscriber is null (§1.9)");
    if (!subscribed.compareAndSet(false, true)) {
      Refusal.signal(
          subscriber,
          new IllegalStateException(
              "a datagram source allows one subscriber, and was subscribed to before"));
      return;
    }
    reception.sink().subscribe(subscriber);
  }

  /**
   * Sends a payload to the sender of a datagram, through the socket that received it. Does not wait
   * for room in the send buffer: if that is full, a copy of the payload waits, and the reading
   * thread sends it. What the system refuses is counted.
   *
   * <p>What one thread sends through one socket, by this method and by {@link #send}, is sent in
   * this order. There is no order between several {@linkplain DatagramSettings#sockets sockets}.
   *
   * <p>A sender's address can be forged. A service that sends more than it gets can be used to
   * flood others.
   *
   * @param request a datagram; it may be released already
   * @param payload the bytes between its position and its limit, perhaps none. If the result is
   *     {@linkplain SendResult#isAccepted accepted}, they were consumed: the position is at the
   *     limit, and the buffer is the caller's to change
   * @return what happened to the payload
   */
  public SendResult reply(Datagram request, ByteBuffer payload) {
    Objects.requireNonNull(payload, "payload is null");
    return request.socket().send(request.sender(), payload);
  }

  /**
   * Sends a payload to any address, in the same way as {@link #reply}, through the first socket.
   *
   * @param address where to send it
   * @param payload as with {@link #reply}
   * @return what happened to the payload
   * @throws IllegalArgumentException if the address is unresolved, which no sender can cause. (A sender
   *     can forge port 0: then the result is {@link SendResult#FAILED}.)
   */
  public SendResult send(InetSocketAddress address, ByteBuffer payload) {
    Objects.requireNonNull(payload, "payload is null");
    return readers.get(0).sender().send(DatagramSettings.checkResolved(address), payload);
  }

  /**
   * Returns the address that the (first) socket is bound to, with the port that the system chose if
   * that was left to it.
   *
   * @return the local address
   */
  public InetSocketAddress localAddress() {
    return sockets.addresses().get(0);
  }

  /**
   * Returns what happened to the datagrams so far. Reads a file of the system where it counts
   * drops, so call it some times a second, not for each datagram.
   *
   * @return the figures
   */
  public DatagramStats stats() {
    Stats stream = reception.sink().stats();
    Counts counts = reception.counts;
    return new DatagramStats(
        counts.received.sum(),
        counts.bytes.sum(),
        stream.delivered(),
        stream.queued(),
        counts.droppedByBound.sum(),
        counts.droppedByPool.sum(),
        counts.droppedOwn.sum(),
        counts.discarded.sum(),
        reception.droppedByKernel(),
        counts.truncated.sum(),
        counts.held(stream.delivered()),
        readers.stream().mapToInt(SocketReader::buffers).sum(),
        counts.receiveErrors.sum(),
        sockets.requested(),
        sockets.granted(),
        counts.sent.sum(),
        readers.stream().mapToLong(reader -> reader.sender().waiting()).sum(),
        counts.sendsFailed.sum(),
        counts.sendsDropped.sum());
  }

  /**
   * Stops reading and sending, and closes the sockets. Datagrams that arrived before this call are
   * still delivered, as far as the bound and the demand allow; then the stream completes. To
   * discard them, cancel. Datagrams that wait to be sent are dropped and counted. What arrives
   * after this call is in no figure if it was not read.
   *
   * <p>Returns at once: each socket is closed by its reading thread, when the subscriber's {@code
   * onNext} that may be running there has returned. Calling it again does nothing.
   */
  @Override
  public void close() {
    reception.stop();
  }

  /**
   * Stops reading, waits until what has arrived is answered, and closes the sockets. An answer is on its
   * way until its request is {@linkplain Datagram#release released}, and then until the socket has sent it;
   * so release a request after you have replied to it. What arrives after this call is not read.
   *
   * <p>Threads that send must stop by themselves: as long as their datagrams wait, this waits.
   *
   * <p>What did not make it in time is in {@link #stats}: {@link DatagramStats#waiting} was not delivered
   * yet, {@link DatagramStats#held} not released, and {@link DatagramStats#sendsDropped} not sent. Not to
   * be called by the subscriber, which it would wait for.
   *
   * @param timeout how long to wait at most, before and after the close together; zero or less means not at
   *     all
   * @return whether everything was answered, and the sockets are closed
   * @throws InterruptedException if the thread is interrupted; then it is as if the time were over
   * @throws IllegalStateException if a reading thread calls this
   */
  public boolean closeGracefully(Duration timeout) throws InterruptedException {
    return new GracefulEnd(reception, readers).await(Check.nanos(timeout));
  }

  /**
   * Waits until all sockets are closed, so that their port is free. That is before
   * {@code onComplete} and {@code onError}, which come after what waits is delivered. Not to be
   * called by the subscriber.
   *
   * @param timeout how long to wait at most; longer than 292 years is that long
   * @return whether they are closed
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitClosed(Duration timeout) throws InterruptedException {
    return reception.closed().await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
  }
}
