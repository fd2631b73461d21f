package org.reactiveserializer.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A sink of texts whose key is their first letter, with tasks that the test runs. */
final class KeyedScene {
  final Tasks tasks = new Tasks();
  final List<String> handled = new ArrayList<>();
  final List<String> discarded = new ArrayList<>();
  final List<String> failed = new ArrayList<>();
  final List<Throwable> dropped = new ArrayList<>();
  final KeyedSink<Character, String> sink;

  private KeyedHandler<Character, String> reaction = (key, item) -> {};

  KeyedScene(UnaryOperator<KeyedSerializer<Character, String>> change) {
    sink =
        settings(change)
            .handle(
                (key, item) -> {
                  handled.add(item);
                  reaction.handle(key, item);
                });
  }

  /** With a handler that returns stages. */
  KeyedScene(AsyncKeyedHandler<Character, String> handler) {
    sink =
        settings(UnaryOperator.identity())
            .handleAsync(
                (key, item) -> {
                  handled.add(item);
                  return handler.handle(key, item);
                });
  }

  static KeyedScene withDefaults() {
    return new KeyedScene(UnaryOperator.identity());
  }

  private KeyedSerializer<Character, String> settings(
      UnaryOperator<KeyedSerializer<Character, String>> change) {
    KeyedSerializer<Character, String> settings = KeyedSerializer.by(text -> text.charAt(0));
    return change.apply(
        settings
            .on(tasks)
            .answerOn(Runnable::run)
            .onDiscard(discarded::add)
            .onError((key, item, error) -> failed.add(item + ": " + error.getMessage()))
            .onErrorDropped(dropped::add));
  }

  /** Sets what the handler does with each item from now on. */
  KeyedScene onItem(KeyedHandler<Character, String> react) {
    reaction = react;
    return this;
  }
}
