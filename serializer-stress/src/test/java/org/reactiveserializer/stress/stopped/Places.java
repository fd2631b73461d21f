package org.reactiveserializer.stress.stopped;

import com.sun.jdi.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The places at which a victim is stopped: before each instruction that other threads can observe,
 * or whose outcome can depend on other threads: those that write a field or an array, read one that
 * is not final, or call a method that is not traced. The other instructions only use constants, the
 * stack and local variables, which belong to the thread: stopping before or after such an
 * instruction makes no difference. With the property {@code stopped.everywhere} the victim is
 * stopped there, too.
 */
final class Places {
  /** The maximum number of visits of a location that count, because of loops. */
  private static final int HITS = 2;

  private static final boolean ALL = Boolean.getBoolean("stopped.everywhere");

  // Instructions of the JVM: the opcodes of the first and the last one of a kind.
  private static final int ARRAY_LOAD = 46;
  private static final int ARRAY_LOAD_END = 53;
  private static final int ARRAY_STORE = 79;
  private static final int ARRAY_STORE_END = 86;
  private static final int GETSTATIC = 178;
  private static final int GETFIELD = 180;
  private static final int PUTFIELD = 181;
  private static final int INVOKE = 182;
  private static final int INVOKE_INTERFACE = 185;
  private static final int INVOKE_END = 186;
  private static final int MONITOR = 194;
  private static final int MONITOR_END = 195;

  private Places() {}

  /** A location, visited for the n-th time. */
  record Place(Location location, int n, int at) {
    @Override
    public String toString() {
      String type = location.declaringType().name();
      return type.substring(type.lastIndexOf('.') + 1)
          + "."
          + location.method().name()
          + ":"
          + location.lineNumber()
          + "@"
          + location.codeIndex()
          + (n == 1 ? "" : " (hit " + n + ")");
    }
  }

  static List<Place> of(List<Location> trace) {
    Map<Location, Integer> hits = new HashMap<>();
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < trace.size(); i++) {
      Location location = trace.get(i);
      int n = hits.merge(location, 1, Integer::sum);
      boolean edge = i == 0 || i == trace.size() - 1;
      if (edge || n <= HITS && (ALL || matters(location, trace.get(i + 1)))) {
        places.add(new Place(location, n, i));
      }
    }
    return places;
  }

  /**
   * Returns the places that a victim reaches only because of something that happened while it was
   * stopped.
   *
   * @param trace the locations that it visited when nothing happened
   * @param from the index at which it was stopped
   * @param detour the locations that it visited afterwards
   * @param known places that need not be tried again; the result is added to it
   */
  static List<Place> of(
      List<Location> trace, int from, List<Location> detour, Set<List<Object>> known) {
    int same = 0;
    while (same < detour.size()
        && from + 1 + same < trace.size()
        && detour.get(same).equals(trace.get(from + 1 + same))) {
      same++;
    }
    Map<Location, Integer> before = new HashMap<>();
    detour.subList(0, same).forEach(location -> before.merge(location, 1, Integer::sum));
    Map<Location, Integer> hits = new HashMap<>();
    List<Place> places = new ArrayList<>();
    for (int i = same; i < detour.size() - 1; i++) {
      Location location = detour.get(i);
      int n = hits.merge(location, 1, Integer::sum);
      if (n == 1
          && matters(location, detour.get(i + 1))
          && known.add(List.of(detour.get(same), location))) {
        places.add(new Place(location, before.getOrDefault(location, 0) + 1, i));
      }
    }
    return places;
  }

  private static boolean matters(Location location, Location next) {
    int code = Byte.toUnsignedInt(location.method().bytecodes()[(int) location.codeIndex()]);
    // A call of a method that is traced has no other effect.
    boolean stays = next.codeIndex() != 0;
    return isIn(code, ARRAY_LOAD, ARRAY_LOAD_END)
        || isIn(code, ARRAY_STORE, ARRAY_STORE_END)
        || isIn(code, GETSTATIC, PUTFIELD) && !isConstant(code, location)
        || code == INVOKE_INTERFACE
        || isIn(code, INVOKE, INVOKE_END) && stays
        || isIn(code, MONITOR, MONITOR_END);
  }

  private static boolean isConstant(int code, Location location) {
    return (code == GETSTATIC || code == GETFIELD) && Fields.isFinal(location);
  }

  private static boolean isIn(int code, int first, int last) {
    return first <= code && code <= last;
  }
}
