package org.reactiveserializer.benchmarks.io.loss;

import static org.reactiveserializer.benchmarks.io.IoContender.ours;
import static org.reactiveserializer.benchmarks.io.IoContender.rival;

import io.netty.channel.epoll.Epoll;
import java.util.ArrayList;
import java.util.List;
import org.reactiveserializer.benchmarks.Verdict;
import org.reactiveserializer.benchmarks.io.Case;
import org.reactiveserializer.benchmarks.io.Effort;
import org.reactiveserializer.benchmarks.io.IoContender;
import org.reactiveserializer.benchmarks.io.Outcome;
import org.reactiveserializer.benchmarks.io.Work;
import org.reactiveserializer.benchmarks.io.process.Child;
import org.reactiveserializer.benchmarks.io.process.Parameters;

/** A process sends numbered datagrams at a fixed rate; another one receives and counts them. */
public final class LossWork implements Work {
  private static final double REACHED = 0.95;

  @Override
  public Subject subject() {
    return new Subject(
        "loss", "share of datagrams lost, 1 KB each, by their number a second", "%", false);
  }

  @Override
  public List<Case> cases(Effort effort) {
    return effort.rates().stream().map(rate -> new Case(rate, column(rate))).toList();
  }

  private static String column(int rate) {
    return rate % 1000 == 0 ? rate / 1000 + "k/s" : rate + "/s";
  }

  @Override
  public List<IoContender> contenders() {
    List<IoContender> all = new ArrayList<>();
    all.add(ours("source", SourceReceiver.class, "this library's DatagramSource"));
    all.add(
        rival(
            "size-check",
            Sockets.SizeCheck.class,
            "DatagramSocket, default buffer; ConcurrentLinkedQueue, size() before each add"));
    all.add(rival("default-buffer", Sockets.DefaultBuffer.class, "DatagramSocket, default buffer"));
    all.add(rival("large-buffer", Sockets.LargeBuffer.class, "DatagramSocket, buffer of 4 MB"));
    all.add(
        rival(
            "array-queue",
            Sockets.ArrayQueue.class,
            "DatagramSocket, buffer of 4 MB; ArrayBlockingQueue"));
    all.add(rival("nio", NioReceiver.class, "DatagramChannel, buffer of 4 MB"));
    all.add(rival("netty-nio", NettyReceiver.Nio.class, "Netty, NIO, buffer of 4 MB"));
    if (Epoll.isAvailable()) {
      all.add(
          rival(
              "netty-epoll",
              NettyReceiver.WithEpoll.class,
              "Netty, epoll and recvmmsg, buffer of 4 MB"));
    }
    return all;
  }

  @Override
  public Outcome measure(IoContender contender, Case which, Effort effort) throws Exception {
    long rate = which.size();
    long warmup = rate * effort.lossWarmup() / 1000;
    long all = warmup + rate * effort.millis() / 1000;
    Parameters parameters =
        new Parameters()
            .with("contender", contender.type().getName())
            .with("all", all)
            .with("warmup", warmup);
    try (Child sender = Child.start("sender", List.of(), Sender.class, new Parameters());
        Child receiver =
            Child.start("receiver", contender.options(), ReceiverRole.class, parameters)) {
      sender.await("ready", 0);
      int port = receiver.await("open", 0).integer("port");
      sender.send(
          "send", new Parameters().with("port", port).with("count", all).with("rate", rate));
      Parameters sent = sender.await("sent", 10 * effort.seconds(), receiver);
      receiver.send("finish", new Parameters().with("sent", all));
      Parameters received = receiver.await("received", 10);
      verdict(received).enforce();
      double lost = 100.0 * (all - warmup - received.number("arrived")) / (all - warmup);
      return Outcome.of(note(rate, sent, received.text("account")), lost);
    }
  }

  /** What was lost is the figure and no fault; everything else is one. */
  private static Verdict verdict(Parameters received) {
    return new Verdict(
        received.number("arrived"),
        0,
        received.number("duplicated"),
        received.number("reordered"),
        0,
        received.number("torn"));
  }

  private static String note(long rate, Parameters sent, String account) {
    double reached = sent.number("count") * 1e9 / sent.number("nanos");
    String slow =
        reached < REACHED * rate ? "the sender reached only %,.0f/s".formatted(reached) : "";
    return slow + (slow.isEmpty() || account.isEmpty() ? "" : ", ") + account;
  }
}
