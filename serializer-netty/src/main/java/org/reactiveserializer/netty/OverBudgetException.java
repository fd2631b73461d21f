package org.reactiveserializer.netty;

import java.io.IOException;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A channel was closed because the channels of its stream hold more than the budget, and it holds much. */
public final class OverBudgetException extends IOException {
  private static final long serialVersionUID = 1;

  OverBudgetException(@Nullable SocketAddress remote, long bytes, long budget) {
    super(
        "the budget of %d bytes is used up, and %s holds %d of them"
            .formatted(budget, remote, bytes));
  }
}
