package org.reactiveserializer.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Java virtual machine of its own, for a test. It ends when its standard input does, and so also
 * when this process dies: its main method calls {@link #endWithParent}.
 */
public final class Child implements AutoCloseable {
  private static final List<String> SMALL =
      List.of("-Xshare:auto", "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final Process process;
  private final BufferedReader output;

  private Child(Process process) {
    this.process = process;
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a child with a small heap. */
  public static Child start(Class<?> main, Object... arguments) throws IOException {
    return start(List.of(), SMALL, main, arguments);
  }

  /** Starts a child through another command, such as a shell. */
  public static Child startThrough(List<String> before, Class<?> main, Object... arguments)
      throws IOException {
    return start(before, SMALL, main, arguments);
  }

  /** Starts a child through another command, with options for its Java virtual machine. */
  public static Child startThrough(
      List<String> before, List<String> options, Class<?> main, Object... arguments)
      throws IOException {
    return start(before, options, main, arguments);
  }

  /** Starts a child with options for its Java virtual machine. */
  public static Child startWith(List<String> options, Class<?> main, Object... arguments)
      throws IOException {
    return start(List.of(), options, main, arguments);
  }

  private static Child start(
      List<String> before, List<String> options, Class<?> main, Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new Child(process);
  }

  /** Returns the child's process. */
  public Process process() {
    return process;
  }

  /** Returns the next line that the child writes; null when it has ended. */
  public @Nullable String line() throws IOException {
    return output.readLine();
  }

  /** Kills the child as {@code SIGKILL} does, and waits for its end. */
  public void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Closes the child's standard input, and waits for its end. One that does not end is killed. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(Await.LONG.toSeconds(), TimeUnit.SECONDS)) {
        kill(); // for example, it is stopped
        throw new IllegalStateException("the child did not end by itself: " + process);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** To be called in the child. */
  public static void endWithParent() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {}
              } catch (IOException gone) {
                // The same.
              }
              Runtime.getRuntime().halt(0);
            });
    watch.setDaemon(true);
    watch.start();
  }
}
