package org.reactiveserializer.internal.engine;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;

/** Makes the handles by which a class accesses its fields atomically. */
public final class Fields {
  private Fields() {}

  /** Returns the handle of a field of the class that looks it up. */
  public static VarHandle handle(Lookup lookup, String field, Class<?> type) {
    return handle(lookup, lookup.lookupClass(), field, type);
  }

  /** Returns the handle of a field of another class, which the one that looks it up may access. */
  static VarHandle handle(Lookup lookup, Class<?> owner, String field, Class<?> type) {
    return ConstantBootstraps.fieldVarHandle(lookup, field, VarHandle.class, owner, type);
  }
}
