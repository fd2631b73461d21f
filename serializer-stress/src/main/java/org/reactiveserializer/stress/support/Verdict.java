package org.reactiveserializer.stress.support;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;

/** How the outcomes of a race are graded: three numbers, the last of which counts what is wrong. */
public final class Verdict {
  private Verdict() {}

  /** The library: nothing may be wrong. */
  @Outcome(id = "-?\\d+, -?\\d+, 0", expect = ACCEPTABLE, desc = "The guarantee holds.")
  @Outcome(expect = FORBIDDEN, desc = "The guarantee is broken.")
  public static final class Sound {
    private Sound() {}
  }

  /** A broken twin: that something is wrong must be seen, or the check sees nothing. */
  @Outcome(id = "-?\\d+, -?\\d+, 0", expect = ACCEPTABLE, desc = "The defect did not strike.")
  @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "The defect was caught.")
  public static final class Twin {
    private Twin() {}
  }
}
