package org.reactiveserializer.rewrite;

import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;

/**
 * The code that the recipes insert. It is compiled against the declarations below and not against
 * the library, which is not on the class path of whoever runs the recipes.
 */
final class Templates {
  static final String REACTOR = "org.reactiveserializer.reactor.ReactorSerializer";
  static final String RXJAVA = "org.reactiveserializer.rxjava3.RxSerializer";

  private static final String[] REACTOR_TYPES = {
    """
    package reactor.core.publisher;
    public final class Sinks {
      public interface Many<T> {}
      public interface EmitFailureHandler {
        EmitFailureHandler FAIL_FAST = null;
      }
    }
    """,
    """
    package org.reactiveserializer.reactor;
    public interface SerialMany<T> extends reactor.core.publisher.Sinks.Many<T> {}
    """,
    """
    package org.reactiveserializer.reactor;
    import reactor.core.publisher.Sinks;
    public final class ReactorSerializer {
      public static <T> SerialMany<T> many() { return null; }
      public static <T> SerialMany<T> many(Sinks.Many<T> target) { return null; }
    }
    """
  };

  private static final String[] RXJAVA_TYPES = {
    """
    package io.reactivex.rxjava3.core;
    public interface FlowableTransformer<U, D> {}
    """,
    """
    package io.reactivex.rxjava3.core;
    public interface ObservableTransformer<U, D> {}
    """,
    """
    package io.reactivex.rxjava3.core;
    public abstract class Flowable<T> {
      public final <R> Flowable<R> compose(FlowableTransformer<? super T, ? extends R> composer) {
        return null;
      }
    }
    """,
    """
    package io.reactivex.rxjava3.core;
    public abstract class Observable<T> {
      public final <R> Observable<R> compose(
          ObservableTransformer<? super T, ? extends R> composer) {
        return null;
      }
    }
    """,
    """
    package io.reactivex.rxjava3.processors;
    public abstract class FlowableProcessor<T> extends io.reactivex.rxjava3.core.Flowable<T> {}
    """,
    """
    package io.reactivex.rxjava3.subjects;
    public abstract class Subject<T> extends io.reactivex.rxjava3.core.Observable<T> {}
    """,
    """
    package org.reactiveserializer.rxjava3;
    import io.reactivex.rxjava3.core.*;
    public final class SerializeOperator<T>
        implements FlowableTransformer<T, T>, ObservableTransformer<T, T> {}
    """,
    """
    package org.reactiveserializer.rxjava3;
    import io.reactivex.rxjava3.processors.FlowableProcessor;
    public final class SerialProcessor<T> extends FlowableProcessor<T> {}
    """,
    """
    package org.reactiveserializer.rxjava3;
    import io.reactivex.rxjava3.processors.FlowableProcessor;
    import io.reactivex.rxjava3.subjects.Subject;
    public final class RxSerializer {
      public static <T> SerializeOperator<T> serialize() { return null; }
      public static <T> SerialProcessor<T> processor() { return null; }
      public static <T> SerialProcessor<T> processor(FlowableProcessor<T> target) { return null; }
      public static <T> Subject<T> subject(Subject<T> target) { return null; }
    }
    """
  };

  private Templates() {}

  static JavaTemplate reactor(String code) {
    return JavaTemplate.builder(code)
        .imports(REACTOR, "reactor.core.publisher.Sinks")
        .javaParser(JavaParser.fromJavaVersion().dependsOn(REACTOR_TYPES))
        .build();
  }

  static JavaTemplate rxjava(String code) {
    return JavaTemplate.builder(code)
        .imports(RXJAVA)
        .javaParser(JavaParser.fromJavaVersion().dependsOn(RXJAVA_TYPES))
        .build();
  }
}
