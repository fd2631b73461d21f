package org.reactiveserializer.internal.operator;

import java.util.concurrent.CancellationException;

/** The producer has abandoned the stream. Another cancellation, of a call for example, is a failure. */
public final class Abandoned extends CancellationException {
  private static final long serialVersionUID = 1;

  Abandoned(String message) {
    super(message);
  }
}
