package org.reactiveserializer.io.ring;

import org.reactivestreams.tck.TestEnvironment;

/** The timeouts of the kit. */
final class Environments {
  private Environments() {}

  /** Returns an environment that waits long for what must arrive, and shortly for what must not. */
  static TestEnvironment patient() {
    return new TestEnvironment(2_000, 100, 100);
  }
}
