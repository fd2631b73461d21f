package org.reactiveserializer.sse;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A server-sent event, or a comment, as it is sent: immutable. The methods that add a field return another event.
 *
 * <pre>{@code
 * SseEvent.of("42").id("7").event("price")
 * }</pre>
 */
public final class SseEvent {
  /** What ends a line, for whoever reads the stream. */
  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

  private final String fields;
  private final byte[] encoded;

  private SseEvent(String fields) {
    this.fields = fields;
    this.encoded = (fields + '\n').getBytes(StandardCharsets.UTF_8);
  }

  /**
   * {@return an event with data} The reader gets the same lines, each ended by a line feed but the last.
   *
   * @param data any text, also an empty one
   */
  public static SseEvent of(String data) {
    return new SseEvent(lines("data: ", data));
  }

  /**
   * {@return a comment, which a reader ignores: for example to keep a connection open}
   *
   * @param text any text
   */
  public static SseEvent comment(String text) {
    return new SseEvent(lines(": ", text));
  }

  private static String lines(String field, String text) {
    StringBuilder lines = new StringBuilder(text.length() + 2 * field.length());
    for (String line : LINE_END.split(text, -1)) {
      lines.append(field).append(line).append('\n');
    }
    return lines.toString();
  }

  /**
   * {@return the event with an id, which the reader sends when it connects again}
   *
   * @param id a text of one line without the character U+0000; an empty one forgets the id before
   * @throws IllegalArgumentException if it has more lines, or that character
   */
  public SseEvent id(String id) {
    if (id.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("an id must not have the character U+0000: remove it");
    }
    return new SseEvent("id: " + oneLine("id", id) + '\n' + fields);
  }

  /**
   * {@return the event with a name}
   *
   * @param name a text of one line
   * @throws IllegalArgumentException if it has more lines
   */
  public SseEvent event(String name) {
    return new SseEvent("event: " + oneLine("name of an event", name) + '\n' + fields);
  }

  /**
   * {@return the event with a time that the reader waits before it connects again}
   *
   * @param time not negative; in milliseconds
   * @throws IllegalArgumentException if it is negative
   */
  public SseEvent retry(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("retry is " + time + ": it must not be negative");
    }
    return new SseEvent("retry: " + time.toMillis() + '\n' + fields);
  }

  private static String oneLine(String what, String text) {
    if (LINE_END.matcher(Objects.requireNonNull(text, "text is null")).find()) {
      throw new IllegalArgumentException(
          "the %s must be one line, and is not: \"%s\"".formatted(what, text));
    }
    return text;
  }

  /** {@return how many bytes are sent for it} */
  public int bytes() {
    return encoded.length;
  }

  /** Returns what is sent: not to be changed. */
  byte[] encoded() {
    return encoded;
  }

  /** Returns what is sent. */
  @Override
  public String toString() {
    return fields + '\n';
  }
}
