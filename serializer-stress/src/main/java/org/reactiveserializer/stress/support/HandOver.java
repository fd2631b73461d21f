package org.reactiveserializer.stress.support;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lets producers hand over at once what meets an owner: a race is too short for their wait, after which they would
 * deliver it alone. By reflection, since nothing in the library is open for this.
 */
final class HandOver {
  private static final Class<?> STREAM;
  private static final VarHandle IS_OWNER_QUICK;

  static {
    try {
      STREAM = Class.forName("org.reactiveserializer.internal.engine.StreamState");
      IS_OWNER_QUICK =
          MethodHandles.privateLookupIn(STREAM, MethodHandles.lookup())
              .findVarHandle(STREAM, "isOwnerQuick", boolean.class);
    } catch (ReflectiveOperationException renamed) {
      throw new AssertionError(renamed);
    }
  }

  private HandOver() {}

  /** Sets the hint, if {@code stream} has one. */
  static void atOnce(Object stream) {
    if (STREAM.isInstance(stream)) {
      IS_OWNER_QUICK.setVolatile(stream, false);
    }
  }
}
