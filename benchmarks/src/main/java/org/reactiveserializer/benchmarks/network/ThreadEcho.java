package org.reactiveserializer.benchmarks.network;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.reactiveserializer.benchmarks.io.Threads;

/** A thread for each connection: one of the system, or a virtual one. */
public class ThreadEcho implements EchoServer {
  private static final int BUFFER = 1024;

  private final ServerSocket server;

  /** Creates a server that does not serve so far. */
  public ThreadEcho() throws IOException {
    server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
  }

  @Override
  public int open() {
    Threads.start(
        "accept",
        () -> {
          while (!server.isClosed()) {
            Socket socket = server.accept();
            socket.setTcpNoDelay(true);
            start(() -> serve(socket));
          }
        });
    return server.getLocalPort();
  }

  void start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  private static void serve(Socket socket) {
    try (socket;
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
        DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER))) {
      byte[] frame = new byte[Frame.LENGTH];
      for (; ; ) {
        int length = in.readInt();
        in.readFully(frame, 0, length);
        out.writeInt(length);
        out.write(frame, 0, length);
        out.flush();
      }
    } catch (EOFException end) {
      // The client has closed the connection.
    } catch (IOException reset) {
      // So it has.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  /** Virtual threads, where the JDK has them (21 and later). */
  public static final class Virtual extends ThreadEcho {
    /** Creates a server that does not serve so far. */
    public Virtual() throws IOException {}

    static boolean isPossible() {
      return Runtime.version().feature() >= 21; // in preview before, or not at all
    }

    @Override
    void start(Runnable task) {
      try {
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }
}
