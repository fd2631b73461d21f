package org.reactiveserializer.stress.stopped;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.reactiveserializer.EmitResult;
import org.reactiveserializer.stress.stopped.Step.Act;

/** A situation, played once. */
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

  /** Does what is done before, and gets the emitter into the downstream. */
  void prepare() {
    situation.before().forEach(this::perform);
    if (situation.held()) {
      letEmitterIn();
    }
    ledger.victimBegins();
  }

  private void letEmitterIn() {
    Call call = call(Step.bring(Who.EMITTER));
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
    if (!recorder.isEmitterInside()) { // the victim emits: the item waits for it
      release();
    }
  }

  /** While the victim stands still for the first time of two: the emitter comes, or goes. */
  void meanwhile() {
    goesOn = true;
    if (situation.held()) {
      release();
    } else {
      letEmitterIn();
    }
  }

  /** Returns the victim's call. */
  Call victim() {
    return call(situation.victim());
  }

  /**
   * Has the others do their part.
   *
   * @param free whether it is known that the victim does not own the emission
   * @return whether it does not
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

  /** When all calls have returned: lets everything come to its end, and draws the account. */
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
    if (step.act() == Act.BRING && !subject.mayBring(step.who())) {
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
    return new Call(step, step.act() == Act.BRING ? numbers.merge(step.who(), 1, Integer::sum) : 0);
  }

  /** A call, its answer, and the entry of it into the ledger. */
  final class Call implements Callable<@Nullable Void> {
    private final Step step;
    private final Item item;
    private final Ledger.Before before = ledger.before();
    private final Throwable error;
    private @Nullable EmitResult answer;
    private boolean requested;

    private Call(Step step, int number) {
      this.step = step;
      item = new Item(step.who(), number);
      error = new IllegalStateException("the error of " + step.who());
    }

    @Override
    public @Nullable Void call() {
      switch (step.act()) {
        case BRING -> answer = subject.bring(item);
        case COMPLETE -> answer = subject.complete(step.who());
        case FAIL -> answer = subject.fail(step.who(), error);
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
        case BRING -> ledger.brought(item, answer, before);
        case COMPLETE -> ledger.ended(step, null, answer, before);
        case FAIL -> ledger.ended(step, error, answer, before);
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
