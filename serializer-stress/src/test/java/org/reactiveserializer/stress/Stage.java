package org.reactiveserializer.stress;

import java.util.function.Consumer;
import java.util.function.Function;
import org.reactiveserializer.ErrorMode;
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

  /** With errors of this mode. */
  static Stage of(ErrorMode mode) {
    return new Stage(Reactions.none(), probe -> Scene.of(mode, probe));
  }

  /** In front of a downstream that throws at the second item of a thread. */
  static Stage throwing() {
    return new Stage(
        Reactions.failAt(1, new Failure("thrown by the downstream")),
        probe -> Scene.of(ErrorMode.IMMEDIATE, probe));
  }
}
