package org.reactiveserializer.netty;

import java.io.IOException;

/** A channel was closed at once: the stream has as many as it may have, or is closed. */
public final class ChannelRefusedException extends IOException {
  private static final long serialVersionUID = 1;

  ChannelRefusedException(String message) {
    super(message);
  }
}
