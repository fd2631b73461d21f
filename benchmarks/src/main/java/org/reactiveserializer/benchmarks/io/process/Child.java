package org.reactiveserializer.benchmarks.io.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.benchmarks.FaultyDeliveryException;

/** A child process, seen from its parent. Closing it ends the process. */
public final class Child implements AutoCloseable {
  private static final String END = Parent.MARK + "end";
  private static final int TAIL = 12;
  private static final long PATIENCE_SECONDS = 30;
  private static final long LOOK_MILLIS = 100;
  private static final long ENDING_SECONDS = 2;

  /** Options of all children: tests, whose children end soon, need no second compiler. */
  private static final String OPTIONS = System.getProperty("benchmarks.child.options", "").strip();

  private final String name;
  private final Process process;
  private final PrintStream in;
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final Deque<String> tail = new ArrayDeque<>(); // guarded by itself

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread listener = new Thread(this::listen, name);
    listener.setDaemon(true);
    listener.start();
  }

  /**
   * Starts a process.
   *
   * @param name its name in messages
   * @param options the options of its virtual machine
   */
  public static Child start(
      String name, List<String> options, Class<? extends Role> role, Parameters parameters)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (!OPTIONS.isEmpty()) {
      command.addAll(List.of(OPTIONS.split(" +")));
    }
    command.addAll(options);
    command.addAll(List.of("-cp", absolute(System.getProperty("java.class.path"))));
    command.addAll(List.of(Parent.class.getName(), role.getName()));
    command.addAll(parameters.words());
    return new Child(name, new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private static String absolute(String classPath) {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      entries.add(Path.of(entry).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private void listen() {
    try (var out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith(Parent.MARK)) {
          messages.add(line);
        } else {
          remember(line);
        }
      }
    } catch (IOException closed) {
      // the end of the output as well
    }
    messages.add(END);
  }

  private void remember(String line) {
    synchronized (tail) {
      tail.add(line);
      if (tail.size() > TAIL) {
        tail.remove();
      }
    }
  }

  /** Sends a message. */
  public void send(String keyword, Parameters content) {
    in.println(keyword + " " + content);
  }

  /**
   * Waits for a message and returns its content.
   *
   * @param seconds how long the child works before it answers
   * @throws FaultyDeliveryException if the child reports a fault, ends or does not answer
   */
  public Parameters await(String keyword, long seconds) throws InterruptedException {
    return content(keyword, messages.poll(seconds + PATIENCE_SECONDS, TimeUnit.SECONDS), seconds);
  }

  /**
   * Waits for a message, and returns its content, while another child works, too.
   *
   * @throws FaultyDeliveryException if this child does not send it, or if the other one ends
   */
  public Parameters await(String keyword, long seconds, Child other) throws InterruptedException {
    long looks = (seconds + PATIENCE_SECONDS) * 1000 / LOOK_MILLIS;
    String message = null;
    for (long i = 0; i < looks && message == null; i++) {
      message = messages.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      if (message == null && !other.isAlive()) {
        other.await(keyword, 0); // throws its fault
      }
    }
    return content(keyword, message, seconds);
  }

  private Parameters content(String keyword, @Nullable String message, long seconds) {
    if (message == null) {
      throw new FaultyDeliveryException(
          "%s did not answer with %s within %d seconds"
              .formatted(name, keyword, seconds + PATIENCE_SECONDS));
    }
    if (message.equals(END)) {
      throw new FaultyDeliveryException(
          "%s ended before %s: %s".formatted(name, keyword, printed()));
    }
    List<String> words = List.of(message.substring(Parent.MARK.length()).split(" "));
    if (words.get(0).equals(Parent.FAULT)) {
      throw new FaultyDeliveryException(
          "%s: %s".formatted(name, String.join(" ", words.subList(1, words.size()))));
    }
    if (!words.get(0).equals(keyword)) {
      throw new IllegalStateException(
          "%s: expected %s, received %s".formatted(name, keyword, message));
    }
    return Parameters.of(words);
  }

  private String printed() {
    synchronized (tail) {
      return tail.isEmpty() ? "it printed nothing" : String.join(" / ", tail);
    }
  }

  /** Ends the process: its input ends, and if it does not end with it, it is killed. */
  @Override
  public void close() {
    in.close();
    try {
      if (!process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(ENDING_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the process runs. */
  public boolean isAlive() {
    return process.isAlive();
  }
}
