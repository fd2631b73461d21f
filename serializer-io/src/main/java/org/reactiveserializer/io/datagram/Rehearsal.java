package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.io.internal.datagram.BatchReceiver;
import org.reactiveserializer.io.internal.datagram.KernelDrops;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Passes some thousand datagrams that nobody sent through the code between socket and subscriber,
 * before the first socket is opened. Otherwise that code would be loaded, linked and compiled while
 * the first real ones arrive, and these would be lost if they are many: the receive buffer holds
 * what arrives in some tens of milliseconds.
 *
 * <p>There is no socket, thread, log or leak check in it. (Only the trial of batches opens a socket,
 * by which it sends datagrams to itself.) Fewer datagrams than the virtual machine needs to compile
 * for good: it shall see real sockets before.
 */
final class Rehearsal implements Subscriber<Datagram>, SocketIo {
  private static final int DATAGRAMS = 1_500;
  private static final int CAPACITY = 8;
  private static final int MORE_THAN_MAY_WAIT = 64;

  private static boolean done; // guarded by the class

  private final SocketAddress sender =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 9);
  private final ByteBuffer reply = ByteBuffer.allocate(1);

  private Rehearsal() {}

  /** Rehearses, if that was not done. Another thread waits for that. */
  static synchronized void once() {
    if (!done) {
      done = true;
      try {
        DatagramSettings settings =
            DatagramSource.bounded(CAPACITY, Overflow.DROP_OLDEST).maxPayload(1).maxHeld(1);
        BatchReceiver.prepare();
        new Rehearsal().play(settings);
        new Rehearsal().play(settings.deliverOn(Runnable::run));
      } catch (OutOfMemoryError noMemory) {
        // Whoever opens a source now will notice.
      }
    }
  }

  private void play(DatagramSettings settings) {
    ReaderTasks tasks = new ReaderTasks(() -> {});
    SendLanes lanes = new SendLanes(this, settings.sending(), tasks);
    Reception reception = new Reception(settings, KernelDrops.of(null, List.of()), 1);
    Intake intake = new Intake(reception, settings, null, this, lanes);
    try {
      intake.receive(MORE_THAN_MAY_WAIT);
      reception.sink().subscribe(this);
      while (intake.received() < DATAGRAMS) {
        intake.receive(MORE_THAN_MAY_WAIT);
        tasks.run();
      }
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    } finally {
      lanes.close();
      tasks.end();
      intake.close();
      reception.ended();
    }
  }

  @Override
  public @Nullable SocketAddress receive(ByteBuffer target) {
    target.put((byte) 0);
    return sender;
  }

  @Override
  public int send(ByteBuffer payload, SocketAddress address) {
    int n = payload.remaining();
    payload.position(payload.limit());
    return n;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(Datagram datagram) {
    reply.clear().put(datagram.payload().get()).flip();
    datagram.socket().send(datagram.sender(), reply);
    datagram.release();
  }

  @Override
  public void onError(Throwable error) {}

  @Override
  public void onComplete() {}
}
