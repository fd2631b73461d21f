package org.reactiveserializer.benchmarks.network;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.reactiveserializer.benchmarks.io.Threads;

/** Servers with a fault, which a benchmark must notice. */
public abstract class FaultyEcho implements EchoServer {
  private final ServerSocket server;

  FaultyEcho() throws IOException {
    server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
  }

  /** Changes a byte of each second answer. */
  public static final class Tearing extends FaultyEcho {
    public Tearing() throws IOException {}

    @Override
    boolean answer(byte[] frame, int n) {
      if (n % 2 == 1) {
        frame[Frame.WHOLE / 2]++;
      }
      return true;
    }
  }

  /** Closes a connection after an answer. */
  public static final class Closing extends FaultyEcho {
    public Closing() throws IOException {}

    @Override
    boolean answer(byte[] frame, int n) {
      return n < 1;
    }
  }

  /** Returns whether to go on. */
  abstract boolean answer(byte[] frame, int n);

  @Override
  public int open() {
    Threads.start(
        "accept",
        () -> {
          while (!server.isClosed()) {
            Socket socket = server.accept();
            Threads.start("serve", () -> serve(socket));
          }
        });
    return server.getLocalPort();
  }

  private void serve(Socket socket) throws IOException {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] frame = new byte[Frame.WHOLE];
      for (int n = 0; ; n++) {
        in.readFully(frame);
        if (!answer(frame, n)) {
          return;
        }
        socket.getOutputStream().write(frame);
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
