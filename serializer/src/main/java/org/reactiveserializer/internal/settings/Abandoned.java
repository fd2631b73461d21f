package org.reactiveserializer.internal.settings;

import java.util.concurrent.CancellationException;

/** The producer has abandoned the stream. Another cancellation, of a call for example, is a failure. */
public final class Abandoned extends CancellationException {
  private static final long serialVersionUID = 1;

  /** Creates the reason. */
  public Abandoned(String message) {
    super(message);
  }
}
