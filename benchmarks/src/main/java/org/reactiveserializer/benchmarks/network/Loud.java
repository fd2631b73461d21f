package org.reactiveserializer.benchmarks.network;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;
import org.reactiveserializer.benchmarks.io.Threads;

/**
 * A connection that always has some hundred requests under way. Its frames are numbered, and each
 * answer is compared with its request.
 */
final class Loud implements Closeable {
  private static final int AT_ONCE = 32;
  private static final int UNDER_WAY = 4 * AT_ONCE;
  private static final int BUFFER = 1 << 14;
  private static final int MORE = 1_000;
  private static final int LOOK_MILLIS = 10;
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final Socket socket;
  private final Semaphore room = new Semaphore(UNDER_WAY);
  private final AtomicLong answers = new AtomicLong();

  Loud(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    Threads.start("loud", this::send);
    Threads.start("loud-answers", this::read);
  }

  private void send() throws IOException, InterruptedException {
    ByteBuffer frame = ByteBuffer.allocate(Frame.WHOLE);
    byte[] frames = new byte[AT_ONCE * Frame.WHOLE];
    for (long number = 0; ; ) {
      room.acquire(AT_ONCE);
      for (int i = 0; i < AT_ONCE; i++) {
        Frame.put(frame, number++);
        frame.get(0, frames, i * Frame.WHOLE, Frame.WHOLE);
      }
      socket.getOutputStream().write(frames);
    }
  }

  /** Ends at the first wrong answer. */
  private void read() throws IOException {
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
    byte[] answer = new byte[Frame.WHOLE];
    ByteBuffer frame = ByteBuffer.wrap(answer);
    do {
      in.readFully(answer);
      room.release();
    } while (Frame.is(frame, answers.getAndIncrement()));
  }

  /** Waits until some more answers have arrived. */
  void await() throws InterruptedException {
    long before = answers.get();
    long start = System.nanoTime();
    while (answers.get() < before + MORE) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new FaultyDeliveryException(
            "the loud connection got a wrong answer or none, after " + answers.get());
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  @Override
  public void close() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }
}
