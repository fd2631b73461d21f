package org.reactiveserializer.support;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.reactiveserializer.testing.Page;

/** The examples of the documentation that are not programs: compiles each within a {@link Stage}, and runs it. */
public final class Example {
  private static final String PROGRAM =
      """
      import io.reactivex.rxjava3.core.*;
      import io.reactivex.rxjava3.processors.*;
      import io.smallrye.mutiny.Multi;
      import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
      import java.io.*;
      import static java.nio.charset.StandardCharsets.UTF_8;
      import java.time.Duration;
      import java.util.Comparator;
      import java.util.List;
      import java.util.concurrent.Flow;
      import java.util.concurrent.ForkJoinPool;
      import java.util.concurrent.SubmissionPublisher;
      import org.reactiveserializer.*;
      import org.reactiveserializer.flow.*;
      import org.reactiveserializer.mutiny.*;
      import org.reactiveserializer.reactor.*;
      import org.reactiveserializer.rxjava3.*;
      import org.reactivestreams.*;
      import reactor.core.publisher.Flux;
      import reactor.core.publisher.FluxSink;
      import reactor.core.publisher.Mono;
      import reactor.core.publisher.Sinks;

      public class %1$s extends org.reactiveserializer.support.Stage {
        @Override
        public void example() {
      %2$s
        }
      }
      """;

  private Example() {}

  /** Compiles the code of methods, each within a {@link Stage}, and returns the complaints. */
  public static String complaintsAbout(List<String> codes, Path directory) {
    return Page.complaints(PROGRAM, codes, directory);
  }

  /** Runs the compiled code with the given number. */
  public static void run(int number, Path directory, int threads) throws Exception {
    URL[] place = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(place, Example.class.getClassLoader())) {
      Stage stage = (Stage) loader.loadClass("Example" + number).getConstructor().newInstance();
      stage.threads = threads;
      stage.example();
    }
  }
}
