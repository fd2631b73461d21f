package org.reactiveserializer.internal.events;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/** One stream of {@link Streams}, which this does not keep alive. */
public final class Registration extends WeakReference<NamedStream> {
  /** What kind of stream it is: a word that users see. */
  public final String kind;

  /** The name that the user gave. */
  public final String name;

  // Has the figures of a stream that has ended.
  private volatile @Nullable NamedStream remains;

  Registration(String kind, String name, NamedStream stream) {
    super(stream);
    this.kind = kind;
    this.name = name;
  }

  /**
   * The stream has ended. From now on {@code rest} has its figures, of what is refused later as well, and
   * also when the stream was collected: so it must not refer to the stream.
   */
  public void ended(NamedStream rest) {
    remains = rest;
  }

  /** Returns the figures; null: nobody has them, since the stream was collected without an end. */
  public NamedStream.@Nullable Figures figures() {
    NamedStream stream = get(); // first: if it is gone, it has set the other one before
    NamedStream rest = remains;
    if (rest != null) {
      return rest.figures();
    }
    return stream == null ? null : stream.figures();
  }
}
