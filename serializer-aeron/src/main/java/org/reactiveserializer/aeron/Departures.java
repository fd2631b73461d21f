package org.reactiveserializer.aeron;

import io.aeron.AeronCounters;
import io.aeron.CncFileDescriptor;
import io.aeron.ExclusivePublication;
import java.io.File;
import java.nio.MappedByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersReader;
import org.reactiveserializer.internal.settings.Check;

/**
 * The closed publications of a driver that ends with its node. The driver still sends what they hold, and
 * sends again what gets lost, until the receiver has all, or the linger time of the channel is over.
 * Then it frees the counters of the publication. Whoever waits for that loses nothing that a receiver was
 * to get; with one exception, which is Aeron's: a unicast receiver that left in order before another one
 * came counts as one that has all.
 *
 * <p>A publication without a receiver is not waited for: nobody would get it.
 *
 * <p>The counters are mapped once more, apart from the driver's own mapping, which the driver unmaps
 * when it ends, for whatever reason. A look after that would crash the process.
 */
final class Departures {
  private static final long LOOK_MILLIS = 5;

  private final CountersReader counters;
  private final Map<Long, String> leaving = new HashMap<>(); // by registration; guarded by this

  Departures(File file) {
    MappedByteBuffer map = IoUtil.mapExistingFile(file, "counters of the driver");
    DirectBuffer layout = CncFileDescriptor.createMetaDataBuffer(map);
    counters =
        new CountersReader(
            CncFileDescriptor.createCountersMetaDataBuffer(map, layout),
            CncFileDescriptor.createCountersValuesBuffer(map, layout));
  }

  /** Closes a publication, and remembers it if it has a receiver. By any thread. */
  void close(ExclusivePublication publication) {
    boolean hasReceiver = publication.isConnected();
    if (hasReceiver) {
      remember(publication); // before: or else a node that is closed meanwhile would not wait
    }
    publication.close();
  }

  private synchronized void remember(ExclusivePublication publication) {
    forgetGone();
    leaving.put(
        publication.registrationId(),
        "%s, stream %d".formatted(publication.channel(), publication.streamId()));
  }

  /**
   * Waits until the driver has finished with all of them.
   *
   * @return what is left when the time is up, or the thread is interrupted, which it then still is
   */
  List<String> await(Duration limit) {
    long start = System.nanoTime();
    long nanos = Check.nanos(limit);
    List<String> left = left();
    while (!left.isEmpty() && System.nanoTime() - start < nanos) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException noTime) {
        Thread.currentThread().interrupt();
        return left;
      }
      left = left();
    }
    return left;
  }

  private synchronized List<String> left() {
    forgetGone();
    return new ArrayList<>(leaving.values());
  }

  private void forgetGone() {
    leaving
        .keySet()
        .removeIf(
            registration ->
                counters.findByTypeIdAndRegistrationId(
                        AeronCounters.DRIVER_PUBLISHER_POS_TYPE_ID, registration)
                    == CountersReader.NULL_COUNTER_ID);
  }
}
