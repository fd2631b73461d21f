package org.reactiveserializer.internal.barrier;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  private static final int FIRST_JDK = 22;

  private Barriers() {}

  /** Returns "on: " and the kind of barrier, or "off: " and the reason. */
  public static String status() {
    return (CHOICE.barrier == null ? "off: " : "on: ") + CHOICE.words;
  }

  private static Choice choose() {
    String setting = System.getProperty(PROPERTY, "on");
    return switch (setting) {
      case "on" -> ofSystem();
      case "safepoint" -> new Choice(new Safepoint(), "safepoints, slow");
      case "off" -> Choice.none("-D" + PROPERTY + "=off");
      default ->
          Choice.none("-D%s=%s is not one of on, off, safepoint".formatted(PROPERTY, setting));
    };
  }

  private static Choice ofSystem() {
    try {
      String platform = platform();
      if (Runtime.version().feature() < FIRST_JDK) {
        return Choice.none("needs JDK 22 or later, this is " + Runtime.version().feature());
      }
      if (!platform.equals("linux amd64")) {
        return Choice.none("not for " + platform);
      }
      Module own = Barriers.class.getModule();
      if (!(boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(own)) {
        return Choice.none(
            "needs --enable-native-access=" + (own.isNamed() ? own.getName() : "ALL-UNNAMED"));
      }
      return isHotSpot()
          ? new Choice(Membarrier.register(Membarrier.syscall(), new Safepoint()), "membarrier")
          : Choice.none("untested on " + System.getProperty("java.vm.name"));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
      Throwable cause = refused.getCause() == null ? refused : refused.getCause();
      return Choice.none(cause.toString());
    }
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

  private static String platform() {
    return (System.getProperty("os.name", "") + " " + System.getProperty("os.arch", ""))
        .toLowerCase(Locale.ROOT);
  }

  /** A barrier and its name, or none and the reason. */
  private record Choice(@Nullable ProcessBarrier barrier, String words) {
    static Choice none(String why) {
      return new Choice(null, why);
    }
  }
}
