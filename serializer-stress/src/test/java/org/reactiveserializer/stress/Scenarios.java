package org.reactiveserializer.stress;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * All that two threads can do with one operation each, and then with two of the one and one of the
 * other. Drawn at random they would mostly be longer, and the longer a scenario, the less of its
 * interleavings are seen: each broken twin fails in one of these.
 */
final class Scenarios {
  /** Of the operations that only the one thread does. */
  static final String LEFT = "left";

  /** Of the operations that only the other thread does. */
  static final String RIGHT = "right";

  private Scenarios() {}

  /** Returns the scenarios of a class with {@link Operation}s, the short ones first. */
  static List<ExecutionScenario> of(Class<?> play) {
    List<Actor> lefts = actors(play, LEFT);
    List<Actor> rights = actors(play, RIGHT);
    List<ExecutionScenario> scenarios = new ArrayList<>();
    addAll(scenarios, singles(lefts), singles(rights));
    addAll(scenarios, singles(lefts), pairs(rights));
    addAll(scenarios, pairs(lefts), singles(rights));
    return scenarios;
  }

  private static void addAll(
      List<ExecutionScenario> scenarios, List<List<Actor>> lefts, List<List<Actor>> rights) {
    for (List<Actor> left : lefts) {
      for (List<Actor> right : rights) {
        scenarios.add(new ExecutionScenario(List.of(), List.of(left, right), List.of(), null));
      }
    }
  }

  private static List<List<Actor>> singles(List<Actor> actors) {
    return actors.stream().map(List::of).toList();
  }

  private static List<List<Actor>> pairs(List<Actor> actors) {
    return actors.stream()
        .flatMap(first -> actors.stream().map(second -> List.of(first, second)))
        .toList();
  }

  private static List<Actor> actors(Class<?> play, String group) {
    return Arrays.stream(play.getMethods())
        .filter(method -> isOf(method, group))
        .sorted(Comparator.comparing(Method::getName))
        .map(method -> new Actor(method, List.of()))
        .toList();
  }

  private static boolean isOf(Method method, String group) {
    Operation operation = method.getAnnotation(Operation.class);
    return operation != null
        && (operation.nonParallelGroup().isEmpty() || operation.nonParallelGroup().equals(group));
  }
}
