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
    Flux.from(probe);
    if (!foundProbe) {
      Logger logger = System.getLogger("org.reactiveserializer");
      logger.log(
          Level.WARNING,
          "ReactorSerializer.install() has no effect at present: Reactor does not show its hooks"
              + " which publisher enters. Either it propagates contexts automatically, or a hook"
              + " that was set before hides the publisher. Use"
              + " transform(ReactorSerializer.serialize()) instead.");
    }
    return Disposables.composite(() -> Hooks.resetOnEachOperator(key));
  }

  private Publisher<Object> serialized(Publisher<Object> assembled) {
    boolean already = assembled instanceof SerializedFlux; // by another installation
    Object entered = already ? parentOf(assembled) : assembled;
    if (!(entered instanceof Flux<?> flux)) {
      return assembled;
    }
    Object source = sourceOf(flux);
    if (source == probe) {
      foundProbe = true;
    }
    return !already && source instanceof Publisher && !(source instanceof CorePublisher)
        ? new SerializedFlux<>((Flux<Object>) assembled, settings)
        : assembled;
  }

  /** Returns what is before {@code assembled}: a foreign publisher if Reactor adapts one here. */
  private static @Nullable Object sourceOf(Flux<?> assembled) {
    Object stage = assembled;
    while (stage instanceof Scannable lifted && lifted.scanUnsafe(Attr.LIFTER) != null) {
      stage = parentOf(stage); // another hook has wrapped it
    }
    return parentOf(stage);
  }

  private static @Nullable Object parentOf(@Nullable Object stage) {
    return stage instanceof Scannable known ? known.scanUnsafe(Attr.PARENT) : null;
  }
}
