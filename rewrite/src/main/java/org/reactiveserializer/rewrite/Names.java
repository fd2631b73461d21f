package org.reactiveserializer.rewrite;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Tells what an expression means for a sink of Reactor. */
final class Names {
  private static final String SINKS = "reactor.core.publisher.Sinks";
  static final String MANY = SINKS + "$Many";
  static final MethodMatcher BUSY_LOOPING =
      new MethodMatcher(SINKS + "$EmitFailureHandler busyLooping(..)");
  static final MethodMatcher EMIT_NEXT = new MethodMatcher(MANY + " emitNext(..)", true);
  static final MethodMatcher TRY_EMIT_NEXT = new MethodMatcher(MANY + " tryEmitNext(..)", true);

  private static final MethodMatcher ROOT = new MethodMatcher(SINKS + " many()");
  private static final MethodMatcher UNICAST = new MethodMatcher(SINKS + "$ManySpec unicast()");
  private static final MethodMatcher MULTICAST = new MethodMatcher(SINKS + "$ManySpec multicast()");
  private static final MethodMatcher REPLAY = new MethodMatcher(SINKS + "$ManySpec replay()");
  private static final MethodMatcher BUFFER =
      new MethodMatcher(SINKS + "$UnicastSpec onBackpressureBuffer()");
  private static final MethodMatcher DURATION = new MethodMatcher("java.time.Duration *(..)");

  private static final Set<String> EMISSIONS =
      Set.of(
          "tryEmitNext",
          "tryEmitComplete",
          "tryEmitError",
          "emitNext",
          "emitComplete",
          "emitError");

  private Names() {}

  /** Names a variable within its file, or returns null if its type or owner is not known. */
  static @Nullable String of(JavaType.@Nullable Variable variable) {
    JavaType owner = variable == null ? null : variable.getOwner();
    if (variable == null || owner == null || owner instanceof JavaType.Unknown) {
      return null;
    }
    String name =
        owner instanceof JavaType.FullyQualified type
            ? type.getFullyQualifiedName()
            : owner.toString();
    return name + "." + variable.getName();
  }

  /** Names the variable that an expression is: {@code x}, {@code this.x}, {@code other.x}. */
  static @Nullable String of(@Nullable Expression expression) {
    if (expression instanceof J.FieldAccess access) {
      return of(access.getName().getFieldType());
    }
    return expression instanceof J.Identifier name ? of(name.getFieldType()) : null;
  }

  static boolean isSink(JavaType.@Nullable Variable variable) {
    return variable != null && TypeUtils.isOfClassType(variable.getType(), MANY);
  }

  static boolean isUnicast(J.MethodInvocation factory) {
    return BUFFER.matches(factory)
        && factory.getSelect() instanceof J.MethodInvocation spec
        && UNICAST.matches(spec)
        && ROOT.matches(spec.getSelect());
  }

  static boolean isMulticastOrReplay(J.MethodInvocation factory) {
    return TypeUtils.isOfClassType(factory.getType(), MANY)
        && factory.getSelect() instanceof J.MethodInvocation spec
        && (MULTICAST.matches(spec) || REPLAY.matches(spec))
        && ROOT.matches(spec.getSelect());
  }

  static boolean isEmission(J.MethodInvocation call) {
    return EMISSIONS.contains(call.getSimpleName());
  }

  /** Whether a handler asks for a retry as long as another thread emits. */
  static boolean spins(@Nullable Expression handler) {
    if (handler instanceof J.Lambda lambda) {
      return lambda.getParameters().getParameters().size() == 2
          && lambda.getBody() instanceof J.Binary comparison
          && comparison.getOperator() == J.Binary.Type.Equal
          && ((isNonSerialized(comparison.getRight()) && isLocal(comparison.getLeft()))
              || (isNonSerialized(comparison.getLeft()) && isLocal(comparison.getRight())));
    }
    return BUSY_LOOPING.matches(handler);
  }

  private static boolean isNonSerialized(Expression expression) {
    return (SINKS + "$EmitResult.FAIL_NON_SERIALIZED").equals(of(expression));
  }

  private static boolean isLocal(Expression expression) {
    return expression instanceof J.Identifier name
        && name.getFieldType() != null
        && name.getFieldType().getOwner() instanceof JavaType.Method;
  }

  private static boolean isRecord(J.NewClass created) {
    JavaType.FullyQualified type = TypeUtils.asFullyQualified(created.getType());
    return type != null && type.getKind() == JavaType.FullyQualified.Kind.Record;
  }

  /** Whether a handler retries nothing. */
  static boolean failsFast(Expression handler) {
    return (SINKS + "$EmitFailureHandler.FAIL_FAST").equals(of(handler));
  }

  /** Whether it makes no difference if an expression is evaluated without the lock. */
  static boolean needsNoLock(Expression expression) {
    if (expression instanceof J.Literal
        || expression instanceof J.Empty
        || isLocal(expression)
        || (expression instanceof J.Lambda && spins(expression))) { // another runs under the lock
      return true;
    }
    if (expression instanceof J.NewClass created) { // a constructor may count what it makes
      return isRecord(created)
          && created.getBody() == null
          && created.getArguments().stream().allMatch(Names::needsNoLock);
    }
    if (expression instanceof J.MethodInvocation call) {
      return (BUSY_LOOPING.matches(call) || DURATION.matches(call))
          && call.getArguments().stream().allMatch(Names::needsNoLock);
    }
    JavaType.Variable field =
        expression instanceof J.Identifier name
            ? name.getFieldType()
            : expression instanceof J.FieldAccess access ? access.getName().getFieldType() : null;
    return field != null && field.hasFlags(Flag.Static, Flag.Final);
  }
}
