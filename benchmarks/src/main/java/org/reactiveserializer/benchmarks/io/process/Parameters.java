package org.reactiveserializer.benchmarks.io.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Named values: what a child is started with, and what its messages contain. */
public final class Parameters {
  private final Map<String, String> values = new LinkedHashMap<>();

  /** Adds a value, which must not contain white space. */
  public Parameters with(String name, Object value) {
    values.put(name, String.valueOf(value));
    return this;
  }

  /** Returns {@code name=value} for each value. */
  List<String> words() {
    return values.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
  }

  /** Reads such words. */
  static Parameters of(List<String> words) {
    Parameters parameters = new Parameters();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals > 0) {
        parameters.with(word.substring(0, equals), word.substring(equals + 1));
      }
    }
    return parameters;
  }

  /** Returns a value as text. */
  public String text(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no value " + name + " in " + this);
    }
    return value;
  }

  /** Returns a value as a number. */
  public long number(String name) {
    return Long.parseLong(text(name));
  }

  /** Returns a value as a number. */
  public int integer(String name) {
    return Integer.parseInt(text(name));
  }

  /** Creates an object of a class that a value names, with its constructor without parameters. */
  public <T> T instance(String name, Class<T> type) throws ReflectiveOperationException {
    return Class.forName(text(name)).asSubclass(type).getDeclaredConstructor().newInstance();
  }

  @Override
  public String toString() {
    return String.join(" ", words());
  }
}
