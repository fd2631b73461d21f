package org.reactiveserializer.benchmarks.network;

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
        ours("channel-stream", StreamEcho.class, "this library's ChannelStream over Netty, NIO"));
    all.add(rival("netty", NettyEcho.class, "Netty, NIO, without this library"));
    all.add(rival("nio", NioEcho.class, "one thread and a Selector"));
    all.add(rival("threads", ThreadEcho.class, "a thread for each connection"));
    if (ThreadEcho.Virtual.isPossible()) {
      all.add(
          rival(
              "virtual-threads", ThreadEcho.Virtual.class, "a virtual thread for each connection"));
    }
    return all.stream().map(each -> each.with(HEAP)).toList();
  }
}
