package org.reactiveserializer.aeron;

import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;
import io.aeron.exceptions.RegistrationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.reactiveserializer.testing.Child;

/** Starts a node with a driver. */
public final class StartingProgram {
  private StartingProgram() {}

  /**
   * Prints why that fails, or why a first stream cannot be opened; and how many files are left. With an
   * argument, the driver starts although the check has failed.
   */
  public static void main(String[] unchecked) throws Exception {
    Child.endWithParent();
    try {
      if (unchecked.length > 0) {
        startUnchecked();
      } else {
        openFirst();
      }
    } catch (IllegalStateException | RegistrationException refused) {
      System.out.println(refused.getClass().getSimpleName());
      System.out.println(refused.getMessage());
    }
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      System.out.println(files.count());
    }
  }

  private static void openFirst() {
    try (AeronNode node = AeronNode.embedded(Duration.ZERO)) {
      node.<String>subscriber(Texts.WRITER).open("aeron:ipc?term-length=64k", 1).close();
      System.out.println("one with small terms is opened");
      node.<String>subscriber(Texts.WRITER).open("aeron:ipc", 1).close();
    }
  }

  private static void startUnchecked() {
    MediaDriver.Context context =
        new MediaDriver.Context().aeronDirectoryName(CommonContext.generateRandomDirName());
    Storage wrong = new Storage(context, directory -> Long.MAX_VALUE);
    EmbeddedDriver.launch(context, wrong).close();
  }
}
