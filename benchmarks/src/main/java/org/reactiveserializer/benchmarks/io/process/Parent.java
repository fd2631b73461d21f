package org.reactiveserializer.benchmarks.io.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The parent of this process, see {@link Child}. Also the main class of every child. */
public final class Parent {
  /** Begins a line that is a message. Other lines are what a library printed. */
  static final String MARK = "@ ";

  static final String FAULT = "fault";

  private static final int ORPHANED = 3;

  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  private Parent() {
    Thread listener = new Thread(this::listen, "parent");
    listener.setDaemon(true);
    listener.start();
  }

  /**
   * Plays a role.
   *
   * @param arguments the class of the {@link Role}, and its parameters
   */
  public static void main(String[] arguments) {
    Parent parent = new Parent();
    int status = 0;
    try {
      Parameters parameters = Parameters.of(List.of(arguments).subList(1, arguments.length));
      Class.forName(arguments[0])
          .asSubclass(Role.class)
          .getDeclaredConstructor()
          .newInstance()
          .play(parameters, parent);
    } catch (Throwable failed) { // whatever it is: the parent reports it
      failed.printStackTrace();
      parent.send(FAULT, failed.toString().replaceAll("\\s+", " "));
      status = 1;
    }
    System.out.flush();
    Runtime.getRuntime().halt(status); // threads of a library do not keep the process alive
  }

  private void listen() {
    try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        received.add(line);
      }
    } catch (IOException closed) {
      // the end of the input as well
    }
    Runtime.getRuntime().halt(ORPHANED);
  }

  /** Sends a message. */
  public void send(String keyword, Object content) {
    out.println(MARK + keyword + " " + content);
  }

  /** Waits for a message and returns its content. */
  public Parameters await(String keyword) throws InterruptedException {
    List<String> words = List.of(received.take().split(" "));
    if (!words.get(0).equals(keyword)) {
      throw new IllegalStateException("expected " + keyword + ", received " + words);
    }
    return Parameters.of(words);
  }
}
