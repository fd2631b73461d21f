package org.reactiveserializer.stress.stopped;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is played, again and again: only where the victim is stopped differs.
 *
 * @param name for people
 * @param maker makes a subject anew
 * @param before what was done before
 * @param held whether the emitter is inside the downstream when the victim makes its call
 * @param victim its call
 * @param others what the others do while it stands still
 * @param goesOn whether it is also stopped twice: see {@link Stops}
 * @param atOnce how much the downstream requests when it gets its subscription
 * @param complaint if the subject is a twin: how the complaint about it begins
 */
record Situation(
    String name,
    Function<Recorder, Subject> maker,
    List<Step> before,
    boolean held,
    Step victim,
    List<Step> others,
    boolean goesOn,
    long atOnce,
    @Nullable String complaint) {
  @Override
  public String toString() {
    return name;
  }
}
