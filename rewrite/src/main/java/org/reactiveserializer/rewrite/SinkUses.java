package org.reactiveserializer.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.MethodMatcher;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Statement;
import org.openrewrite.java.tree.TypeUtils;

/**
 * How the sinks of one file are made and used, and what their locks guard. Nothing is known of
 * other files: a sink that another one can reach is not changed.
 */
final class SinkUses extends JavaIsoVisitor<Integer> {
  private static final Set<String> ACCESSORS = Set.of("Getter", "Data", "Value");

  private static final String UNKNOWN = "";
  private static final MethodMatcher HOLDS = new MethodMatcher("java.lang.Thread holdsLock(..)");
  private static final List<MethodMatcher> WAITS =
      List.of(
          new MethodMatcher("java.lang.Object wait(..)", true),
          new MethodMatcher("java.lang.Object notify()", true),
          new MethodMatcher("java.lang.Object notifyAll()", true));

  private static final class Sink {
    final Set<UUID> factories = new HashSet<>();
    int declarations;
    boolean escapes;
    boolean unicast = true;
    boolean spins;
    boolean watched; // somebody looks at a result of an item
  }

  /** A synchronized block or method. */
  private record Guard(UUID id, @Nullable String lock, @Nullable String onlyEmitsTo) {}

  private final Map<String, Sink> sinks = new HashMap<>();
  private final List<Guard> guards = new ArrayList<>();
  private final Set<String> ownLocks = new HashSet<>();
  private final Set<String> usedOtherwise = new HashSet<>();
  private final Set<String> commented = new HashSet<>();

  // Whose objects lock themselves, and what else may be one of these objects.
  private final Map<String, JavaType> ownObjects = new HashMap<>();
  private final Set<String> extended = new HashSet<>();
  private final List<Place> places = new ArrayList<>();

  /** An object whose lock somebody takes or asks for: its name, if it has one, and its type. */
  private record Place(@Nullable String name, @Nullable JavaType type) {}

  // The results.
  private final Set<String> changed = new HashSet<>();
  private final Set<UUID> factories = new HashSet<>();
  private final Set<UUID> freeGuards = new HashSet<>();
  private final Set<String> freeLocks = new HashSet<>();

  static SinkUses of(J.CompilationUnit file) {
    SinkUses uses = new SinkUses();
    uses.visit(file, 0);
    uses.ownObjects.forEach(
        (object, type) -> {
          if (!uses.isReached(object, type)) {
            uses.ownLocks.add(object);
          }
        });
    uses.decide();
    return uses;
  }

  /** Whether this expression makes a sink that is to be changed. */
  boolean isFactory(J.MethodInvocation call) {
    return factories.contains(call.getId());
  }

  boolean isChanged(@Nullable Expression sink) {
    return changed.contains(Names.of(sink));
  }

  /** Whether this synchronized block or method guards nothing but emissions that need no lock. */
  boolean isNeedless(J guard) {
    return freeGuards.contains(guard.getId());
  }

  /** Whether this declares a lock that nothing uses without its needless blocks. */
  boolean isNeedless(J.VariableDeclarations declaration) {
    return declaration.getVariables().size() == 1
        && freeLocks.contains(Names.of(declaration.getVariables().get(0).getVariableType()));
  }

  private void decide() {
    for (Guard guard : guards) {
      if (guard.lock != null && isFree(guard.lock)) {
        if (ownLocks.contains(guard.lock) && !commented.contains(guard.lock)) {
          freeLocks.add(guard.lock);
        }
        freeGuards.add(guard.id);
        changed.add(guard.onlyEmitsTo);
      }
    }
    sinks.forEach(
        (name, sink) -> {
          if (isEligible(name) && sink.spins) {
            changed.add(name);
          }
        });
    sinks.forEach(
        (name, sink) -> {
          if (changed.contains(name)) {
            factories.addAll(sink.factories);
          }
        });
  }

  /** Whether something but {@code this} may lock an object of this class. */
  private boolean isReached(String object, JavaType type) {
    return extended.contains(object)
        || extended.contains(UNKNOWN)
        || places.stream()
            .anyMatch(
                place ->
                    !object.equals(place.name) && !isOwn(place.name) && mayBe(place.type, type));
  }

  private boolean isOwn(@Nullable String lock) {
    return lock != null && ownLocks.contains(lock) && !usedOtherwise.contains(lock);
  }

  private static boolean mayBe(@Nullable JavaType place, JavaType type) {
    JavaType.FullyQualified known = TypeUtils.asFullyQualified(place);
    return known == null
        || known instanceof JavaType.Unknown
        || TypeUtils.isAssignableTo(known.getFullyQualifiedName(), type);
  }

  private boolean isFree(String lock) {
    return (isOwn(lock) || isEligible(lock))
        && guards.stream()
            .filter(guard -> lock.equals(guard.lock))
            .allMatch(guard -> guard.onlyEmitsTo != null && isEligible(guard.onlyEmitsTo));
  }

  /**
   * The front of a multicast sink answers OK to an item that waits, whatever becomes of it. So code
   * that looks at the result stays as it is, and so does code that does not spin.
   */
  private boolean isEligible(String name) {
    Sink sink = sinks.get(name);
    return sink != null
        && sink.declarations == 1
        && !sink.escapes
        && !sink.factories.isEmpty()
        && (sink.unicast || (sink.spins && !sink.watched));
  }

  /**
   * Only this file can lock an object of a private class. A superclass or a subclass would lock the
   * same object, by another name.
   */
  @Override
  public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, Integer p) {
    String object = ofThis(type.getType());
    if (object != null
        && type.getExtends() == null
        && (type.getKind() == J.ClassDeclaration.Kind.Type.Class
            || type.getKind() == J.ClassDeclaration.Kind.Type.Record)
        && type.hasModifier(J.Modifier.Type.Private)) {
      ownObjects.put(object, type.getType());
    }
    if (type.getExtends() != null) {
      extend(type.getExtends().getType());
    }
    return super.visitClassDeclaration(type, p);
  }

  @Override
  public J.NewClass visitNewClass(J.NewClass created, Integer p) {
    if (created.getBody() != null) {
      extend(created.getClazz() == null ? null : created.getClazz().getType());
    }
    return super.visitNewClass(created, p);
  }

  private void extend(@Nullable JavaType type) {
    String object = ofThis(type);
    extended.add(object == null ? UNKNOWN : object);
  }

  /** Waiting for a lock, waking up who waits, and asking who holds it are uses of the lock. */
  @Override
  public J.MethodInvocation visitMethodInvocation(J.MethodInvocation call, Integer p) {
    if (HOLDS.matches(call)) {
      reach(call.getArguments().get(0));
    } else if (WAITS.stream().anyMatch(method -> method.matches(call))) {
      Expression object = call.getSelect();
      if (object == null || isNamed(object, "super")) {
        reach(getCursor());
      } else {
        reach(object);
      }
    }
    return super.visitMethodInvocation(call, p);
  }

  private void reach(Expression object) {
    places.add(new Place(isThis(object) ? null : Names.of(object), object.getType()));
  }

  /** The object whose method this is. */
  private void reach(Cursor call) {
    for (Cursor c = call; c != null; c = c.getParent()) {
      if (c.getValue() instanceof J.ClassDeclaration type) {
        places.add(new Place(null, type.getType()));
        return;
      }
      if (c.getValue() instanceof J.NewClass created && created.getBody() != null) {
        return; // an anonymous class
      }
    }
  }

  @Override
  public J.VariableDeclarations visitVariableDeclarations(
      J.VariableDeclarations declarations, Integer p) {
    Cursor block = getCursor().getParentTreeCursor();
    boolean field = block.getParentTreeCursor().getValue() instanceof J.ClassDeclaration;
    boolean own =
        !field || (declarations.hasModifier(J.Modifier.Type.Private) && !hasGetter(declarations));
    for (J.VariableDeclarations.NamedVariable variable : declarations.getVariables()) {
      String name = Names.of(variable.getVariableType());
      if (name == null) {
        continue;
      }
      if (Names.isSink(variable.getVariableType())) {
        Sink sink = sinks.computeIfAbsent(name, n -> new Sink());
        sink.declarations++;
        sink.escapes |= !own;
      }
      if (own && isPlainObject(variable.getInitializer())) {
        ownLocks.add(name);
        if (hasComment(declarations)) {
          commented.add(name);
        }
      }
    }
    return super.visitVariableDeclarations(declarations, p);
  }

  /** Another constructor may do something, or lock what it makes. */
  private static boolean isPlainObject(@Nullable Expression value) {
    return value instanceof J.NewClass created
        && created.getBody() == null
        && TypeUtils.isOfClassType(created.getType(), "java.lang.Object");
  }

  private boolean hasComment(J tree) {
    String text = tree.print(getCursor());
    return text.contains("//") || text.contains("/*");
  }

  private boolean hasGetter(J.VariableDeclarations field) {
    return !field.getLeadingAnnotations().isEmpty()
        || getCursor()
            .firstEnclosingOrThrow(J.ClassDeclaration.class)
            .getLeadingAnnotations()
            .stream()
            .anyMatch(annotation -> ACCESSORS.contains(annotation.getSimpleName()));
  }

  @Override
  public J.Identifier visitIdentifier(J.Identifier identifier, Integer p) {
    String name = Names.of(identifier.getFieldType());
    if (name != null) {
      Cursor use = getCursor();
      Cursor user = use.getParentTreeCursor();
      if (user.getValue() instanceof J.FieldAccess access && access.getName().isScope(identifier)) {
        use = user;
        user = user.getParentTreeCursor();
      }
      if (Names.isSink(identifier.getFieldType())) {
        use(sinks.computeIfAbsent(name, n -> new Sink()), use.getValue(), user);
      } else if (!isLock(user) && !isDeclaration(user, identifier)) {
        usedOtherwise.add(name);
      }
    }
    return super.visitIdentifier(identifier, p);
  }

  private static boolean isLock(Cursor user) {
    return user.getValue() instanceof J.ControlParentheses<?>
        && user.getParentTreeCursor().getValue() instanceof J.Synchronized;
  }

  private static boolean isDeclaration(Cursor user, J.Identifier identifier) {
    return user.getValue() instanceof J.VariableDeclarations.NamedVariable variable
        && variable.getName().isScope(identifier);
  }

  private static void use(Sink sink, J expression, Cursor user) {
    J parent = user.getValue();
    if (parent instanceof J.VariableDeclarations.NamedVariable variable
        && variable.getName().isScope(expression)) {
      madeBy(sink, variable.getInitializer());
    } else if (parent instanceof J.Assignment assignment
        && assignment.getVariable().isScope(expression)) {
      madeBy(sink, assignment.getAssignment());
    } else if (parent instanceof J.MethodInvocation call && expression.isScope(call.getSelect())) {
      sink.spins |= Names.isEmission(call) && Names.spins(last(call.getArguments()));
      sink.watched |= isWatched(call, user);
    } else if (parent instanceof J.MemberReference reference
        && reference.getContaining().isScope(expression)) {
      sink.watched |= reference.getReference().getSimpleName().equals("tryEmitNext");
    } else if (!isLock(user) && !(parent instanceof J.Binary)) {
      sink.escapes = true;
    }
  }

  private static boolean isWatched(J.MethodInvocation emission, Cursor user) {
    if (Names.EMIT_NEXT.matches(emission)) {
      Expression handler = last(emission.getArguments());
      return !Names.spins(handler) && !Names.failsFast(handler);
    }
    return Names.TRY_EMIT_NEXT.matches(emission) && !isStatement(user);
  }

  private static void madeBy(Sink sink, @Nullable Expression value) {
    if (value instanceof J.MethodInvocation factory
        && (Names.isUnicast(factory) || Names.isMulticastOrReplay(factory))) {
      sink.factories.add(factory.getId());
      sink.unicast &= Names.isUnicast(factory);
    } else {
      sink.escapes |= value != null && !J.Literal.isLiteralValue(value, null);
    }
  }

  private static boolean isStatement(Cursor call) {
    return call.getParentTreeCursor().getValue() instanceof J.Block;
  }

  static Expression last(List<Expression> arguments) {
    return arguments.get(arguments.size() - 1);
  }

  @Override
  public J.Synchronized visitSynchronized(J.Synchronized block, Integer p) {
    Expression lock = block.getLock().getTree();
    String name = Names.of(lock);
    if (isThis(lock)) {
      name = ofThis(lock.getType());
    }
    places.add(new Place(name, lock.getType())); // perhaps an object that locks itself
    String sink = hasComment(block.getLock()) ? null : onlyEmitsTo(block.getBody());
    guards.add(new Guard(block.getId(), name, sink));
    return super.visitSynchronized(block, p);
  }

  @Override
  public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, Integer p) {
    JavaType.Method type = method.getMethodType();
    if (method.hasModifier(J.Modifier.Type.Synchronized) && type != null) {
      String lock = type.hasFlags(Flag.Static) ? null : ofThis(type.getDeclaringType());
      guards.add(new Guard(method.getId(), lock, onlyEmitsTo(method.getBody())));
    }
    return super.visitMethodDeclaration(method, p);
  }

  private static boolean isThis(Expression lock) {
    return isNamed(lock, "this")
        || (lock instanceof J.FieldAccess outer && outer.getSimpleName().equals("this"));
  }

  private static boolean isNamed(Expression expression, String word) {
    return expression instanceof J.Identifier name && name.getSimpleName().equals(word);
  }

  private static @Nullable String ofThis(@Nullable JavaType type) {
    JavaType.FullyQualified owner = TypeUtils.asFullyQualified(type);
    return owner == null ? null : "this " + owner.getFullyQualifiedName();
  }

  /** The sink to which a block emits, if this is all that it does. */
  private static @Nullable String onlyEmitsTo(J.@Nullable Block block) {
    if (block == null
        || block.getStatements().size() != 1
        || !block.getPrefix().getComments().isEmpty()
        || !block.getEnd().getComments().isEmpty()) {
      return null;
    }
    Statement statement = block.getStatements().get(0);
    Object value = statement instanceof J.Return result ? result.getExpression() : statement;
    // What is made of the result: sink.tryEmitNext(x).orThrow()
    while (value instanceof J.MethodInvocation call) {
      if (!call.getArguments().stream().allMatch(Names::needsNoLock)) {
        return null;
      }
      Expression select = call.getSelect();
      if (select instanceof J.Identifier || select instanceof J.FieldAccess) {
        return Names.isEmission(call) ? Names.of(select) : null;
      }
      value = select;
    }
    return null;
  }
}
