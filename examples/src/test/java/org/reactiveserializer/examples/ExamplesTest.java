package org.reactiveserializer.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs each example as its header says: in processes of its own. */
class ExamplesTest {
  private static final int MAX_LINES = 80;

  @TempDir Path directory;

  private final List<Process> processes = new ArrayList<>();

  private Process start(Class<?> example, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), example.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.add(process);
    return process;
  }

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void udpReplace() throws Exception {
    Process server = start(UdpReplace.class, "0", "cat", "dog");
    String line = firstLine(server);
    int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    try (DatagramSocket client = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      assertEquals("the dog sat", answer(client, port, "the cat sat"));
      assertEquals("", answer(client, port, ""));
    }
  }

  /** Not by a connected socket: by such a one the JDK sends no empty datagrams. */
  private static String answer(DatagramSocket client, int port, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    DatagramPacket request =
        new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port);
    DatagramPacket response = new DatagramPacket(new byte[1500], 1500);
    client.setSoTimeout(1_000);
    for (; ; ) {
      client.send(request);
      try {
        client.receive(response);
        return new String(response.getData(), 0, response.getLength(), StandardCharsets.ISO_8859_1);
      } catch (SocketTimeoutException lost) {
        // Once more: datagrams may be lost.
      }
    }
  }

  @Test
  void ipcInts() throws Exception {
    String file = directory.resolve("ints").toString();
    Process writer = start(IpcInts.class, "write", file, "1000000");
    Process reader = start(IpcInts.class, "read", file, "1000000");
    String line = firstLine(reader);
    assertTrue(line.startsWith("1000000 ints in order"), line);
    assertEquals(0, reader.waitFor());
    assertEquals(0, writer.waitFor());
  }

  @Test
  void ipcMessages() throws Exception {
    String file = directory.resolve("messages").toString();
    Process reader = start(IpcMessages.class, "read", file);
    Process writer = start(IpcMessages.class, "write", file);
    TreeSet<Integer> numbers = new TreeSet<>();
    try (BufferedReader output = output(reader)) {
      output.lines().forEach(line -> numbers.add(Integer.parseInt(line.split(" ", -1)[1])));
    }
    assertEquals(new TreeSet<>(IntStream.range(0, 1000).boxed().toList()), numbers);
    assertEquals(0, reader.waitFor());
    assertEquals(0, writer.waitFor());
  }

  @Test
  @Timeout(120)
  void wheel() throws Exception {
    Process server = start(WheelServer.class, "0");
    String line = firstLine(server);
    String port = line.substring(line.lastIndexOf(':') + 1);
    Process client = start(WheelClient.class, port, "500", "32");
    String result = firstLine(client);
    assertTrue(result.startsWith("16000 answers in "), result);
    assertEquals(0, client.waitFor());
  }

  @Test
  void eachIsShort() throws IOException {
    try (Stream<Path> sources =
        Files.list(Path.of("src/main/java/org/reactiveserializer/examples"))) {
      for (Path source : sources.toList()) {
        int lines = Files.readAllLines(source).size();
        assertTrue(lines < MAX_LINES, () -> source + " has " + lines + " lines");
      }
    }
  }

  private static String firstLine(Process process) throws IOException {
    String line = output(process).readLine();
    return line == null ? "" : line;
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
