package org.reactiveserializer.spring;

import org.apache.catalina.startup.Tomcat;
import org.reactiveserializer.testing.TomcatServer;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/** Tomcat with the servlet of Spring MVC. */
final class SpringServer {
  private SpringServer() {}

  /** Starts a server with the beans of a class, which may get {@code bean}. */
  static TomcatServer start(Class<?> configuration, Object bean) throws Exception {
    AnnotationConfigWebApplicationContext beans = new AnnotationConfigWebApplicationContext();
    beans.register(configuration);
    beans.addBeanFactoryPostProcessor(factory -> factory.registerSingleton("tested", bean));
    return TomcatServer.start(
        context -> {
          var servlet = Tomcat.addServlet(context, "spring", new DispatcherServlet(beans));
          servlet.setAsyncSupported(true);
          servlet.setLoadOnStartup(1);
          servlet.addMapping("/");
        });
  }
}
