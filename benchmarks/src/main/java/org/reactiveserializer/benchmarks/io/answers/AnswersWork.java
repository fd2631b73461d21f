package org.reactiveserializer.benchmarks.io.answers;

import static org.reactiveserializer.benchmarks.io.IoContender.BLUE;
import static org.reactiveserializer.benchmarks.io.IoContender.GREY;
import static org.reactiveserializer.benchmarks.io.IoContender.ORANGE;
import static org.reactiveserializer.benchmarks.io.IoContender.ours;
import static org.reactiveserializer.benchmarks.io.IoContender.rival;

import io.netty.channel.epoll.Epoll;
import java.util.ArrayList;
import java.util.List;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Outcome;
import org.reactiveserializer.benchmarks.io.Work;
import org.reactiveserializer.benchmarks.io.process.Child;
import org.reactiveserializer.benchmarks.io.process.Parameters;

/**
 * A server answers each datagram with its text after find and replace; a process sends the
 * requests.
 */
public final class AnswersWork implements Work {
  private static final int SENDERS = 64;

  @Override
  public String label() {
    return "answers";
  }

  @Override
  public String title() {
    return "requests answered after find and replace";
  }

  @Override
  public String unit() {
    return "thousand a second";
  }

  @Override
  public boolean isMoreBetter() {
    return true;
  }

  @Override
  public List<Case> cases(Effort effort) {
    return List.of(new Case(SENDERS, SENDERS + " senders"));
  }

  @Override
  public List<IoContender> contenders() {
    List<IoContender> all = new ArrayList<>();
    all.add(ours("source", SourceServer.class, BLUE.get(0), "this library's DatagramSource"));
    all.add(rival("socket", SocketServer.class, ORANGE.get(2), "DatagramSocket, buffer of 4 MB"));
    all.add(rival("nio", NioServer.class, GREY.get(0), "DatagramChannel, buffer of 4 MB"));
    all.add(rival("netty-nio", NettyServer.Nio.class, GREY.get(1), "Netty, NIO, buffer of 4 MB"));
    if (Epoll.isAvailable()) {
      all.add(
          rival(
              "netty-epoll",
              NettyServer.WithEpoll.class,
              GREY.get(2),
              "Netty, epoll with recvmmsg and sendmmsg, buffer of 4 MB"));
    }
    return all;
  }

  @Override
  public Outcome measure(IoContender contender, Case which, Effort effort) throws Exception {
    Parameters ofServer = new Parameters().with("contender", contender.type().getName());
    try (Child server = Child.start("server", contender.options(), ServerRole.class, ofServer)) {
      Parameters ofSenders =
          new Parameters()
              .with("port", server.await("open", 0).integer("port"))
              .with("senders", which.size())
              .with("warmup", effort.warmup())
              .with("millis", effort.millis());
      try (Child senders = Child.start("senders", List.of(), Senders.class, ofSenders)) {
        Parameters answered = senders.await("answered", effort.seconds(), server);
        long count = answered.number("count");
        if (count == 0) {
          return Outcome.faulty("no request was answered");
        }
        long again = answered.number("again");
        return Outcome.of(
            again == 0 ? "" : "%d of %d requests sent again".formatted(again, count),
            count * 1e6 / answered.number("nanos"));
      }
    }
  }
}
