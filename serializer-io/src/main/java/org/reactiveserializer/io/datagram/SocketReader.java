package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.function.UnaryOperator;
import org.reactiveserializer.internal.settings.Dropped;

/**
 * The reading thread of one socket. It reads until the socket is empty, and then waits for it. The
 * channel does not block, and the thread waits in a selector: so an interrupt wakes it, and does
 * not close the channel.
 */
final class SocketReader implements Runnable {
  /** How many datagrams are read before the thread looks whether it must stop or send. */
  private static final int READS_IN_A_ROW = 256;

  /**
   * The longest wait for the socket. Only a channel that somebody else closes needs it: the system
   * does not report that.
   */
  private static final long LONGEST_WAIT_MILLIS = 250;

  /**
   * The receive buffer has twice the granted size, and a datagram takes twice this of it, or more.
   */
  private static final int LEAST_CHARGE = 256;

  private final Reception reception;
  private final DatagramChannel channel;
  private final SocketIo io;
  private final Selector selector;
  private final SelectionKey key;
  private final ReaderTasks tasks = new ReaderTasks(this::wake);
  private final Sender sender;
  private final Intake intake;
  private final Thread thread;
  private final int mostInKernel;
  private final List<Runnable> closing; // made before it is needed: then there may be no memory

  private int readyOps;
  private volatile boolean done;

  /** Creates a reader, whose thread is not started. The channel is bound. */
  SocketReader(
      Reception reception,
      DatagramSettings settings,
      OpenSockets sockets,
      int number,
      UnaryOperator<SocketIo> seam)
      throws IOException {
    this.reception = reception;
    this.channel = sockets.channels().get(number);
    this.io = seam.apply(SocketIo.of(channel));
    this.mostInKernel = Math.max(READS_IN_A_ROW, sockets.granted() / LEAST_CHARGE);
    this.sender = new Sender(io, reception.counts, settings, this::wake);
    this.intake = new Intake(reception, settings, sockets.address(number), io, sender, tasks);
    this.closing =
        List.of(
            reception::socketWillClose,
            this::closeChannel,
            sender::close,
            tasks::end,
            intake::close,
            reception::ended);
    channel.configureBlocking(false);
    this.selector = channel.provider().openSelector();
    int port = sockets.address(number).getPort();
    this.thread = new Thread(this, "datagrams-" + port + "-" + number);
    thread.setDaemon(true);
    this.key = register();
  }

  private SelectionKey register() throws IOException {
    try {
      return channel.register(selector, SelectionKey.OP_READ);
    } catch (IOException | RuntimeException failed) {
      selector.close();
      throw failed;
    }
  }

  void start() {
    thread.start();
  }

  /** Makes the thread look around soon. By any thread. */
  void wake() {
    selector.wakeup();
  }

  boolean isCurrentThread() {
    return Thread.currentThread() == thread;
  }

  /** Lets this thread run a task soon. Returns false if it has ended. By any thread. */
  boolean tryExecute(Runnable task) {
    return tasks.tryAdd(task);
  }

  /** Closes what the constructor opened, where the thread will not be started. */
  void abandon() throws IOException {
    selector.close();
  }

  @Override
  public void run() {
    try {
      while (!reception.isDeaf()) {
        makeRound(true);
      }
      long last = intake.received() + mostInKernel;
      while (intake.received() < last && makeRound(false)) {
        // What arrived before.
      }
      done = true;
      while (!reception.isStopping()) {
        awaitSocket(0); // nothing is read any more
        tasks.run();
      }
    } catch (ClosedChannelException | CancelledKeyException closed) {
      reception.fail(closedByOthers(closed));
    } catch (Throwable failed) {
      reception.fail(failed);
    } finally {
      close();
    }
  }

  /** Reads what there is, and runs the tasks. Returns false when the socket is empty. */
  private boolean makeRound(boolean mayWait) throws IOException {
    if (mayWait) {
      awaitSocket(SelectionKey.OP_READ);
    }
    boolean isMore = intake.receive(READS_IN_A_ROW);
    tasks.run();
    return isMore;
  }

  private IOException closedByOthers(Exception closed) {
    return new IOException(
        "the channel of " + thread.getName() + " was closed; only its DatagramSource may close it",
        closed);
  }

  private void awaitSocket(int reading) throws IOException {
    int ops = sender.isStuck() ? reading | SelectionKey.OP_WRITE : reading;
    if (key.interestOps() != ops) {
      key.interestOps(ops);
    }
    readyOps = 0;
    // A thread that adds a task wakes it.
    io.select(selector, this::noteReadyOps, tasks.isEmpty() ? LONGEST_WAIT_MILLIS : 0);
    Thread.interrupted(); // or else select would not wait; nobody has a reason of ours for that
    if ((readyOps & SelectionKey.OP_WRITE) != 0) {
      sender.resume();
    }
  }

  private void noteReadyOps(SelectionKey selected) {
    readyOps = selected.readyOps();
  }

  /** Takes each step, whatever becomes of the others. */
  private void close() {
    for (Runnable step : closing) {
      try {
        step.run();
      } catch (Throwable thrown) {
        Dropped.uncaught(thrown);
      }
    }
  }

  private void closeChannel() {
    try {
      channel.close();
      selector.close();
    } catch (IOException | RuntimeException failed) {
      Log.warning("Closing the socket of " + thread.getName() + " failed", failed);
    }
  }

  /** Returns whether this thread reads nothing any more. By any thread. */
  boolean isDone() {
    return done;
  }

  /** Returns the way to send through this socket. */
  Sender sender() {
    return sender;
  }

  /** Returns how many buffers exist. By any thread. */
  int buffers() {
    return intake.buffers();
  }
}
