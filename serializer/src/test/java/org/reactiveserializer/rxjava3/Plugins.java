package org.reactiveserializer.rxjava3;

import io.reactivex.rxjava3.plugins.RxJavaPlugins;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Records the errors that reach RxJava's plugins, and resets the plugins after each test. */
final class Plugins implements BeforeEachCallback, AfterEachCallback {
  final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());

  @Override
  public void beforeEach(ExtensionContext context) {
    RxJavaPlugins.setErrorHandler(errors::add);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    RxJavaPlugins.reset();
  }

  /** Returns the causes of the errors, which RxJava wraps in undeliverable exceptions. */
  List<Throwable> causes() {
    return errors.stream().map(Throwable::getCause).toList();
  }
}
