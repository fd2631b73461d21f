package org.reactiveserializer.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.websocket.server.WsSci;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/** Tomcat with the servlet of Spring MVC, on a port of its own. */
final class SpringServer {
  private final Tomcat tomcat = new Tomcat();

  /** Starts a server with the beans of a class. */
  static SpringServer start(Class<?> configuration, Object bean) throws Exception {
    SpringServer server = new SpringServer();
    server.begin(configuration, bean);
    return server;
  }

  private void begin(Class<?> configuration, Object bean) throws IOException, LifecycleException {
    Path folder = Files.createTempDirectory(Path.of("target"), "tomcat");
    tomcat.setBaseDir(folder.toAbsolutePath().toString());
    tomcat.setPort(0);
    tomcat.setSilent(true);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", folder.toAbsolutePath().toString());
    context.addServletContainerInitializer(new WsSci(), null);
    AnnotationConfigWebApplicationContext beans = new AnnotationConfigWebApplicationContext();
    beans.register(configuration);
    beans.addBeanFactoryPostProcessor(factory -> factory.registerSingleton("tested", bean));
    var servlet = Tomcat.addServlet(context, "spring", new DispatcherServlet(beans));
    servlet.setAsyncSupported(true);
    servlet.setLoadOnStartup(1);
    servlet.addMapping("/");
    tomcat.start();
  }

  String address(String scheme, String path) {
    return scheme + "://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path;
  }

  void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }
}
