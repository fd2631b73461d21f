package org.reactiveserializer.tck;

import org.reactiveserializer.ErrorMode;

/** The same with errors that wait for the items before them. */
public class WrapDelayedWhiteboxVerification extends WrapWhiteboxVerification {
  public WrapDelayedWhiteboxVerification() {
    super(ErrorMode.DELAYED);
  }
}
