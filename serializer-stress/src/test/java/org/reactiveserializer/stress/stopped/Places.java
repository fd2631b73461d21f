package org.reactiveserializer.stress.stopped;

import com.sun.jdi.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a victim is stopped: before each instruction that others can notice, or whose outcome can
 * depend on others: one that writes a field or an array, or reads one that is not final, or calls
 * what is not traced. In between there are constants, the stack and variables, which are the
 * thread's own: to stand still before or behind such an instruction is the same. The property
 * {@code stopped.everywhere} has it stopped there, too.
 */
final class Places {
  /** How often one location counts: loops come by again and again. */
  private static final int HITS = 2;

  private static final boolean ALL = Boolean.getBoolean("stopped.everywhere");

  // Instructions of the JVM, by the number of the first and the last of a kind.
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

  /** A location, come to for the n-th time. */
  record Place(Location location, int n, int at) {
    @Override
    public String toString() {
      String type = location.declaringType().name();
      return type.substring(type.lastIndexOf('.') + 1)
          + "." + location.method().name() + ":" + location.lineNumber()
          + "@" + location.codeIndex() + (n == 1 ? "" : " (hit " + n + ")");
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
   * Returns where a victim comes by only since something happened while it stood still.
   *
   * @param trace where it came by when nothing happened
   * @param from where in there it stood still
   * @param detour where it came by afterwards
   * @param known what need not be tried again; what is returned is added to it
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
    // A call into what is traced does nothing but get there.
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
