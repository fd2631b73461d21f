package org.reactiveserializer.reactor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.operator.SerialSettings;
import org.reactivestreams.Publisher;
import reactor.core.CorePublisher;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;

/** One call of {@link ReactorSerializer#install}. */
final class Installation {
  /** The operator, or its fuseable form, that Reactor puts around a publisher which enters. */
  private static final String RESTORING =
      "reactor.core.publisher.FluxContextWriteRestoringThreadLocals";

  private static final AtomicInteger INSTALLED = new AtomicInteger();

  private final String key = ReactorSerializer.class.getName() + INSTALLED.incrementAndGet();
  private final Publisher<Object> probe = subscriber -> {};
  private final SerialSettings<Object> settings;

  private volatile boolean foundProbe;

  Installation(SerialSettings<Object> settings) {
    this.settings = settings;
  }

  Disposable install() {
    Hooks.onEachOperator(key, this::serialized);
    try {
      Flux.from(probe);
    } catch (Throwable thrownByAnotherHook) {
      Hooks.resetOnEachOperator(key);
      throw thrownByAnotherHook;
    }
    if (!foundProbe) {
      Logger logger = System.getLogger("org.reactiveserializer");
      logger.log(
          Level.WARNING,
          "ReactorSerializer.install() has no effect at present: Reactor does not show its hooks"
              + " which publisher enters. A hook that was set before hides it, or this"
              + " version of Reactor wraps it in an operator of its own. Use"
              + " transform(ReactorSerializer.serialize()) instead.");
    }
    return Disposables.composite(() -> Hooks.resetOnEachOperator(key));
  }

  private Publisher<Object> serialized(Publisher<Object> assembled) {
    if (!(assembled instanceof Flux<Object> flux)) {
      return assembled;
    }
    Object stage = unlifted(flux);
    boolean already = stage instanceof SerializedFlux; // by another installation
    Object source = parentOf(already ? unlifted(parentOf(stage)) : stage);
    if (source == probe) {
      foundProbe = true;
    }
    return !already && source instanceof Publisher && !(source instanceof CorePublisher)
        ? new SerializedFlux<>(flux, settings)
        : assembled;
  }

  /**
   * Returns what other hooks have wrapped, and what Reactor wraps itself if it propagates contexts
   * automatically. The serializer stands behind that: it restores the same thread-locals for each
   * signal of a subscription, on any thread, and keeps no state.
   */
  private static @Nullable Object unlifted(@Nullable Object stage) {
    Object wrapped = stage;
    while (wrapped instanceof Scannable lifted
        && (lifted.scanUnsafe(Attr.LIFTER) != null
            || lifted.getClass().getName().startsWith(RESTORING))) {
      wrapped = parentOf(wrapped);
    }
    return wrapped;
  }

  private static @Nullable Object parentOf(@Nullable Object stage) {
    return stage instanceof Scannable known ? known.scanUnsafe(Attr.PARENT) : null;
  }
}
