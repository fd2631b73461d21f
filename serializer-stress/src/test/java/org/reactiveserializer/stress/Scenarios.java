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
 * All scenarios in which two threads execute one operation each, and those with two operations of
 * one thread and one of the other. Random scenarios would mostly be longer, and the longer a
 * scenario, the smaller the share of its interleavings that is explored. Each broken twin fails in
 * one of these.
 */
final class Scenarios {
  /** The group of the operations that only the first thread executes. */
  static final String LEFT = "left";

  /** The group of the operations that only the second thread executes. */
  static final String RIGHT = "drain";

  private Scenarios() {}

  /**
   * Returns the scenarios of a class with {@link Operation}s in which each thread does one of them.
   */
  static List<ExecutionScenario> ofTwo(Class<?> play) {
    List<ExecutionScenario> scenarios = new ArrayList<>();
    addAll(scenarios, singles(actors(play, LEFT)), singles(actors(play, RIGHT)));
    return scenarios;
  }

  /** Returns those in which one thread does two operations, and the other thread one. */
  static List<ExecutionScenario> ofThree(Class<?> play) {
    List<Actor> lefts = actors(play, LEFT);
    List<Actor> states = actors(play, RIGHT);
    List<ExecutionScenario> scenarios = new ArrayList<>();
    addAll(scenarios, singles(lefts), pairs(states));
    addAll(scenarios, pairs(lefts), singles(states));
    return scenarios;
  }

  private static void addAll(
      List<ExecutionScenario> scenarios, List<List<Actor>> lefts, List<List<Actor>> states) {
    for (List<Actor> left : lefts) {
      for (List<Actor> drain : states) {
        scenarios.add(new ExecutionScenario(List.of(), List.of(left, drain), List.of(), null));
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
