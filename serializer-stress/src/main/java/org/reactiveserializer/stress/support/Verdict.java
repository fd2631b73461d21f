package org.reactiveserializer.stress.support;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Outcome;

/** The grading of the outcomes of a race: three numbers, the last of which counts faults. */
@Outcome(id = "-?\\d+, -?\\d+, 0", expect = ACCEPTABLE, desc = "The guarantee holds.")
@Outcome(expect = FORBIDDEN, desc = "The guarantee is broken.")
public final class Verdict {
  private Verdict() {}
}
