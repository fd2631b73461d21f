package org.reactiveserializer.internal.drain;

/**
 * 64 bytes in front of fields that several threads use, so that no object that lies before this one
 * in memory shares their cache line: a user's subscriber, for example, which writes with every item,
 * and was created just before. A superclass, because only the order of classes fixes the order of
 * fields. HotSpot moves a field of a subclass into a gap of a superclass if it fits, such as the four
 * bytes behind a compressed class pointer. The {@code int} fills that gap first.
 */
abstract class FrontPadding {
  @SuppressWarnings("unused")
  int gap;

  @SuppressWarnings("unused")
  long p0, p1, p2, p3, p4, p5, p6, p7;
}
