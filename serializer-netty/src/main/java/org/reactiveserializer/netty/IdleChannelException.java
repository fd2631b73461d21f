package org.reactiveserializer.netty;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A channel brought no message for too long. It may have brought parts of one. */
public final class IdleChannelException extends IOException {
  private static final long serialVersionUID = 1;

  IdleChannelException(@Nullable SocketAddress remote, long limitNanos) {
    super("no message from %s for %s".formatted(remote, Duration.ofNanos(limitNanos)));
  }
}
