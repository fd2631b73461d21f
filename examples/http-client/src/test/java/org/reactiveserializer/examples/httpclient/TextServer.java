package org.reactiveserializer.examples.httpclient;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;

/** A server for one WebSocket, as small as RFC 6455 allows: it reads when it is told to. */
final class TextServer implements AutoCloseable {
  static final String CLOSED = "closed";
  private static final String KEY = "sec-websocket-key:";
  private static final int CLOSE = 8;

  private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private Socket client = new Socket();
  private DataInputStream input = new DataInputStream(InputStream.nullInputStream());

  TextServer() throws IOException {}

  URI address() {
    return URI.create(
        "ws://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort());
  }

  /** Waits for the client, and answers its handshake. */
  void accept() throws IOException, GeneralSecurityException {
    client = server.accept();
    client.setSoTimeout(60_000);
    input = new DataInputStream(client.getInputStream());
    String key = "";
    for (String line = line(); !line.isEmpty(); line = line()) {
      if (line.toLowerCase(Locale.ROOT).startsWith(KEY)) {
        key = line.substring(KEY.length()).strip();
      }
    }
    byte[] proof =
        MessageDigest.getInstance("SHA-1")
            .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(ISO_8859_1));
    String answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: %s\r\n\r\n"
                .formatted(Base64.getEncoder().encodeToString(proof));
    client.getOutputStream().write(answer.getBytes(ISO_8859_1));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = input.read(); next != '\n'; next = input.read()) {
      line.append((char) next);
    }
    return line.toString().strip();
  }

  /** Returns the next text, or {@link #CLOSED}. */
  String read() throws IOException {
    StringBuilder text = new StringBuilder();
    for (; ; ) {
      int head = input.readUnsignedByte();
      int length = input.readUnsignedByte() & 0x7f;
      if (length == 126) {
        length = input.readUnsignedShort();
      } else if (length == 127) {
        length = Math.toIntExact(input.readLong());
      }
      byte[] mask = input.readNBytes(4);
      byte[] data = input.readNBytes(length);
      for (int i = 0; i < length; i++) {
        data[i] ^= mask[i % 4];
      }
      if ((head & 0xf) == CLOSE) {
        return CLOSED;
      }
      text.append(new String(data, UTF_8)); // of ASCII: no character is in two frames
      if ((head & 0x80) != 0) {
        return text.toString();
      }
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.close();
  }
}
