package org.reactiveserializer.stress.stopped;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plays a situation once for each place at which its victim can be stopped. */
final class Stops implements AutoCloseable {
  /** Before anything is traced: classes are initialised and call sites linked in the first rounds. */
  private static final int REHEARSALS = 2;

  private @Nullable Debugger debugger;

  /** The places, and what went wrong where. */
  record Result(int stops, List<String> owning, Map<String, List<String>> failures) {}

  Result play(int situation) throws IOException, InterruptedException {
    Map<String, List<String>> failures = new LinkedHashMap<>();
    List<String> owning = new ArrayList<>();
    List<Places.Place> places = List.of();
    String where = "nowhere";
    try {
      Debugger with = debugger();
      for (int i = 0; i < REHEARSALS; i++) {
        round(with, situation, true, where, failures);
      }
      with.trace();
      round(with, situation, true, where, failures);
      places = Places.of(with.traced());
      for (int i = 0; i < places.size(); i++) {
        Places.Place place = places.get(i);
        where = place.toString();
        with.stopAt(place.location(), place.n());
        boolean edge = i == 0 || i == places.size() - 1;
        if (!round(with, situation, edge, where, failures)) {
          owning.add(where);
        }
      }
    } catch (IllegalStateException e) {
      fail(failures, String.valueOf(e.getMessage()), where);
      close();
    }
    return new Result(places.size(), owning, failures);
  }

  private Debugger debugger() throws IOException, InterruptedException {
    Debugger current = debugger;
    if (current == null) {
      current = new Debugger();
      debugger = current;
    }
    return current;
  }

  /** Returns whether the victim did not own the emission. */
  private static boolean round(
      Debugger with, int situation, boolean free, String where, Map<String, List<String>> failures)
      throws InterruptedException {
    Child child = with.child();
    child.order(Integer.toString(situation));
    String word = child.next();
    boolean halted = word.equals(Debugger.HALTED);
    if (halted || word.equals("returned")) {
      child.order(free ? "free" : "any");
      child.expect("done");
    }
    if (halted) {
      with.goOn();
      child.expect("returned");
    } else if (!where.equals("nowhere")) {
      with.forget();
      fail(failures, "not stopped", where);
    }
    word = halted || word.equals("returned") ? child.next() : word;
    while (word.startsWith("fail ")) {
      fail(failures, word.substring(5), where);
      word = child.next();
    }
    if (word.equals("stuck")) {
      throw new IllegalStateException("stuck");
    }
    return word.equals("free");
  }

  private static void fail(Map<String, List<String>> failures, String failure, String where) {
    failures.computeIfAbsent(failure, key -> new ArrayList<>()).add(where);
  }

  @Override
  public void close() {
    if (debugger != null) {
      debugger.close();
      debugger = null;
    }
  }
}
