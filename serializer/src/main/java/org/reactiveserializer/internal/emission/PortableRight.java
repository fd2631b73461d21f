package org.reactiveserializer.internal.emission;

/** The right as it is on every virtual machine: nothing besides what all have. */
public final class PortableRight extends EmissionRight {
  /** Creates a right that nobody holds. */
  public PortableRight() {}

  /** Creates a right that nobody holds, for one who is not to load this class before. */
  static EmissionRight make() {
    return new PortableRight();
  }
}
