package org.reactiveserializer.stress.stopped;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitOutcome;
import org.reactiveserializer.stress.stopped.Step.Act;

/** One run of a situation. */
final class Round {
  private final Situation situation;
  private final Actors actors;
  private final Recorder recorder;
  private final Subject subject;
  private final Ledger ledger;
  private final Map<Who, Integer> numbers = new EnumMap<>(Who.class);
  private @Nullable Future<?> emitting;
  private @Nullable Call emittersCall;
  private boolean cancelled;
  private boolean goesOn;

  Round(Situation situation, Actors actors) {
    this.situation = situation;
    this.actors = actors;
    recorder = new Recorder(situation.atOnce());
    subject = situation.maker().apply(recorder);
    ledger = new Ledger(subject, recorder, situation.victim().act());
  }

  /** Executes the preparation, and lets the emitter enter the downstream. */
  void prepare() {
    situation.before().forEach(this::perform);
    if (situation.held()) {
      startEmitter();
    }
    ledger.victimBegins();
  }

  private void startEmitter() {
    Call call = call(Step.emit(Who.EMITTER));
    emittersCall = call;
    emitting =
        actors.begin(
            Who.EMITTER,
            () -> {
              try {
                return call.call();
              } finally {
                recorder.emitterReturned();
              }
            });
    recorder.awaitEmitter();
    if (!recorder.isEmitterInside()) { // the victim is the owner: the item waits for it
      release();
    }
  }

  /**
   * Called while the victim is stopped for the first of two times: the emitter enters or leaves.
   */
  void meanwhile() {
    goesOn = true;
    if (situation.held()) {
      release();
    } else {
      startEmitter();
    }
  }

  /** Returns the victim's call. */
  Call victim() {
    return call(situation.victim());
  }

  /**
   * Executes the calls of the other threads.
   *
   * @param free whether it is known that the victim is not the owner
   * @return whether the victim is not the owner
   */
  boolean others(boolean free) {
    Standstill standstill = new Standstill(subject, recorder, ledger);
    boolean emitterInside = emitting != null;
    if (emitterInside && goesOn) {
      release();
      standstill.look("the emitter left", false);
    }
    for (Step step : situation.others()) {
      perform(step);
      standstill.look(step.toString(), emitting != null);
    }
    return standstill.judge(free || emitterInside);
  }

  /** Called when all calls have returned: ends everything, and checks the account. */
  void close(Call victim) {
    ledger.victimReturned();
    victim.enter();
    release();
    Account account = new Account(subject, recorder, ledger);
    account.ofQuiet();
    if (recorder.subscription() == null) {
      perform(new Step(Who.BOB, Act.SUBSCRIBE));
    }
    perform(Step.request(Who.BOB, 1_000));
    actors.call(
        Who.BOB,
        () -> {
          subject.finish();
          return null;
        });
    account.ofAll(cancelled);
  }

  List<String> failures() {
    return ledger.failures();
  }

  void fail(String failure) {
    ledger.fail(failure);
  }

  private void perform(Step step) {
    if (step.act() == Act.RELEASE) {
      release();
      return;
    }
    if (step.act() == Act.EMIT && !subject.mayEmit(step.who())) {
      return;
    }
    Call call = call(step);
    actors.call(step.who(), call);
    call.enter();
  }

  private void release() {
    recorder.release();
    Future<?> pending = emitting;
    Call call = emittersCall;
    if (pending != null && call != null) {
      emitting = null;
      actors.end(Who.EMITTER, pending);
      call.enter();
    }
  }

  private Call call(Step step) {
    return new Call(step, step.act() == Act.EMIT ? numbers.merge(step.who(), 1, Integer::sum) : 0);
  }

  /** A call, its result, and its entry in the ledger. */
  final class Call implements Callable<@Nullable Void> {
    private final Step step;
    private final Item item;
    private final Ledger.Before before = ledger.before();
    private final Throwable error;
    private @Nullable EmitOutcome result;
    private boolean requested;

    private Call(Step step, int number) {
      this.step = step;
      item = new Item(step.who(), number);
      error = new IllegalStateException("the error of " + step.who());
    }

    @Override
    public @Nullable Void call() {
      switch (step.act()) {
        case EMIT -> result = subject.emit(item);
        case COMPLETE -> result = subject.complete(step.who());
        case FAIL -> result = subject.fail(step.who(), error);
        case CANCEL -> subject.cancel();
        case REQUEST -> requested = subject.request(step.n());
        case SUBSCRIBE -> subject.subscribe();
        case BEGIN -> subject.begin();
        case END_OUTER -> subject.endOuter();
        case RELEASE -> throw new IllegalArgumentException(step.toString());
      }
      return null;
    }

    void enter() {
      switch (step.act()) {
        case EMIT -> ledger.emitted(item, result, before);
        case COMPLETE -> ledger.ended(step, null, result, before);
        case FAIL -> ledger.ended(step, error, result, before);
        case CANCEL -> {
          cancelled = true;
          ledger.cancelled(step.who());
        }
        case REQUEST -> ledger.requests(requested ? step.n() : 0);
        default -> {}
      }
    }
  }
}
