package org.reactiveserializer.internal.guard;

/** Has the stack of a thread that signals at the same time as another one. */
final class OtherThread extends Exception {
  private static final long serialVersionUID = 1;

  OtherThread(String signal, Thread thread, StackTraceElement[] stack, boolean returned) {
    super(
        signal
            + " on the thread "
            + name(thread)
            + (returned ? ", which has returned since: the stack is a later one" : ""));
    setStackTrace(stack);
  }

  /** Returns the thread's name; of a virtual thread without one, its number. */
  static String name(Thread thread) {
    return thread.getName().isEmpty() ? thread.toString() : thread.getName();
  }
}
