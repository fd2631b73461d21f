package org.reactiveserializer.rewrite;

import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.SourceFile;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.search.UsesMethod;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/** {@code serialize()} of a {@code Flowable} or an {@code Observable} becomes {@code compose}. */
public final class SerializeRxStreams extends Recipe {
  private static final String FLOWABLE = "io.reactivex.rxjava3.core.Flowable";
  private static final String OBSERVABLE = "io.reactivex.rxjava3.core.Observable";
  private static final MethodMatcher OF_FLOWABLE = new MethodMatcher(FLOWABLE + " serialize()");
  private static final MethodMatcher OF_OBSERVABLE = new MethodMatcher(OBSERVABLE + " serialize()");
  private static final MethodMatcher CREATE = new MethodMatcher(FLOWABLE + " create(..)");

  /** Makes the recipe, which has no options. */
  public SerializeRxStreams() {}

  @Override
  public String getDisplayName() {
    return "Use Reactive Serializer for `serialize()` of RxJava 3";
  }

  @Override
  public String getDescription() {
    return "`flowable.serialize()` and `observable.serialize()` become"
        + " `compose(RxSerializer.serialize())`. A null item is refused: the call of `onNext` throws,"
        + " and the stream goes on, where RxJava's operator ends it. Directly behind"
        + " `Flowable.create` it changes nothing: there the queue of `create` comes first.";
  }

  /** The recipe that adds the dependency sees what this one uses in the next cycle. */
  @Override
  public boolean causesAnotherCycle() {
    return true;
  }

  @Override
  public TreeVisitor<?, ExecutionContext> getVisitor() {
    return Preconditions.check(
        Preconditions.or(new UsesMethod<>(OF_FLOWABLE), new UsesMethod<>(OF_OBSERVABLE)),
        new Changes());
  }

  private static final class Changes extends JavaVisitor<ExecutionContext> {
    /** Not Kotlin, whose types are inferred, and whose imports differ. */
    @Override
    public boolean isAcceptable(SourceFile file, ExecutionContext context) {
      return file instanceof J.CompilationUnit;
    }

    @Override
    public J visitMethodInvocation(J.MethodInvocation before, ExecutionContext context) {
      J visited = super.visitMethodInvocation(before, context);
      if (!(visited instanceof J.MethodInvocation call)) {
        return visited;
      }
      Expression source = call.getSelect();
      String type =
          OF_FLOWABLE.matches(before)
              ? FLOWABLE
              : OF_OBSERVABLE.matches(before) ? OBSERVABLE : null;
      if (type == null || source == null || CREATE.matches(source.unwrap())) {
        return call;
      }
      maybeAddImport(Templates.RXJAVA);
      J.MethodInvocation composed =
          Templates.rxjava("#{any(" + type + ")}.compose(RxSerializer.serialize())")
              .apply(updateCursor(call), call.getCoordinates().replace(), source);
      // Only the call is taken from the template: the lines of the chain stay as they are.
      return call.withName(composed.getName())
          .withArguments(composed.getArguments())
          .withMethodType(composed.getMethodType());
    }
  }
}
