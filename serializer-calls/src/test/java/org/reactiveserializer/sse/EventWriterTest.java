package org.reactiveserializer.sse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.reactiveserializer.testing.Await;

class EventWriterTest {
  private final IOException over = new IOException("over");
  private final Out out = new Out();
  private final EventWriter writer = new EventWriter(out);

  /** As if a limit passed after the event's call had begun, and before the event was known here. */
  @Test
  void anEventThatBeginsAfterTheEndFails() throws Exception {
    writer.onWritePossible();
    writer.fail(over);
    assertSame(over, Await.failureOf(writer.write(SseEvent.of("late"))));
    assertEquals(0, out.written);
  }

  @Test
  void anEventThatWaitsForTheContainerFails() throws Exception {
    CompletionStage<?> early = writer.write(SseEvent.of("early"));
    writer.fail(over);
    assertSame(over, Await.failureOf(early).getCause());
    assertEquals(0, out.written);
  }

  @Test
  void anEventThatTheContainerDoesNotTakeFails() throws Exception {
    writer.onWritePossible();
    out.isReady = false;
    CompletionStage<?> stuck = writer.write(SseEvent.of("stuck"));
    assertFalse(stuck.toCompletableFuture().isDone());
    writer.fail(over);
    assertSame(over, Await.failureOf(stuck));
  }

  /** A response that takes everything, while it is ready. */
  private static final class Out extends ServletOutputStream {
    boolean isReady = true;
    int written;

    @Override
    public boolean isReady() {
      return isReady;
    }

    @Override
    public void setWriteListener(WriteListener listener) {}

    @Override
    public void write(int one) {
      written++;
    }
  }
}
