package org.reactiveserializer.benchmarks.network;

import java.util.List;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Outcome;
import org.reactiveserializer.benchmarks.io.process.Parameters;

/** How long the answers to quiet connections take, alone and beside one that sends all the time. */
final class QuietWork extends EchoWork {
  private static final int QUIET = 1_000;

  @Override
  public String label() {
    return "quiet";
  }

  @Override
  public String title() {
    return "99th percentile of a round trip of 1000 quiet connections";
  }

  @Override
  public String unit() {
    return "µs";
  }

  @Override
  public boolean isMoreBetter() {
    return false;
  }

  @Override
  public List<Case> cases(Effort effort) {
    return List.of(new Case(QUIET, List.of("alone", "beside a loud one")));
  }

  @Override
  public Outcome measure(IoContender contender, Case which, Effort effort) throws Exception {
    double alone = measure(contender, which, effort, false);
    double beside = measure(contender, which, effort, true);
    return Outcome.of("%.1f times".formatted(beside / alone), alone, beside);
  }

  private static double measure(IoContender contender, Case which, Effort effort, boolean isLoud)
      throws Exception {
    Parameters parameters = new Parameters().with("connections", which.size()).with("loud", isLoud);
    return run(contender, QuietRole.class, parameters, effort).clients().number("nanos") / 1e3;
  }
}
