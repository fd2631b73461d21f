/**
 * Compares the module {@code serializer-io} with its rivals: the command {@code benchmarks/io}.
 *
 * <table>
 *   <caption>Classes</caption>
 *   <tr><td>{@code Io}</td><td>the command</td></tr>
 *   <tr><td>{@code Work}</td><td>what is measured; {@code IoContender}: who does it</td></tr>
 *   <tr><td>{@code Results}</td><td>the figures of a work; {@code IoTable} and {@code IoFigures}
 *       format them</td></tr>
 *   <tr><td>{@code process}</td><td>virtual machines of their own</td></tr>
 *   <tr><td>{@code loss}</td><td>datagrams</td></tr>
 *   <tr><td>{@code ipc}</td><td>rings between processes</td></tr>
 * </table>
 *
 * <p>Sources of error, and the measures against them:
 *
 * <ul>
 *   <li><b>Profile pollution.</b> Each run has virtual machines of its own, and each runs one
 *       contender.
 *   <li><b>A slow instrument.</b> The sender of datagrams warms up before it begins, and reports
 *       the rate that it reached. A rate that it missed is noted beside the figure.
 *   <li><b>Bursts.</b> A sender that sleeps too long must catch up in a burst. It sleeps for a
 *       fifth of a millisecond. If the system lets it sleep for longer, it catches up with ten
 *       milliseconds at most, and sends the rest later: then it does not reach its rate.
 *   <li><b>Lost, duplicated and torn items.</b> A contender that loses items is fast: everything
 *       that arrives is verified in the run that is timed, at the same cost for all contenders.
 *   <li><b>Other load.</b> Two processes need two processors: the command reports another load.
 * </ul>
 */
@NullMarked
package org.reactiveserializer.benchmarks.io;

import org.jspecify.annotations.NullMarked;
