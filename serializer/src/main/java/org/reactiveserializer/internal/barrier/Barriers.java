package org.reactiveserializer.internal.barrier;

import java.lang.invoke.MethodHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.internal.foreign.NativeFunction;

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
 *   <li>{@code untested}: the same, also with other virtual machines, and the barriers of Linux on
 *       AArch64, and of Windows;
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

  private static Choice choose() {
    String setting = System.getProperty(PROPERTY, "on");
    return switch (setting) {
      case "on" -> ofSystem(false);
      case "untested" -> ofSystem(true);
      case "safepoint" -> new Choice(new Safepoint(), "safepoints, slow");
      case "off" -> Choice.none("-D" + PROPERTY + "=off");
      default ->
          Choice.none(
              "-D%s=%s is not one of on, off, untested, safepoint".formatted(PROPERTY, setting));
    };
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

  private static String words(Throwable refused) {
    Throwable cause = refused.getCause() == null ? refused : refused.getCause();
    return cause.toString();
  }

  private static Choice untested(@Nullable String platform) {
    return Choice.none("untested on " + platform + ", needs -D" + PROPERTY + "=untested");
  }

  /**
   * HotSpot with its own compilers: {@link ProcessBarrier#compilerOnly} depends on how they treat
   * fences.
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
