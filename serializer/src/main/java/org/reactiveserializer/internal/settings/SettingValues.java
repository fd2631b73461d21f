package org.reactiveserializer.internal.settings;

import java.util.function.Consumer;

/**
 * The values of immutable settings: the fields of a subclass, with their defaults. An object of settings
 * keeps its values in a final field, and never changes them; so any thread may use it, however it got it.
 * A method that changes a setting makes other settings, of a copy {@linkplain #with with} the change.
 *
 * @param <V> the subclass
 */
public abstract class SettingValues<V extends SettingValues<V>> implements Cloneable {
  /** Returns a copy that is changed. */
  @SuppressWarnings("unchecked") // it is what this is
  public final V with(Consumer<? super V> change) {
    V copy;
    try {
      copy = (V) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new AssertionError(impossible);
    }
    change.accept(copy);
    return copy;
  }
}
