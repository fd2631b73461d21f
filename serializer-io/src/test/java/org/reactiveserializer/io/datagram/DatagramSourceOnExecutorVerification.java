package org.reactiveserializer.io.datagram;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.reactiveserializer.Overflow;
import org.reactiveserializer.testing.Unicast;
import org.testng.annotations.AfterClass;

/** As the other, but threads of an executor deliver. */
@Unicast
public class DatagramSourceOnExecutorVerification extends DatagramSourceVerification {
  private final ExecutorService executor;

  public DatagramSourceOnExecutorVerification() {
    this(Executors.newFixedThreadPool(3));
  }

  private DatagramSourceOnExecutorVerification(ExecutorService executor) {
    super(DatagramSource.bounded(1_000, Overflow.DROP_OLDEST).deliverOn(executor));
    this.executor = executor;
  }

  @AfterClass(alwaysRun = true)
  public void shutdown() {
    executor.shutdown();
  }
}
