package org.reactiveserializer.benchmarks.io;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A work whose figures are made up. */
final class FakeWork implements Work {
  static final IoContender OURS = IoContender.ours("source", FakeWork.class, "ours");
  static final IoContender NIO = IoContender.rival("nio", FakeWork.class, "a rival");
  static final IoContender EPOLL =
      IoContender.rival("netty-epoll", FakeWork.class, "a rival").onlyIn(2);

  final List<String> measured = new ArrayList<>();
  private final boolean isMoreBetter;
  private final Function<IoContender, Outcome> outcome;

  FakeWork(boolean isMoreBetter, Function<IoContender, Outcome> outcome) {
    this.isMoreBetter = isMoreBetter;
    this.outcome = outcome;
  }

  /** Two rounds of a work. */
  static Results results(boolean isMoreBetter, Function<IoContender, Outcome> outcome) {
    FakeWork work = new FakeWork(isMoreBetter, outcome);
    Results results = new Results(work, new Effort(1, 1, 0, List.of()), work.contenders());
    for (int i = 0; i < 2; i++) {
      results.round(() -> {}, new PrintStream(OutputStream.nullOutputStream()));
    }
    return results;
  }

  @Override
  public Subject subject() {
    return new Subject("loss", "something", "units", isMoreBetter);
  }

  @Override
  public List<Case> cases(Effort effort) {
    return List.of(new Case(1, "one"), new Case(2, "two"));
  }

  @Override
  public List<IoContender> contenders() {
    return List.of(OURS, NIO, EPOLL);
  }

  @Override
  public Outcome measure(IoContender contender, Case which, Effort effort) {
    measured.add(contender.label() + " " + which.size());
    return outcome.apply(contender);
  }
}
