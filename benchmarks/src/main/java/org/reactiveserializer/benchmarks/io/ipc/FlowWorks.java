package org.reactiveserializer.benchmarks.io.ipc;

import static org.reactiveserializer.benchmarks.io.IoContender.ours;
import static org.reactiveserializer.benchmarks.io.IoContender.rival;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Work;
import org.reactiveserializer.benchmarks.io.ipc.Link.Items;
import org.reactiveserializer.benchmarks.io.ipc.Link.Shape;

/** The works in which items flow from one process to another. */
public final class FlowWorks {
  private static final int BATCH = 64;

  private static final int ONE = 1;
  private static final int SEVERAL = 4;
  private static final int ONE_OVER_UDP = 101;
  private static final int SEVERAL_OVER_UDP = 104;

  /**
   * The best for Agrona and Aeron: the access to memory that they want, and no checks of bounds.
   */
  private static final String[] AGRONA = {
    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "-Dagrona.disable.bounds.checks=true"
  };

  private FlowWorks() {}

  /** Ints, one by one and in batches. */
  public static Work ints() {
    return new FlowWork(
        "ints",
        "ints from one process to another",
        oneByOneAndBatches(Items.INTS),
        List.of(
            ours("ring", RingLink.class, "this library's IntRing"),
            agrona(AgronaLink.class, "agrona", "Agrona's OneToOneRingBuffer, 4 bytes a message"),
            agrona(
                    AgronaPackedLink.class,
                    "agrona-packed",
                    "Agrona's OneToOneRingBuffer, a batch in each message")
                .onlyIn(BATCH)));
  }

  /** Messages, one by one and in batches. */
  public static Work messages() {
    return new FlowWork(
        "messages",
        "messages of 64 bytes from one process to another",
        oneByOneAndBatches(Items.MESSAGES),
        List.of(
            ours("ring", RingLink.class, "this library's MessageRing"),
            agrona(AgronaLink.class, "agrona", "Agrona's OneToOneRingBuffer"),
            agrona(
                AeronThreadsLink.Exclusive.class, "aeron", "Aeron IPC, an exclusive publication")));
  }

  /** The same through Publisher and Subscriber, beside the ring itself. */
  public static Work streams() {
    Map<Case, Shape> shapes = new LinkedHashMap<>();
    shapes.put(new Case(0, "ints"), new Shape(Items.INTS, BATCH));
    shapes.put(new Case(1, "messages"), new Shape(Items.MESSAGES, 1));
    return new FlowWork(
        "streams",
        "ints and messages through Publisher and Subscriber",
        shapes,
        List.of(
            ours("streams", StreamLink.class, "this library's rings as Publisher and Subscriber"),
            rival("bare-ring", RingLink.class, "this library's rings themselves")));
  }

  /** Messages through Aeron, by one thread and by several. */
  public static Work aeron() {
    Map<Case, Shape> shapes = new LinkedHashMap<>();
    shapes.put(new Case(ONE, "IPC 1 thread"), new Shape(Items.MESSAGES, 1, 1));
    shapes.put(new Case(SEVERAL, "IPC 4 threads"), new Shape(Items.MESSAGES, 1, 4));
    shapes.put(new Case(ONE_OVER_UDP, "UDP 1 thread"), new Shape(Items.MESSAGES_OVER_UDP, 1, 1));
    shapes.put(
        new Case(SEVERAL_OVER_UDP, "UDP 4 threads"), new Shape(Items.MESSAGES_OVER_UDP, 1, 4));
    return new FlowWork(
        "aeron",
        "messages of 64 bytes through Aeron",
        shapes,
        List.of(
            ours(
                    "streams",
                    AeronStreamLink.class,
                    "this library's AeronSubscriber and AeronPublisher")
                .with(AGRONA),
            agrona(
                    AeronThreadsLink.Exclusive.class,
                    "exclusive",
                    "Aeron alone, an exclusive publication")
                .onlyIn(ONE, ONE_OVER_UDP),
            agrona(
                AeronThreadsLink.Concurrent.class,
                "concurrent",
                "Aeron alone, a concurrent publication")));
  }

  private static Map<Case, Shape> oneByOneAndBatches(Items items) {
    Map<Case, Shape> shapes = new LinkedHashMap<>();
    shapes.put(new Case(1, "one by one"), new Shape(items, 1));
    shapes.put(new Case(BATCH, "batches of " + BATCH), new Shape(items, BATCH));
    return shapes;
  }

  static IoContender agrona(Class<?> type, String label, String description) {
    return rival(label, type, description).with(AGRONA);
  }
}
