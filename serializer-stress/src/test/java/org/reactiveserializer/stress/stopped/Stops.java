package org.reactiveserializer.stress.stopped;

import com.sun.jdi.Location;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.stress.stopped.Places.Place;

/**
 * Plays a situation once for each place at which its victim can be stopped. If requested, also once
 * for each place that the victim reaches only because the emitter entered or left while it was
 * stopped elsewhere: then it is stopped twice.
 */
final class Stops implements AutoCloseable {
  /** Rounds before the trace, because the first rounds initialise classes and link call sites. */
  private static final int REHEARSALS = 2;

  private final String first;
  private @Nullable Debugger debugger;
  private Map<String, List<String>> failures = new LinkedHashMap<>();

  /** Creates one for the library. */
  Stops() {
    first = "";
  }

  /** Creates one for the library with the classes of a mutant. */
  Stops(Path classes) {
    first = classes + File.pathSeparator;
  }

  /**
   * The number of places, those at which no signal was delivered, and the failures with their
   * places.
   */
  record Result(int stops, List<String> silent, Map<String, List<String>> failures) {}

  Result play(int situation, boolean goesOn) throws IOException, InterruptedException {
    failures = new LinkedHashMap<>();
    List<String> silent = new ArrayList<>();
    int stops = 0;
    try (Hold hold = new Hold()) {
      Debugger with = debugger();
      for (int i = 0; i < REHEARSALS; i++) {
        round(with, situation, null, true);
      }
      with.trace();
      round(with, situation, null, true);
      List<Location> trace = with.traced();
      List<Place> places = Places.of(trace);
      for (Place place : places) {
        stops++;
        boolean edge = place.at() == 0 || place.at() == trace.size() - 1;
        if (!round(with, situation, place, edge)) {
          silent.add(place.toString());
        }
      }
      if (goesOn) {
        stops += resume(with, situation, trace, places);
      }
      hold.release();
    } catch (IllegalStateException e) {
      fail(String.valueOf(e.getMessage()), "unknown place");
    }
    return new Result(stops, silent, failures);
  }

  private int resume(Debugger with, int situation, List<Location> trace, List<Place> places)
      throws InterruptedException {
    Set<List<Object>> known = new HashSet<>();
    int stops = 0;
    for (Place first : places) {
      twice(with, situation, first, null);
      List<Location> detour = with.traced();
      for (Place second : Places.of(trace, first.at(), detour, known)) {
        twice(with, situation, first, second);
        stops++;
      }
    }
    return stops;
  }

  /** Returns whether the victim was not the owner. */
  private boolean round(Debugger with, int situation, @Nullable Place place, boolean free)
      throws InterruptedException {
    String where = String.valueOf(place);
    if (place != null) {
      with.stopAt(place.location(), place.n());
    }
    with.child().order(Integer.toString(situation));
    return others(with, with.child().next(), place != null, free ? "free" : "any", where);
  }

  /** If there is no second place, traces the victim after the first. */
  private void twice(Debugger with, int situation, Place first, @Nullable Place second)
      throws InterruptedException {
    String where = first + (second == null ? "" : " and " + second);
    with.stopAt(first.location(), first.n());
    with.child().order(Integer.toString(situation));
    String word = with.child().next();
    if (!word.equals(Debugger.HALTED)) {
      throw new IllegalStateException("not stopped, but " + word + ", " + where);
    }
    with.child().order(StoppedMain.MEANWHILE);
    with.child().expect("done");
    with.forget();
    if (second == null) {
      with.traceOn();
    } else {
      with.stopAt(second.location(), second.n());
    }
    with.resume();
    others(with, with.child().next(), second != null, "any", where);
  }

  private boolean others(Debugger with, String happened, boolean stops, String order, String where)
      throws InterruptedException {
    Child child = with.child();
    String word = happened;
    boolean halted = word.equals(Debugger.HALTED);
    if (halted != stops) {
      fail("not stopped", where);
    }
    if (halted || word.equals("returned")) {
      child.order(order);
      child.expect("done");
      if (halted) {
        with.forget();
        with.resume();
        child.expect("returned");
      }
      word = child.next();
    }
    while (word.startsWith("fail ")) {
      fail(word.substring("fail ".length()), where);
      word = child.next();
    }
    if (word.equals("stuck")) {
      throw new IllegalStateException("the second JVM gave up at " + where);
    }
    if (stops && !halted) {
      with.forget();
    }
    return word.equals("free");
  }

  private void fail(String failure, String where) {
    failures.computeIfAbsent(failure, key -> new ArrayList<>()).add(where);
  }

  private Debugger debugger() throws IOException, InterruptedException {
    Debugger current = debugger;
    if (current == null) {
      current = new Debugger(first);
      debugger = current;
    }
    return current;
  }

  @Override
  public void close() {
    if (debugger != null) {
      debugger.close();
      debugger = null;
    }
  }

  /**
   * Ends the second JVM if a situation was not played to its end, so it is not used for another
   * one.
   */
  private final class Hold implements AutoCloseable {
    private boolean played;

    void release() {
      played = true;
    }

    @Override
    public void close() {
      if (!played) {
        Stops.this.close();
      }
    }
  }
}
