package org.reactiveserializer.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A program that uses the fast path and the hand-over does not load {@code sun.misc.Unsafe}. */
class NoUnsafeTest {
  @Test
  void unsafeIsNotLoaded() throws Exception {
    String loaded = run("-Xlog:class+load");
    assertTrue(loaded.contains(Serializer.class.getName() + " "), loaded);
    assertFalse(loaded.contains("sun.misc.Unsafe"));
  }

  @Test
  void onlyJavaBaseIsNeeded() throws Exception {
    assertEquals("1 2 3 completed", run("--limit-modules", "java.base").strip());
  }

  private static String run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Program.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  /** Delivers one item on the fast path, and two that are handed over. */
  static final class Program implements Subscriber<Integer> {
    private final SerialSubscriber<Integer> serialized =
        Serializer.<Integer>withDefaults().wrap(this);

    public static void main(String[] args) {
      new Program().serialized.onNext(1);
    }

    @Override
    public void onSubscribe(Subscription subscription) {}

    @Override
    public void onNext(Integer item) {
      if (item == 1) {
        serialized.onNext(2);
        serialized.onNext(3);
        serialized.onComplete();
      }
      System.out.print(item + " ");
    }

    @Override
    public void onError(Throwable error) {}

    @Override
    public void onComplete() {
      System.out.print("completed");
    }
  }
}
