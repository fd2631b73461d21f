package org.reactiveserializer.grpc;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A server and a client of it. */
record Wire(Server server, ManagedChannel channel) implements AutoCloseable {
  private static final int WINDOW = 65_535; // of HTTP/2: what may be on its way

  /** In the process: it is ready as long as the peer has requested more than it has got. */
  static Wire inProcess(BindableService service) throws IOException {
    String name = InProcessServerBuilder.generateName();
    Server server = InProcessServerBuilder.forName(name).addService(service).build().start();
    return new Wire(server, InProcessChannelBuilder.forName(name).build());
  }

  /** Over the loopback interface. */
  static Wire loopback(BindableService service) throws IOException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(service)
            .build()
            .start();
    return new Wire(
        server,
        NettyChannelBuilder.forAddress(server.getListenSockets().get(0))
            .usePlaintext()
            .flowControlWindow(WINDOW)
            .build());
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }
}
