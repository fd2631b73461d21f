package org.reactiveserializer.testing;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a user may try with the stage that says when a front has ended. */
public final class Ends {
  private Ends() {}

  /** Tries to complete it in each way that there is. Fails if that has changed anything for others. */
  public static void cannotBeMade(CompletionStage<Void> end) {
    CompletableFuture<Void> ended = end.toCompletableFuture();
    if (ended.isDone()) {
      throw new AssertionError("it has ended before");
    }
    ended.complete(null);
    ended.completeExceptionally(new IOException("forged"));
    ended.completeAsync(() -> null, Runnable::run);
    ended.cancel(true);
    try {
      ended.obtrudeValue(null);
      ended.obtrudeException(new IOException("forged"));
    } catch (UnsupportedOperationException expected) {
      // that is how it refuses
    }
    if (end.toCompletableFuture().isDone()) {
      throw new AssertionError("a user has ended it");
    }
  }
}
