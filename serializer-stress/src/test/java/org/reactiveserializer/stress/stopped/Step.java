package org.reactiveserializer.stress.stopped;

/** A call of one thread. */
record Step(Who who, Act act, long n) {
  /** What is called. */
  enum Act {
    BRING,
    COMPLETE,
    FAIL,
    CANCEL,
    REQUEST,
    SUBSCRIBE,
    /** A flatMap's outer source brings another source. */
    BEGIN,
    /** A flatMap's outer source completes. */
    END_OUTER,
    /** The emitter is let out of the downstream, and its call returns. */
    RELEASE
  }

  Step(Who who, Act act) {
    this(who, act, 0);
  }

  static Step bring(Who who) {
    return new Step(who, Act.BRING);
  }

  static Step request(Who who, long n) {
    return new Step(who, Act.REQUEST, n);
  }

  @Override
  public String toString() {
    return who + " " + act + (act == Act.REQUEST ? "(" + n + ")" : "");
  }
}
