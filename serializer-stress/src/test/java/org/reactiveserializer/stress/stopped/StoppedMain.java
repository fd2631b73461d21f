package org.reactiveserializer.stress.stopped;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;

/**
 * The main class of the second JVM: plays a round for each line of its input. After each part it
 * asks whether to go on, so the debugger decides when the victim is stopped. It ends when its input
 * is closed, and so with the process that started it.
 */
public final class StoppedMain {
  /** The prefix of its messages; other output is noise. */
  static final String MARK = "@";

  /**
   * The order to start or release the emitter before the victim resumes towards its second stop.
   */
  static final String MEANWHILE = "meanwhile";

  private StoppedMain() {}

  /** Plays rounds. */
  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Actors actors = new Actors();
    actors.call(Who.VICTIM, () -> null); // so that its thread exists
    say("ready");
    String line = in.readLine();
    while (line != null) {
      play(Situations.ALL.get(Integer.parseInt(line)), actors, in);
      line = in.readLine();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void play(Situation situation, Actors actors, BufferedReader in)
      throws IOException {
    Round round = new Round(situation, actors);
    boolean free = true;
    try {
      round.prepare();
      Round.Call call = round.victim();
      Future<?> victim = actors.begin(Who.VICTIM, () -> victim(call));
      String order = in.readLine();
      if (order == null) {
        return;
      }
      if (order.equals(MEANWHILE)) {
        round.meanwhile();
        say("done");
        order = in.readLine();
      }
      try {
        free = round.others("free".equals(order));
      } catch (Actors.StuckException e) {
        round.fail(String.valueOf(e.getMessage()));
      }
      say("done");
      actors.end(Who.VICTIM, victim);
      round.close(call);
    } catch (Actors.StuckException e) {
      round.fail(String.valueOf(e.getMessage()));
      round.failures().forEach(failure -> say("fail " + failure));
      say("stuck");
      Runtime.getRuntime().halt(1);
    }
    round.failures().forEach(failure -> say("fail " + failure));
    say(free ? "free" : "owner");
  }

  private static Object victim(Round.Call call) {
    try {
      start(call);
    } finally {
      end();
      say("returned");
    }
    return call;
  }

  /** The debugger stops the victim here to trace it. */
  static void start(Round.Call call) {
    Object unused = call.call();
  }

  /** The trace ends here, because tracing the rest would take long. */
  static void end() {}

  private static synchronized void say(String text) {
    System.out.println(MARK + text.replace('\n', ' '));
  }
}
