package org.reactiveserializer.internal.barrier;

import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.foreign.NativeFunction;
import org.reactiveserializer.internal.foreign.SharedArena;

/**
 * Chooses the {@link ProcessBarrier} of this process, if there is one. The choice is made once,
 * when this class is initialised, so that the compiler drops the code that this process does not
 * use.
 *
 * <p>The system property {@value #PROPERTY} controls the choice:
 *
 * <ul>
 *   <li>{@code on}, the default: the barrier of the operating system, where it was tested: HotSpot
 *       with its own compilers on Linux, x86-64, with JDK 22 or later and native access enabled;
 *   <li>{@code handshake}: the handshake of the virtual machine: HotSpot with its own compilers on
 *       x86-64 or AArch64, with JDK 24 or later, every operating system, no further option;
 *   <li>{@code untested}: the first of both that there is, also with other virtual machines, the
 *       handshake with JDK 22 or later, and the barriers of Linux on AArch64, and of Windows;
 *   <li>{@code safepoint}: a slow barrier that every Java virtual machine has. For tests;
 *   <li>{@code off}: none.
 * </ul>
 */
public final class Barriers {
  /** The name of the system property. */
  public static final String PROPERTY = "org.reactiveserializer.bias";

  private static final Choice CHOICE = choose();

  /** The barrier of this process; null if there is none. */
  public static final @Nullable ProcessBarrier OF_THIS_PROCESS = CHOICE.barrier;

  private static final long SYSCALL_X86_64 = 324;
  private static final long SYSCALL_AARCH64 = 283;

  /** Before this one, closing an arena throws away the code that each thread is in. */
  private static final int FIRST_JDK_WITH_CHEAP_HANDSHAKE = 24;

  private Barriers() {}

  /** Returns "on: " and the kind of barrier, or "off: " and the reason. */
  public static String status() {
    return (CHOICE.barrier == null ? "off: " : "on: ") + CHOICE.words;
  }

  /**
   * Returns the barrier of this process, or else the slow one that every process has. For tests.
   */
  public static ProcessBarrier orSafepoint() {
    return OF_THIS_PROCESS == null ? new Safepoint() : OF_THIS_PROCESS;
  }

  /**
   * Returns a handshake, whatever this process uses, or else the slow barrier that every process
   * has. For tests.
   */
  public static ProcessBarrier handshakeOrSafepoint() {
    ProcessBarrier handshake = handshake(false).barrier;
    return handshake == null ? new Safepoint() : handshake;
  }

  private static Choice choose() {
    String setting = System.getProperty(PROPERTY, "on");
    return switch (setting) {
      case "on" -> ofSystem(false);
      case "untested" -> untestedToo();
      case "handshake" -> handshake(false);
      case "safepoint" -> new Choice(new Safepoint(), "safepoints, slow");
      case "off" -> Choice.none("-D" + PROPERTY + "=off");
      default ->
          Choice.none(
              "-D%s=%s is not one of on, off, untested, handshake, safepoint"
                  .formatted(PROPERTY, setting));
    };
  }

  private static Choice untestedToo() {
    Choice system = ofSystem(true);
    if (system.barrier != null) {
      return system;
    }
    Choice handshake = handshake(true);
    return new Choice(
        handshake.barrier, handshake.words + "; the system's barrier: " + system.words);
  }

  private static Choice ofSystem(boolean untested) {
    try {
      if (!NativeFunction.exists()) {
        return Choice.none("needs JDK 22 or later, this is " + Runtime.version().feature());
      }
      String platform = platform();
      if (!platform.matches("(linux|windows) (amd64|aarch64)")) {
        return Choice.none("not for " + platform);
      }
      if (!NativeFunction.isAllowed()) {
        return Choice.none("needs --enable-native-access=" + ownModule());
      }
      return switch (platform) {
        case "linux amd64" ->
            untested || isHotSpot()
                ? new Choice(membarrier(SYSCALL_X86_64), "membarrier")
                : untested(System.getProperty("java.vm.name"));
        case "linux aarch64" ->
            untested
                ? new Choice(membarrier(SYSCALL_AARCH64), "membarrier, untested")
                : untested(platform);
        default ->
            untested
                ? new Choice(writeBufferFlush(), "FlushProcessWriteBuffers, untested")
                : untested(platform);
      };
    } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
      return Choice.none(words(refused));
    }
  }

  /** It depends on the virtual machine and the processor, and not on the operating system. */
  private static Choice handshake(boolean untested) {
    int jdk = Runtime.version().feature();
    if (!NativeFunction.exists() || (!untested && jdk < FIRST_JDK_WITH_CHEAP_HANDSHAKE)) {
      return Choice.none(
          "needs JDK %d or later, this is %d".formatted(FIRST_JDK_WITH_CHEAP_HANDSHAKE, jdk));
    }
    String processor = System.getProperty("os.arch", "");
    boolean tested = isHotSpot() && processor.matches("amd64|x86_64|aarch64");
    if (!untested && !tested) {
      return untested(System.getProperty("java.vm.name") + " on " + processor);
    }
    try {
      MethodHandle opening = SharedArena.opening();
      new Handshake(opening, System::nanoTime).execute(); // a first one, which loads classes
      return new Choice(
          new Handshake(opening, System::nanoTime), tested ? "handshakes" : "handshakes, untested");
    } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
      return Choice.none(words(refused));
    }
  }

  private static String words(Throwable refused) {
    Throwable cause = refused.getCause() == null ? refused : refused.getCause();
    return cause.toString();
  }

  private static Choice untested(@Nullable String platform) {
    return Choice.none("untested on " + platform + ", needs -D" + PROPERTY + "=untested");
  }

  /**
   * HotSpot with its own compilers: {@link ProcessBarrier#compilerOnly} depends on how they treat
   * fences, and the handshake on how HotSpot makes it.
   */
  private static boolean isHotSpot() {
    String name = System.getProperty("java.vm.name", "");
    return (name.startsWith("OpenJDK 64-Bit Server") || name.startsWith("Java HotSpot(TM) 64-Bit"))
        && !System.getProperty("java.vendor.version", "").contains("Graal")
        && !System.getProperty("java.vm.info", "").contains("jvmci");
  }

  private static String ownModule() {
    Module own = Barriers.class.getModule();
    return own.isNamed() ? own.getName() : "ALL-UNNAMED";
  }

  private static String platform() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String family = system.startsWith("windows") ? "windows" : system;
    return family + " " + System.getProperty("os.arch", "");
  }

  private static ProcessBarrier membarrier(long number) throws ReflectiveOperationException {
    MethodHandle syscall =
        new NativeFunction()
            .variadic("syscall", 1, "JAVA_LONG", "JAVA_LONG", "JAVA_INT", "JAVA_INT", "JAVA_INT");
    return Membarrier.register(syscall, number, new Safepoint());
  }

  private static ProcessBarrier writeBufferFlush() throws ReflectiveOperationException {
    ProcessBarrier flush =
        new WriteBufferFlush(
            new NativeFunction().procedure("kernel32", "FlushProcessWriteBuffers"));
    flush.execute();
    return flush;
  }

  /** A barrier and its name, or none and the reason. */
  private record Choice(@Nullable ProcessBarrier barrier, String words) {
    static Choice none(String why) {
      return new Choice(null, why);
    }
  }
}
