package org.reactiveserializer.internal.blockhound;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Tells BlockHound, which takes {@link Thread#onSpinWait} and {@link Thread#yield} for blocking
 * calls, where this library calls them: each a bounded number of times. So does the pool of {@code
 * deliverOn()} before JDK 21, which locks to start a thread. BlockHound finds this class by {@link
 * java.util.ServiceLoader}. Nothing else loads it.
 */
public final class AllowedHints implements BlockHoundIntegration {
  private static final String INTERNAL = "org.reactiveserializer.internal.";

  /** Called by the service loader. */
  public AllowedHints() {}

  @Override
  public void applyTo(BlockHound.Builder builder) {
    builder
        .allowBlockingCallsInside(INTERNAL + "engine.Emitter", "makeWay")
        .allowBlockingCallsInside(INTERNAL + "settings.Threads$Pool", "execute")
        .allowBlockingCallsInside("org.reactiveserializer.io.internal.shared.RunPause", "after");
  }
}
