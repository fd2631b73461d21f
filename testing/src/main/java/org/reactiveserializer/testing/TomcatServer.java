package org.reactiveserializer.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.websocket.server.WsSci;

/** Tomcat with WebSockets, on a port of its own of the loopback interface. A module that uses it brings Tomcat. */
public final class TomcatServer {
  private final Tomcat tomcat = new Tomcat();

  private TomcatServer() {}

  /** Says what it serves. */
  public interface Setup {
    /** Adds servlets and initializers. */
    void accept(Context context) throws Exception;
  }

  /** Starts a server. */
  public static TomcatServer start(Setup setup) throws Exception {
    TomcatServer server = new TomcatServer();
    server.begin(setup);
    return server;
  }

  private void begin(Setup setup) throws Exception {
    String folder =
        Files.createTempDirectory(Path.of("target"), "tomcat").toAbsolutePath().toString();
    tomcat.setBaseDir(folder);
    tomcat.setPort(0);
    tomcat.setSilent(true);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", folder);
    context.addServletContainerInitializer(new WsSci(), null);
    setup.accept(context);
    tomcat.start();
  }

  /** Returns an address of the server. */
  public String address(String scheme, String path) {
    return scheme + "://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path;
  }

  /** Ends the server. */
  public void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }
}
