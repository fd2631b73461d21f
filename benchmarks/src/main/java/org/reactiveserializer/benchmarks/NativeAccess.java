package org.reactiveserializer.benchmarks;

/** What the contender {@code biased} needs, and no other heeds. */
public final class NativeAccess {
  /** The argument for a virtual machine. */
  public static final String ENABLED = "--enable-native-access=ALL-UNNAMED";

  private NativeAccess() {}
}
