package org.reactiveserializer.benchmarks.network;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;
import org.reactiveserializer.benchmarks.io.Threads;

/** A connection that sends frames as fast as the server takes them, and reads all answers. */
final class Loud implements Closeable {
  private static final int AT_ONCE = 64;
  private static final int LEAST = 1_000;
  private static final int LOOK_MILLIS = 10;
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final Socket socket;
  private final AtomicLong bytes = new AtomicLong();

  Loud(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    Threads.start("loud", this::send);
    Threads.start("loud-answers", this::read);
  }

  private void send() throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(Frame.WHOLE);
    Frame.put(frame, 0);
    byte[] frames = new byte[AT_ONCE * Frame.WHOLE];
    for (int i = 0; i < AT_ONCE; i++) {
      frame.get(0, frames, i * Frame.WHOLE, Frame.WHOLE);
    }
    OutputStream out = socket.getOutputStream();
    for (; ; ) {
      out.write(frames);
    }
  }

  private void read() throws IOException {
    InputStream in = socket.getInputStream();
    byte[] answers = new byte[AT_ONCE * Frame.WHOLE];
    for (int n = in.read(answers); n >= 0; n = in.read(answers)) {
      bytes.addAndGet(n);
    }
  }

  /** Waits until it is loud. */
  void await() throws InterruptedException {
    long start = System.nanoTime();
    while (bytes.get() < LEAST * Frame.WHOLE) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new FaultyDeliveryException("the loud connection got only " + bytes.get() + " bytes of answers");
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
