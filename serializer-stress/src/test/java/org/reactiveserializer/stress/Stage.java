package org.reactiveserializer.stress;

import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.internal.drain.DrainState;
import org.reactiveserializer.internal.ending.Termination;
import org.reactiveserializer.stress.support.Failure;
import org.reactiveserializer.stress.support.Item;
import org.reactiveserializer.stress.support.Probe;
import org.reactiveserializer.stress.support.Reactions;
import org.reactiveserializer.stress.support.Scene;

/**
 * The stage of a play.
 *
 * @param reaction the reaction of the downstream
 * @param scene creates the scene in front of the probe
 */
record Stage(Consumer<Item> reaction, Function<Probe, Scene> scene) {

  /** The library. */
  static Stage sound(ErrorMode mode) {
    return new Stage(Reactions.none(), probe -> Scene.sound(mode, probe));
  }

  /** The library, in front of a downstream that throws at the second item of a thread. */
  static Stage throwing() {
    return new Stage(
        Reactions.failAt(1, new Failure("thrown by the downstream")),
        probe -> Scene.sound(ErrorMode.IMMEDIATE, probe));
  }

  /** A broken state. */
  static Stage broken(DrainState drain) {
    return new Stage(Reactions.none(), probe -> Scene.broken(drain, ErrorMode.IMMEDIATE, probe));
  }

  /** A broken termination. */
  static Stage broken(Termination termination) {
    return new Stage(Reactions.none(), probe -> Scene.broken(termination, probe));
  }
}
