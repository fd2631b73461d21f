package org.reactiveserializer;

/**
 * What an error does to the items that were accepted before it and still wait. Each default is that
 * of the library whose operator is replaced, because its users rely on it:
 *
 * <table>
 *   <caption>Defaults</caption>
 *   <tr><td>{@link Serializer#wrap}, {@link Serializer#serialize}, and the same for {@code Flow} and
 *       RxJava</td><td>{@link #IMMEDIATE}, as RxJava's {@code serialize()}</td></tr>
 *   <tr><td>the same for Reactor and Mutiny</td><td>{@link #DELAYED}, as in these libraries</td></tr>
 *   <tr><td>a subject in front of another ({@code RxSerializer.subject})</td>
 *       <td>{@link #IMMEDIATE}, as RxJava's {@code toSerialized()}</td></tr>
 *   <tr><td>every sink, processor and emitter</td>
 *       <td>{@link #DELAYED}: what was accepted is delivered</td></tr>
 *   <tr><td>every {@link Merge}</td><td>{@link #IMMEDIATE}, as {@code merge} and {@code flatMap} of
 *       all three libraries</td></tr>
 * </table>
 */
public enum ErrorMode {
  /**
   * The error overtakes the items that wait: they are discarded. The error is signalled as soon as
   * an {@code onNext} that is running has returned; in a sink, not before there is a subscriber.
   */
  IMMEDIATE,

  /**
   * The error waits until these items are delivered, as a completion does. In a merge it also waits
   * for all sources; {@link Merge#errors} says what is signalled if several of them fail.
   */
  DELAYED
}
