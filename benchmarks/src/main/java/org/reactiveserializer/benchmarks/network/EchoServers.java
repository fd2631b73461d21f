package org.reactiveserializer.benchmarks.network;

import static org.reactiveserializer.benchmarks.io.IoContender.BLUE;
import static org.reactiveserializer.benchmarks.io.IoContender.GREY;
import static org.reactiveserializer.benchmarks.io.IoContender.ORANGE;
import static org.reactiveserializer.benchmarks.io.IoContender.ours;
import static org.reactiveserializer.benchmarks.io.IoContender.rival;

import java.util.ArrayList;
import java.util.List;
import org.reactiveserializer.benchmarks.io.IoContender;

/** The contenders of all works of this package. */
final class EchoServers {
  /** The same young generation for all: else the collector decides how much memory a server has. */
  private static final String[] HEAP = {"-Xmx1g", "-XX:NewSize=32m", "-XX:MaxNewSize=32m"};

  private EchoServers() {}

  static List<IoContender> all() {
    List<IoContender> all = new ArrayList<>();
    all.add(
        ours(
            "channel-stream",
            StreamEcho.class,
            BLUE.get(0),
            "this library's ChannelStream over Netty, NIO"));
    all.add(rival("netty", NettyEcho.class, GREY.get(1), "Netty, NIO, without this library"));
    all.add(rival("nio", NioEcho.class, GREY.get(0), "one thread and a Selector"));
    all.add(rival("threads", ThreadEcho.class, ORANGE.get(1), "a thread for each connection"));
    if (ThreadEcho.Virtual.isPossible()) {
      all.add(
          rival(
              "virtual-threads",
              ThreadEcho.Virtual.class,
              ORANGE.get(2),
              "a virtual thread for each connection"));
    }
    return all.stream().map(each -> each.with(HEAP)).toList();
  }
}
