package org.reactiveserializer.stress.stopped;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The process of the second JVM, and its output. It ends when its input is closed. */
final class Child implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final PrintWriter orders;
  private final BlockingQueue<String> happened;
  private final List<String> noise = new ArrayList<>();

  Child(String port, String first, BlockingQueue<String> happened) throws IOException {
    this.happened = happened;
    process = new ProcessBuilder(command(port, first)).redirectErrorStream(true).start();
    orders = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread words = new Thread(this::read, "output of the second JVM");
    words.setDaemon(true);
    words.start();
  }

  // A fast compiler, because rounds are short. Biased mode is off, because its revocation may wait
  // for the owner.
  private static List<String> command(String port, String first) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx64m",
        "-Dorg.reactiveserializer.bias=off",
        "-agentlib:jdwp=transport=dt_socket,server=n,suspend=n,address=127.0.0.1:" + port,
        "-cp",
        first + System.getProperty("java.class.path"),
        StoppedMain.class.getName());
  }

  private void read() {
    try (BufferedReader words =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = words.readLine();
      while (line != null) {
        if (line.startsWith(StoppedMain.MARK)) {
          happened.add(line.substring(StoppedMain.MARK.length()));
        } else {
          synchronized (noise) {
            noise.add(line);
          }
        }
        line = words.readLine();
      }
      happened.add(Debugger.GONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void order(String order) {
    orders.println(order);
  }

  /** Returns the next event. */
  String next() throws InterruptedException {
    String word = happened.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (word == null || word.equals(Debugger.GONE)) {
      throw new IllegalStateException(
          (word == null ? "no event from the second JVM: " : "the second JVM has ended: ")
              + noise());
    }
    return word;
  }

  void expect(String expected) throws InterruptedException {
    String word = next();
    if (!word.equals(expected)) {
      throw new IllegalStateException(
          "expected " + expected + ", but was " + word + ": " + noise());
    }
  }

  /** Returns its other output. */
  String noise() {
    synchronized (noise) {
      return String.join("\n", noise);
    }
  }

  @Override
  public void close() {
    orders.close();
    process.destroyForcibly();
  }
}
