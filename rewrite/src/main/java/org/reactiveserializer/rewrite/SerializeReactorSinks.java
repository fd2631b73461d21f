package org.reactiveserializer.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Preconditions;
import org.openrewrite.Recipe;
import org.openrewrite.SourceFile;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.search.UsesType;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;

/** A sink of Reactor that is fed with {@code busyLooping} or a lock becomes one of this library. */
public final class SerializeReactorSinks extends Recipe {
  /** Makes the recipe, which has no options. */
  public SerializeReactorSinks() {}

  @Override
  public String getDisplayName() {
    return "Use Reactive Serializer for sinks of Reactor";
  }

  @Override
  public String getDescription() {
    return "A `Sinks.Many` in a private field or a local variable, into which several threads emit"
        + " with `busyLooping`, or in a synchronized block that does nothing else, becomes"
        + " `ReactorSerializer.many()` (unicast, with the default buffer), or gets"
        + " `ReactorSerializer.many(…)` in front of it (multicast and replay, with `busyLooping`"
        + " only). `busyLooping` becomes `FAIL_FAST`, and the needless block and its lock go. A sink"
        + " that is passed on is left alone, and so are a queue of your own, and a block that guards"
        + " more than the emission. A thread that emits while another one delivers leaves its item"
        + " to that one: when the call returns, the item may still wait. Another thread may handle"
        + " it, with its own thread-locals, and what the subscriber throws reaches that thread. Where"
        + " the full buffer of a multicast sink ended the stream, the item is now discarded, and the"
        + " stream goes on.";
  }

  /** The recipe that adds the dependency sees what this one uses in the next cycle. */
  @Override
  public boolean causesAnotherCycle() {
    return true;
  }

  @Override
  public TreeVisitor<?, ExecutionContext> getVisitor() {
    return Preconditions.check(
        new UsesType<>("reactor.core.publisher.Sinks", false),
        new JavaVisitor<ExecutionContext>() {
          /** Not Kotlin. */
          @Override
          public boolean isAcceptable(SourceFile file, ExecutionContext context) {
            return file instanceof J.CompilationUnit;
          }

          @Override
          public J visitCompilationUnit(J.CompilationUnit file, ExecutionContext context) {
            return new Changes(SinkUses.of(file)).visitNonNull(file, context);
          }
        });
  }

  private static final class Changes extends JavaVisitor<ExecutionContext> {
    private final SinkUses uses;

    Changes(SinkUses uses) {
      this.uses = uses;
    }

    @Override
    public J visitMethodInvocation(J.MethodInvocation before, ExecutionContext context) {
      J visited = super.visitMethodInvocation(before, context);
      if (!(visited instanceof J.MethodInvocation call)) {
        return visited;
      }
      if (uses.isFactory(before)) {
        maybeAddImport(Templates.REACTOR);
        maybeRemoveImport("reactor.core.publisher.Sinks");
        return Names.isUnicast(before) ? unicast(call) : front(call);
      }
      if (Names.isEmission(call)
          && uses.isChanged(call.getSelect())
          && Names.spins(SinkUses.last(before.getArguments()))) {
        List<Expression> arguments = new ArrayList<>(call.getArguments());
        arguments.add(failFast(arguments.remove(arguments.size() - 1)));
        return call.withArguments(arguments);
      }
      return call;
    }

    private J unicast(J.MethodInvocation call) {
      J.MethodInvocation after =
          Templates.reactor("ReactorSerializer.many()")
              .apply(updateCursor(call), call.getCoordinates().replace());
      return after.getPadding().withTypeParameters(call.getPadding().getTypeParameters());
    }

    private J front(J.MethodInvocation call) {
      J.MethodInvocation after =
          Templates.reactor("ReactorSerializer.many(#{any(" + Names.MANY + ")})")
              .apply(updateCursor(call), call.getCoordinates().replace(), call);
      // The template has moved its lines.
      return after.withArguments(List.of(call.<J.MethodInvocation>withPrefix(Space.EMPTY)));
    }

    /** Keeps the words that led to busyLooping, such as an imported EmitFailureHandler. */
    private Expression failFast(Expression handler) {
      J.FieldAccess after =
          Templates.reactor("Sinks.EmitFailureHandler.FAIL_FAST")
              .apply(new Cursor(getCursor(), handler), handler.getCoordinates().replace());
      maybeRemoveImport("java.time.Duration");
      maybeRemoveImport("reactor.core.publisher.Sinks.EmitResult");
      if (handler instanceof J.MethodInvocation call && call.getSelect() != null) {
        return after.withTarget(call.getSelect());
      }
      maybeAddImport("reactor.core.publisher.Sinks");
      maybeRemoveImport("reactor.core.publisher.Sinks.EmitFailureHandler.busyLooping");
      return after;
    }

    @Override
    public J visitSynchronized(J.Synchronized block, ExecutionContext context) {
      J visited = super.visitSynchronized(block, context);
      if (!uses.isNeedless(block) || !(visited instanceof J.Synchronized after)) {
        return visited;
      }
      Statement only = after.getBody().getStatements().get(0);
      Space prefix = after.getPrefix();
      List<Comment> comments = new ArrayList<>(prefix.getComments());
      for (Comment comment : only.getPrefix().getComments()) {
        comments.add(comment.withSuffix(prefix.getWhitespace()));
      }
      return autoFormat(
          only.withPrefix(prefix.withComments(comments)), context, getCursor().getParentOrThrow());
    }

    @Override
    public J visitMethodDeclaration(J.MethodDeclaration method, ExecutionContext context) {
      J visited = super.visitMethodDeclaration(method, context);
      if (!uses.isNeedless(method) || !(visited instanceof J.MethodDeclaration after)) {
        return visited;
      }
      List<J.Modifier> modifiers = new ArrayList<>(after.getModifiers());
      modifiers.removeIf(modifier -> modifier.getType() == J.Modifier.Type.Synchronized);
      Space first = after.getModifiers().get(0).getPrefix();
      if (!modifiers.isEmpty()) {
        modifiers.set(0, modifiers.get(0).withPrefix(first));
      } else if (after.getReturnTypeExpression() != null) {
        after = after.withReturnTypeExpression(after.getReturnTypeExpression().withPrefix(first));
      }
      return after.withModifiers(modifiers);
    }

    @Override
    public J visitBlock(J.Block block, ExecutionContext context) {
      J.Block after = (J.Block) super.visitBlock(block, context);
      List<Statement> kept = new ArrayList<>(after.getStatements());
      kept.removeIf(
          statement -> statement instanceof J.VariableDeclarations lock && uses.isNeedless(lock));
      return kept.size() == after.getStatements().size() ? after : after.withStatements(kept);
    }
  }
}
