package org.reactiveserializer.tck;

import org.reactiveserializer.ErrorMode;

/** The same with errors that wait for the other sources. */
public class MergeRacingDelayedVerification extends MergeRacingVerification {
  public MergeRacingDelayedVerification() {
    super(ErrorMode.DELAYED);
  }
}
