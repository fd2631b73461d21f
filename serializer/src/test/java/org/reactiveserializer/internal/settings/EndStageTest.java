package org.reactiveserializer.internal.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A stage that its users only read. */
class EndStageTest {
  private final EndStage end = new EndStage();

  @Test
  void nobodyElseCompletesIt() {
    assertFalse(end.complete(null));
    assertFalse(end.completeExceptionally(new IOException("forged")));
    assertFalse(end.cancel(true));
    assertSame(end, end.completeAsync(() -> null, Runnable::run));
    assertSame(end, end.completeAsync(() -> null));
    assertThrows(UnsupportedOperationException.class, () -> end.obtrudeValue(null));
    assertThrows(
        UnsupportedOperationException.class, () -> end.obtrudeException(new IOException("forged")));
    assertFalse(end.isDone());
    end.end(null);
    assertThrows(UnsupportedOperationException.class, () -> end.obtrudeValue(null));
    assertFalse(end.cancel(true));
    end.join();
  }

  @Test
  void whoCompletesAStageThatFollowsCompletesOnlyThat() {
    assertTrue(end.copy().complete(null));
    assertTrue(end.thenRun(() -> {}).cancel(true));
    assertFalse(end.isDone());
  }

  @Test
  void whatItFailsWithIsSeenAsItIs() {
    IOException failure = new IOException("broken");
    List<Throwable> seen = new ArrayList<>();
    CompletableFuture<Void> limited = end.orTimeout(1, TimeUnit.DAYS);
    CompletableFuture<Void> other = end.completeOnTimeout(null, 1, TimeUnit.DAYS);
    for (CompletableFuture<Void> stage : List.of(end, limited, other)) {
      stage.whenComplete((nothing, thrown) -> seen.add(thrown));
    }
    end.end(failure);
    end.end(null); // nothing follows
    assertEquals(List.of(failure, failure, failure), seen);
    for (CompletableFuture<Void> stage : List.of(end, limited, other)) {
      assertSame(failure, assertThrows(CompletionException.class, stage::join).getCause());
      assertSame(failure, assertThrows(ExecutionException.class, stage::get).getCause());
    }
  }

  @Test
  void aCancellationIsOne() {
    CompletableFuture<Void> limited = end.orTimeout(1, TimeUnit.DAYS);
    end.end(new CancellationException("abandoned"));
    for (CompletableFuture<Void> stage : List.of(end, limited)) {
      assertTrue(stage.isCancelled() && stage.cancel(true));
      assertThrows(CancellationException.class, stage::join);
      assertThrows(CancellationException.class, stage::get);
    }
  }

  @Test
  void aTimeLimitIsThatOfItsCaller() throws Exception {
    CompletableFuture<Void> limited = end.orTimeout(1, TimeUnit.NANOSECONDS);
    Throwable late =
        assertThrows(ExecutionException.class, () -> limited.get(1, TimeUnit.MINUTES)).getCause();
    assertInstanceOf(TimeoutException.class, late);
    end.completeOnTimeout(null, 1, TimeUnit.NANOSECONDS).get(1, TimeUnit.MINUTES);
    assertFalse(end.isDone());
  }
}
