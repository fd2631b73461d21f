package org.reactiveserializer.stress;

import org.openjdk.jcstress.infra.results.III_Result;
import org.reactiveserializer.stress.support.SignalledCell;

/**
 * A number is written and signalled while another thread makes two passes. Result: number written,
 * number seen by the last pass, missing.
 */
abstract class SignalRace {
  // The defects show only in the last pass, so there should be few passes.
  private static final int ECHOES = 1;

  private final SignalledCell cell = cell();

  abstract SignalledCell cell();

  final void left() {
    cell.echo(ECHOES);
  }

  final void drain() {
    cell.put(1);
  }

  final void judge(III_Result result) {
    result.r1 = 1;
    result.r2 = cell.seen();
    result.r3 = result.r1 - result.r2;
  }
}
