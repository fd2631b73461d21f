package org.reactiveserializer.start;

/** Uses all bridges. */
public final class AllProgram {
  private AllProgram() {}

  public static void main(String... arguments) {
    CoreProgram.main();
    FlowProgram.run();
    RxProgram.run();
    ReactorProgram.run();
    MutinyProgram.run();
  }
}
