package org.reactiveserializer.aeron;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.testing.Await;
import org.reactiveserializer.testing.Child;

/** Sends until its code is compiled, fills the file system, and sends until the stream ends. */
public final class FillingProgram {
  private static final int ITEMS_UNTIL_COMPILED = 30_000;

  private FillingProgram() {}

  /** Prints the last outcome, the failure, its cause, how often it was told, and whether it closed. */
  public static void main(String[] none) throws Exception {
    Child.endWithParent();
    String channel = "aeron:ipc?term-length=16m"; // of which one has room for all
    String item = "x".repeat(100);
    List<Throwable> dropped = new CopyOnWriteArrayList<>();
    AeronNode node = AeronNode.embedded(Duration.ZERO);
    AeronPublisher<String> in = node.<String>publisher(Texts.READER).open(channel, 1);
    // It reads no page that is missing: it could read any length there, and then Aeron's driver
    // would
    // write so far, in a way that ends the machine.
    Collecting collecting = new Collecting(ITEMS_UNTIL_COMPILED);
    in.subscribe(collecting);
    AeronSubscriber<String> out =
        node.<String>subscriber(Texts.WRITER).onErrorDropped(dropped::add).open(channel, 1);
    for (int i = 0; i < ITEMS_UNTIL_COMPILED; i++) {
      out.emit(item, Await.LONG);
    }
    for (int i = 0; i < ITEMS_UNTIL_COMPILED; i++) {
      collecting.next();
    }
    fill(node.directory());
    EmitOutcome outcome;
    do {
      outcome = out.emit(item, Await.LONG);
    } while (outcome.isAccepted());
    System.out.println(outcome);
    Throwable failure = out.failure();
    System.out.println(nameOf(failure));
    System.out.println(nameOf(failure == null ? null : failure.getCause()));
    System.out.println(dropped.size());
    out.abort();
    System.out.println(out.awaitClosed(Await.LONG));
    Runtime.getRuntime().halt(0); // to close the driver could need memory that is not there
  }

  private static String nameOf(@Nullable Throwable error) {
    return error == null ? "null" : error.getClass().getSimpleName();
  }

  private static void fill(Path directory) {
    try (FileOutputStream file = new FileOutputStream(directory.resolve("fill").toFile())) {
      byte[] page = new byte[4096];
      while (true) {
        file.write(page);
      }
    } catch (IOException full) {
      // As intended.
    }
  }
}
