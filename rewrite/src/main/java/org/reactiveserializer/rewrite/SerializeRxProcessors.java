package org.reactiveserializer.rewrite;

import java.util.List;
import org.jspecify.annotations.Nullable;
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
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeTree;

/** {@code toSerialized()} of a new processor or subject becomes a serializer in front of it. */
public final class SerializeRxProcessors extends Recipe {
  private static final String PROCESSORS = "io.reactivex.rxjava3.processors.";
  private static final String SUBJECTS = "io.reactivex.rxjava3.subjects.";
  private static final MethodMatcher OF_PROCESSOR =
      new MethodMatcher(PROCESSORS + "FlowableProcessor toSerialized()", true);
  private static final MethodMatcher OF_SUBJECT =
      new MethodMatcher(SUBJECTS + "Subject toSerialized()", true);
  private static final MethodMatcher UNICAST =
      new MethodMatcher(PROCESSORS + "UnicastProcessor create()");

  /** How processors and subjects for several subscribers are made. */
  private static final MethodMatcher[] OTHERS = {
    new MethodMatcher(PROCESSORS + "PublishProcessor create*(..)"),
    new MethodMatcher(PROCESSORS + "BehaviorProcessor create*(..)"),
    new MethodMatcher(PROCESSORS + "ReplayProcessor create*(..)"),
    new MethodMatcher(SUBJECTS + "PublishSubject create*(..)"),
    new MethodMatcher(SUBJECTS + "BehaviorSubject create*(..)"),
    new MethodMatcher(SUBJECTS + "ReplaySubject create*(..)"),
    new MethodMatcher(SUBJECTS + "UnicastSubject create*(..)")
  };

  /** Makes the recipe, which has no options. */
  public SerializeRxProcessors() {}

  @Override
  public String getDisplayName() {
    return "Use Reactive Serializer for `toSerialized()` of RxJava 3";
  }

  @Override
  public String getDescription() {
    return "`UnicastProcessor.create().toSerialized()` becomes `RxSerializer.processor()`. A"
        + " `PublishProcessor`, `BehaviorProcessor` or `ReplayProcessor` gets"
        + " `RxSerializer.processor(…)` in front of it, and a subject `RxSerializer.subject(…)`. The"
        + " types stay. A subscriber that throws ends the stream for all: the others get what it has"
        + " thrown as their error. A null item is refused: `onNext` throws, and the stream goes on."
        + " A processor or subject that is in a variable already, or a `UnicastProcessor` with"
        + " settings, is left alone, and so is a processor whose type is not written where it goes"
        + " (`var`, a lambda, a parameter whose type is inferred).";
  }

  /** The recipe that adds the dependency sees what this one uses in the next cycle. */
  @Override
  public boolean causesAnotherCycle() {
    return true;
  }

  @Override
  public TreeVisitor<?, ExecutionContext> getVisitor() {
    return Preconditions.check(
        Preconditions.or(new UsesMethod<>(OF_PROCESSOR), new UsesMethod<>(OF_SUBJECT)),
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
      if (!(visited instanceof J.MethodInvocation call)
          || !(call.getSelect() instanceof J.MethodInvocation target)) {
        return visited;
      }
      J.MethodInvocation after = null;
      if (OF_PROCESSOR.matches(call)) {
        // The new type is a subtype. It must not be what the compiler infers from.
        if (hasWrittenType()) {
          after =
              UNICAST.matches(target) ? unicast(call, target) : front("processor", call, target);
        }
      } else if (OF_SUBJECT.matches(call)) {
        after = front("subject", call, target);
      }
      if (after == null) {
        return call;
      }
      maybeAddImport(Templates.RXJAVA);
      maybeRemoveImport(PROCESSORS + "UnicastProcessor");
      return after;
    }

    private J.MethodInvocation unicast(J.MethodInvocation call, J.MethodInvocation target) {
      J.MethodInvocation after =
          Templates.rxjava("RxSerializer.processor()")
              .apply(updateCursor(call), call.getCoordinates().replace());
      return hasTargetType()
          ? after
          : after.getPadding().withTypeParameters(target.getPadding().getTypeParameters());
    }

    /** Whether the compiler knows the type of the items from the variable that it goes to. */
    private boolean hasTargetType() {
      J parent = getCursor().getParentTreeCursor().getValue();
      if (parent instanceof J.Assignment) {
        return true;
      }
      if (!(parent instanceof J.VariableDeclarations.NamedVariable)) {
        return false;
      }
      J.VariableDeclarations declaration =
          getCursor().firstEnclosingOrThrow(J.VariableDeclarations.class);
      TypeTree type = declaration.getTypeExpression();
      return type != null
          && !(type instanceof J.Identifier name && name.getSimpleName().equals("var"));
    }

    /** Whether the processor goes to where a type is declared, so that none is inferred from it. */
    private boolean hasWrittenType() {
      Object parent = getCursor().getParentTreeCursor().getValue();
      if (parent instanceof J.Return) {
        Object method =
            getCursor()
                .dropParentUntil(
                    tree -> tree instanceof J.Lambda || tree instanceof J.MethodDeclaration)
                .getValue();
        return method instanceof J.MethodDeclaration;
      }
      if (parent instanceof J.MethodInvocation call) {
        return isArgument(call.getArguments(), call.getMethodType());
      }
      if (parent instanceof J.NewClass created) {
        return isArgument(created.getArguments(), created.getMethodType());
      }
      return hasTargetType();
    }

    /** Whether it is an argument, and the parameter has a type of its own in each overload. */
    private boolean isArgument(List<Expression> arguments, JavaType.@Nullable Method called) {
      int index = 0;
      while (index < arguments.size() && !arguments.get(index).isScope(getCursor().getValue())) {
        index++;
      }
      if (index == arguments.size() || called == null) {
        return false;
      }
      boolean found = false;
      for (JavaType.Method method : called.getDeclaringType().getMethods()) {
        if (method.getName().equals(called.getName())
            && method.getParameterTypes().size() == called.getParameterTypes().size()) {
          List<JavaType> parameters = method.getParameterTypes();
          if (!(parameters.get(Math.min(index, parameters.size() - 1))
              instanceof JavaType.FullyQualified)) {
            return false; // T, or T...
          }
          found = true;
        }
      }
      return found;
    }

    private J.@Nullable MethodInvocation front(
        String name, J.MethodInvocation call, Expression target) {
      String type =
          name.equals("subject") ? SUBJECTS + "Subject" : PROCESSORS + "FlowableProcessor";
      for (MethodMatcher factory : OTHERS) {
        if (factory.matches(target)) {
          J.MethodInvocation after =
              Templates.rxjava("RxSerializer." + name + "(#{any(" + type + ")})")
                  .apply(updateCursor(call), call.getCoordinates().replace(), target);
          // The template has moved its lines.
          return after.withArguments(List.of(target.<Expression>withPrefix(Space.EMPTY)));
        }
      }
      return null;
    }
  }
}
