package org.reactiveserializer.stress.stopped;

import java.util.List;
import java.util.function.Function;

/**
 * A scenario that is played many times; only the place where the victim is stopped differs.
 *
 * @param name for humans
 * @param maker creates a new subject
 * @param before the preparation
 * @param held whether the emitter is inside the downstream when the victim makes its call
 * @param victim the call of the victim
 * @param others the calls of the other threads while the victim is stopped
 * @param goesOn whether the victim is also stopped twice: see {@link Stops}
 * @param atOnce the demand of the downstream when it receives its subscription
 */
record Situation(
    String name,
    Function<Recorder, Subject> maker,
    List<Step> before,
    boolean held,
    Step victim,
    List<Step> others,
    boolean goesOn,
    long atOnce) {
  @Override
  public String toString() {
    return name;
  }
}
