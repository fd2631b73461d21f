package org.reactiveserializer.benchmarks;

/** The argument that the contender {@code biased} needs; it has no effect on the others. */
public final class NativeAccess {
  /** An argument of the virtual machine. */
  public static final String ENABLED = "--enable-native-access=ALL-UNNAMED";

  private NativeAccess() {}
}
