package org.reactiveserializer.calls;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.reactiveserializer.internal.settings.Check;

/**
 * How long one call of {@link SerialCalls} may take. If one takes longer, the front ends with a {@link
 * TimeoutException}: nothing more is accepted, and who waits for room is answered; at the same time the hook is called
 * with that exception. Its message names the front and the thread that is inside the call, and its stack trace is that
 * thread's at this moment. The call itself is not interrupted: the hook should make it end, for example by closing the
 * connection to which it writes. When it has ended, what waits is discarded. Of a front for a call of gRPC it is how
 * long items may wait for a call that is not ready.
 *
 * <p>A timer looks four times while the limit passes, and at most each millisecond: so a call is never found too
 * early, and at most half the limit too late, or 2 ms. A call pays some volatile stores for this, and no look at the
 * clock. A front without calls costs nothing. What starts the looks after a pause takes the lock of the timer for a
 * moment.
 *
 * @param limit how long a call may take, a positive time
 * @param hook gets the error, once for each front, in a thread of its own, since those of a pool may all wait for the
 *     call that hangs. What it throws goes to that thread's uncaught-exception handler
 */
public record HangLimit(Duration limit, Consumer<? super TimeoutException> hook) {
  /**
   * Creates a limit.
   *
   * @param limit how long a call may take, a positive time
   * @param hook gets the error
   * @throws IllegalArgumentException if {@code limit} is not positive
   */
  public HangLimit {
    limit = Check.positive(Objects.requireNonNull(limit, "limit is null"), "limit");
    Objects.requireNonNull(hook, "hook is null");
  }
}
