package org.reactiveserializer.io.datagram;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
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
  private final SendLanes lanes;
  private final Intake intake;
  private final Thread thread;
  private final int mostInKernel;

  // These are made before they are needed: then there may be no memory.
  private final Consumer<SelectionKey> onSelected = this::noteReadyOps;
  private final Runnable[] closing;

  private int readyOps;
  private volatile boolean done;

  /** Creates a reader, whose thread is not started. The channel is bound. */
  SocketReader(
      Reception reception,
      DatagramSettings settings,
      @Nullable LeakCheck leakCheck,
      OpenSockets sockets,
      int number,
      UnaryOperator<SocketIo> seam)
      throws IOException {
    this.reception = reception;
    this.channel = sockets.channels().get(number);
    this.io = seam.apply(new BatchIo(channel, Intake.longest(settings)));
    this.mostInKernel = Math.max(READS_IN_A_ROW, sockets.granted() / LEAST_CHARGE);
    this.lanes = new SendLanes(io, settings.sending(), tasks);
    this.intake = new Intake(reception, settings, leakCheck, sockets.address(number), io, lanes);
    this.closing =
        new Runnable[] {
          reception::socketWillClose,
          this::closeChannel,
          io::close, // only now the system's socket is closed
          lanes::close,
          tasks::end,
          intake::close,
          reception::ended
        };
    channel.configureBlocking(false);
    this.selector = channel.provider().openSelector();
    this.thread = new Thread(this, "datagrams-" + sockets.port(number) + "-" + number);
    thread.setDaemon(true);
    this.key = register();
    io.open(); // last: nothing fails after it
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
    io.close();
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
        makeLateRound();
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
    try {
      if (mayWait) {
        awaitSocket(SelectionKey.OP_READ);
      }
      boolean isMore = intake.receive(READS_IN_A_ROW);
      tasks.run();
      return isMore;
    } catch (OutOfMemoryError noHeap) {
      if (!intake.mayGoOn(noHeap)) {
        throw noHeap;
      }
      return true;
    }
  }

  /** When nothing is read any more: lets the tasks send. A shortage is no error of a stream that is done. */
  private void makeLateRound() throws IOException {
    try {
      awaitSocket(0);
      tasks.run();
    } catch (OutOfMemoryError noHeap) {
      if (!intake.mayGoOn(noHeap)) {
        reception.stop();
      }
    }
  }

  private IOException closedByOthers(Exception closed) {
    return new IOException(
        "the channel of " + thread.getName() + " was closed; only its DatagramSource may close it",
        closed);
  }

  private void awaitSocket(int reading) throws IOException {
    int ops = lanes.isStuck() ? reading | SelectionKey.OP_WRITE : reading;
    if (key.interestOps() != ops) {
      key.interestOps(ops);
    }
    readyOps = 0;
    // A thread that adds a task wakes it.
    boolean mayWait = tasks.isEmpty() && (reading == 0 || !io.holdsDatagrams());
    io.select(selector, onSelected, mayWait ? LONGEST_WAIT_MILLIS : 0);
    Thread.interrupted(); // nobody interrupts this thread for a reason of ours; otherwise select
    // would not wait
    if ((readyOps & SelectionKey.OP_WRITE) != 0) {
      lanes.resume();
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
  SendLanes lanes() {
    return lanes;
  }

  /** Adds the counts of this socket to {@code sums}. By any thread. */
  void addTo(Sums sums) {
    intake.addTo(sums);
    sums.sent += lanes.sent();
    sums.sendsWaiting += lanes.waiting();
    sums.sendsFailed += lanes.failed();
    sums.sendsDropped += lanes.dropped();
    sums.sendsCutOff += lanes.cutOff();
  }
}
