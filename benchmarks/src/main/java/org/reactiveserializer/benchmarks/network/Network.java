package org.reactiveserializer.benchmarks.network;

import java.util.List;
import org.reactiveserializer.benchmarks.io.Io;
import org.reactiveserializer.benchmarks.io.Works;
import org.reactiveserializer.benchmarks.io.ipc.FlowWorks;

/** The main class of {@code benchmarks/network}. */
public final class Network {
  static final Works WORKS =
      new Works(
          "network",
          """
          Measures the streams of this library over a network, beside their rivals: servers that send
          back what many connections send, and messages through Aeron. Uses the loopback interface
          only. Both sides are processes of their own, and the contenders take turns. Verifies every
          answer and every message. Prints a table for each work. Takes about fifteen
          minutes and needs an idle machine.
          """,
          """
            --connections <list>  how many there are in the works wheel and memory (default 3500,20000);
                               fewer if the limit of open files does not allow it (ulimit -n)
          """,
          List.of(
              new WheelWork(WheelWork.Figure.TIME),
              new WheelWork(WheelWork.Figure.MEMORY),
              new RequestsWork(),
              FlowWorks.aeron()));

  private Network() {}

  /**
   * Measures and exits.
   *
   * @param arguments see {@code --help}
   */
  public static void main(String[] arguments) {
    Io.main(WORKS, arguments);
  }
}
