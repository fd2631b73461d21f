package org.reactiveserializer.tck;

import org.reactiveserializer.ErrorMode;

/** The same with errors that wait for the items before them. */
public class WrapDelayedBlackboxVerification extends WrapBlackboxVerification {
  public WrapDelayedBlackboxVerification() {
    super(ErrorMode.DELAYED);
  }
}
