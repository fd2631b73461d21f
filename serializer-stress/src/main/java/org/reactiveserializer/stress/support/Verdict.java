package org.reactiveserializer.stress.support;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;

/** The grading of the outcomes of a race: three numbers, the last of which counts faults. */
public final class Verdict {
  private Verdict() {}

  /** The library: no fault is allowed. */
  @Outcome(id = "-?\\d+, -?\\d+, 0", expect = ACCEPTABLE, desc = "The guarantee holds.")
  @Outcome(expect = FORBIDDEN, desc = "The guarantee is broken.")
  public static final class Sound {
    private Sound() {}
  }

  /** A broken twin: a fault must be seen, otherwise the test cannot see any. */
  @Outcome(id = "-?\\d+, -?\\d+, 0", expect = ACCEPTABLE, desc = "The defect did not strike.")
  @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "The defect was caught.")
  public static final class Twin {
    private Twin() {}
  }
}
