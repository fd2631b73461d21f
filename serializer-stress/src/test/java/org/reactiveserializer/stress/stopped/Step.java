package org.reactiveserializer.stress.stopped;

/** A call of one thread. */
record Step(Who who, Act act, long n) {
  /** The kind of a call. */
  enum Act {
    EMIT,
    COMPLETE,
    FAIL,
    CANCEL,
    REQUEST,
    SUBSCRIBE,
    /** The outer source of a flatMap emits another item. */
    BEGIN,
    /** The outer source of a flatMap completes. */
    END_OUTER,
    /** The emitter is released from the downstream, and its call returns. */
    RELEASE
  }

  Step(Who who, Act act) {
    this(who, act, 0);
  }

  static Step emit(Who who) {
    return new Step(who, Act.EMIT);
  }

  static Step request(Who who, long n) {
    return new Step(who, Act.REQUEST, n);
  }

  @Override
  public String toString() {
    return who + " " + act + (act == Act.REQUEST ? "(" + n + ")" : "");
  }
}
