package org.reactiveserializer.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs each example as its header says: in processes of its own. */
class ExamplesTest {
  private static final int MAX_LINES = 80;

  private static final Pattern REPORT =
      Pattern.compile("\\{\"tool\": (\\d), \"(progress|answer)\": (\\d+)}");

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
    assertEquals("the dog sat", answer(port, "the cat sat"));
    assertEquals("", answer(port, ""));
  }

  /** Not by a connected socket: by such a one the JDK sends no empty datagrams. */
  private static String answer(int port, String text) throws IOException {
    try (DatagramSocket client = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return answer(client, port, text);
    }
  }

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

  @ParameterizedTest
  @ValueSource(strings = {"lock", "calls"})
  void toolServer(String way) throws Exception {
    Process server = start(ToolServer.class, way);
    Map<Character, Integer> progress = new HashMap<>();
    int answers = 0;
    try (BufferedReader output = output(server)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        Matcher report = REPORT.matcher(line);
        assertTrue(report.matches(), line);
        if (report.group(2).equals("progress")) {
          int step = Integer.parseInt(report.group(3));
          Integer before = progress.put(report.group(1).charAt(0), step);
          assertTrue(before == null || before < step, line);
        } else {
          answers++;
        }
      }
    }
    assertEquals(4, answers);
    assertEquals(0, server.waitFor());
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry", "many"})
  void listenerBuffer(String way) throws Exception {
    String[] result = firstLine(start(ListenerBuffer.class, way)).split(" ", -1);
    int lost = Integer.parseInt(result[2]);
    assertEquals(1_000, Integer.parseInt(result[0]) + lost);
    assertTrue(way.equals("retry") || lost == 0, () -> lost + " lost");
    assertEquals("4", result[5]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock", "calls"})
  void chatResponse(String way) throws Exception {
    String line = firstLine(start(ChatResponse.class, way, "0", "1000"));
    URI place = URI.create("http://localhost:" + line.substring(line.lastIndexOf(':') + 1) + "/");
    String response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(place).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    for (String who : List.of("model", "tool", "heartbeat")) {
      List<Integer> numbers =
          Pattern.compile("event: " + who + "\ndata: (\\d+)\n\n")
              .matcher(response)
              .results()
              .map(event -> Integer.parseInt(event.group(1)))
              .toList();
      assertEquals(IntStream.range(0, 1_000).boxed().toList(), numbers, who);
    }
  }

  @Test
  @Timeout(120)
  void chatResponseToAClientThatDoesNotRead() throws Exception {
    Process server = start(ChatResponse.class, "calls", "0", "1000000");
    BufferedReader output = output(server);
    String line = output.readLine();
    int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
    try (Socket client = new Socket("localhost", port)) {
      client.getOutputStream().write("GET / HTTP/1.1\r\nHost: me\r\n\r\n".getBytes(UTF_8));
      assertEquals("nobody sends any more", output.readLine());
    }
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
