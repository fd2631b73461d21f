package org.reactiveserializer.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.reactiveserializer.ErrorMode;
import org.reactiveserializer.SerialSubscriber;
import org.reactiveserializer.Serializer;

/** A serializer with a recording upstream, a recording downstream and recording hooks. */
public final class Scene<T> {
  public final RecordingSubscriber<T> downstream = new RecordingSubscriber<>();
  public final RecordingSubscription upstream = new RecordingSubscription();
  public final List<T> discarded = Collections.synchronizedList(new ArrayList<>());
  public final List<Throwable> dropped = Collections.synchronizedList(new ArrayList<>());
  public final SerialSubscriber<T> serialized;

  private Scene(Serializer<T> settings) {
    serialized = settings.onDiscard(discarded::add).onErrorDropped(dropped::add).wrap(downstream);
  }

  /** Creates a scene without a subscription yet. */
  public static <T> Scene<T> bare(ErrorMode mode) {
    return new Scene<>(Serializer.<T>withDefaults().errors(mode));
  }

  /** Creates a scene whose subscription has arrived. */
  public static <T> Scene<T> subscribed(ErrorMode mode) {
    return subscribed(Serializer.<T>withDefaults().errors(mode));
  }

  /** Creates a scene with these settings, except for the hooks. Its subscription has arrived. */
  public static <T> Scene<T> subscribed(Serializer<T> settings) {
    Scene<T> scene = new Scene<>(settings);
    scene.serialized.onSubscribe(scene.upstream);
    return scene;
  }

  /** Creates a scene with immediate errors. Its subscription has arrived. */
  public static <T> Scene<T> subscribed() {
    return subscribed(ErrorMode.IMMEDIATE);
  }

  /** Returns the signals that the downstream received, without the subscription. */
  public List<Object> delivered() {
    List<Object> signals = downstream.signals();
    return signals.isEmpty() || !signals.get(0).equals("subscribed")
        ? signals
        : signals.subList(1, signals.size());
  }
}
