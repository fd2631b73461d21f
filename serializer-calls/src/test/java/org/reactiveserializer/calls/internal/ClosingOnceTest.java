package org.reactiveserializer.calls.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactiveserializer.testing.Stop;

/** A session is closed again only while its close hangs. */
@Timeout(120)
class ClosingOnceTest {
  private final List<String> closes = new CopyOnWriteArrayList<>();
  private final Stop stop = new Stop();

  @Test
  void aSendThatHangsFindsTheSessionClosed() {
    Closing<String> closing = new Closing<>(closes::add, "too slow");
    closing.ended(null, "normal", "failed");
    closing.hangs(() -> closing.ended(new TimeoutException(), "normal", "failed"));
    assertEquals(List.of("normal"), closes);
  }

  @Test
  void aSendThatHangsClosesBesideACloseThatHangs() throws Exception {
    Closing<String> closing = new Closing<>(this::hang, "too slow");
    closing.atOnce("full");
    stop.awaitReached();
    closing.hangs(() -> closing.ended(new TimeoutException(), "normal", "failed"));
    assertEquals(List.of("full", "too slow"), closes);
    stop.goOn();
  }

  private void hang(String reason) {
    closes.add(reason);
    if (reason.equals("full")) {
      stop.here();
    }
  }
}
