package org.reactiveserializer.internal.observed;

/** A stream without a name that is inside another one: its sessions are those of the other one. */
public interface Part extends Measured {
  /** Sets the place of the other one in its group. By the thread that creates both, before another one uses them. */
  void measureFor(Member member);
}
