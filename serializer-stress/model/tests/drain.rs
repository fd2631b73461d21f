//! The word: ownership, hand-over, signals, closing.

use loom::sync::atomic::AtomicBool;
use loom::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use loom::thread;
use reactive_serializer_model::drain::Drain;
use reactive_serializer_model::{verify, Modes, Row, HOLDS, RACE};
use std::sync::Arc;

const LEFT: &str = "assertion `left == right` failed: left behind or delivered twice";

const LEFT_BEHIND: Option<&str> = Some(LEFT);

/// Three producers. One may know that the first emission of another has returned.
fn emissions(modes: &Modes, second_item: bool, hint: bool) {
    let items = 3 + second_item as usize;
    let drain = Arc::new(Drain::new(modes, items, 0));
    if hint {
        drain.expect_owner();
    }
    let returned = Arc::new(AtomicBool::new(false));
    let (r, f) = (drain.clone(), returned.clone());
    let first = thread::spawn(move || {
        r.emit(1, 0);
        f.store(true, Release);
        if second_item {
            r.emit(1, 3);
        }
    });
    let r = drain.clone();
    let second = thread::spawn(move || r.emit(2, 1));
    let later = returned.load(Acquire);
    drain.emit(3, 2);
    first.join().unwrap();
    second.join().unwrap();
    drain.assert_idle(items);
    if second_item {
        drain.assert_order(0, 3);
    }
    if later {
        drain.assert_order(0, 2);
    }
}

const EMISSIONS: &[Row] = &[
    ("enter: compareAndSet", SeqCst, &[(Acquire, HOLDS), (Release, RACE)]),
    ("tryExit: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("isClosed: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("push: get", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
    ("push: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("take: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("take: getAndSet", SeqCst, &[(Acquire, HOLDS), (Release, RACE)]),
    ("hasWork: get", SeqCst, &[(Relaxed, HOLDS)]),
];

#[test]
fn emissions_are_serial() {
    let twins = [("exit by a store", LEFT)];
    verify((3, true), |modes| emissions(modes, false, false), EMISSIONS, &[], &twins);
}

#[test]
fn emissions_are_in_order() {
    let twins = [("youngest first", "out of order")];
    verify((2, false), |modes| emissions(modes, true, false), &[], EMISSIONS, &twins);
}

#[test]
fn a_hint_may_be_wrong() {
    let rows: &[Row] = &[("enter: get", SeqCst, &[(Relaxed, HOLDS)])];
    verify((2, false), |modes| emissions(modes, false, true), rows, EMISSIONS, &[]);
}

/// Three threads publish a cause each, and signal: also one that finds a signal and writes nothing.
fn signals(modes: &Modes) {
    let drain = Arc::new(Drain::new(modes, 0, 3));
    let spawn = |i| {
        let drain = drain.clone();
        thread::spawn(move || drain.cause(i))
    };
    let (first, second) = (spawn(0), spawn(1));
    drain.cause(2);
    first.join().unwrap();
    second.join().unwrap();
    drain.assert_idle(0);
}

const LOST: Option<&str> = Some("left behind: a cause");

#[test]
fn a_signal_that_finds_another_one_need_not_write() {
    let rows: &[Row] = &[
        ("cause: set", SeqCst, &[(Release, LOST)]),
        ("cause: get", SeqCst, &[(Acquire, LOST)]),
        ("signalOwner: get", SeqCst, &[(Acquire, LOST)]),
        ("signalOwner: compareAndSet", SeqCst, &[(AcqRel, LOST)]), // a false alarm of loom
        ("take: getAndSet", SeqCst, &[(AcqRel, LOST)]),
    ];
    verify((2, true), signals, rows, EMISSIONS, &[("look before take", "left behind: a cause")]);
}

/// Two producers, and one thread that ends the stream: each item has one outcome.
fn closing(modes: &Modes) {
    let mut drain = Drain::new(modes, 2, 1);
    drain.closes = true;
    let drain = Arc::new(drain);
    let spawn = |i| {
        let drain = drain.clone();
        thread::spawn(move || drain.emit(i, i))
    };
    let (first, second) = (spawn(0), spawn(1));
    drain.cause(0);
    let accepted = [first.join().unwrap(), second.join().unwrap()];
    let mut outcomes = drain.delivered();
    outcomes.extend(drain.discarded.get());
    for (item, accepted) in accepted.into_iter().enumerate() {
        let times = outcomes.iter().filter(|other| **other == item).count();
        assert_eq!(times, accepted as usize, "the outcome of an item");
    }
    assert!(drain.is_closed(), "left behind: a cause");
}

#[test]
fn an_item_has_one_fate_when_the_word_is_closed() {
    let rows: &[Row] = &[
        ("cause: set", SeqCst, &[(Release, LOST)]),
        ("cause: get", SeqCst, &[(Acquire, LOST)]),
        ("signalOwner: get", SeqCst, &[(Acquire, LOST)]),
        ("signalOwner: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, HOLDS)]),
        ("push: compareAndSet", SeqCst, &[(AcqRel, LOST)]), // a false alarm of loom
        ("closeWord: getAndSet", SeqCst, &[(Acquire, HOLDS), (Release, RACE)]),
    ];
    verify((3, false), closing, rows, EMISSIONS, &[]);
}

/// The holder of the promise and two other producers. The holder enters twice.
fn bias(modes: &Modes) {
    let drain = Arc::new(Drain::biased(modes, 5));
    drain.make(0);
    drain.deliver(0);
    let spawn = |i| {
        let drain = drain.clone();
        thread::spawn(move || {
            drain.emit(i, i);
        })
    };
    let others = [spawn(2), spawn(3)];
    drain.promise();
    drain.emit(1, 1);
    drain.emit(1, 4);
    for other in others {
        other.join().unwrap();
    }
    drain.assert_idle(5);
    drain.assert_order(1, 4);
}

const BIAS: &[Row] = &[
    ("enter: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("enter by promise: fence", SeqCst, &[(AcqRel, RACE)]),
    ("enter by promise: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("leave: setRelease", Release, &[(Relaxed, RACE)]),
    ("leave: fence", SeqCst, &[(AcqRel, LEFT_BEHIND)]),
    ("leave: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("revoke: barrier", SeqCst, &[(AcqRel, RACE)]),
    ("claimIfVacant: getAcquire", Acquire, &[(Relaxed, RACE)]),
    ("claim: compareAndSet", SeqCst, &[(Relaxed, HOLDS)]),
    ("new Bias: mark", SeqCst, &[(Relaxed, HOLDS)]),
    ("promise: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, LEFT_BEHIND)]),
];

#[test]
fn a_promise_is_revoked_by_a_barrier_on_both_sides() {
    let twins = [("late mark", "Causality"), ("every claim", "two owners")];
    verify((3, false), bias, BIAS, EMISSIONS, &twins);
}

#[test]
fn a_barrier_on_one_side_is_not_enough() {
    let rows: &[Row] = &[
        ("enter by promise: fence", SeqCst, &[(Relaxed, RACE)]),
        ("leave: fence", SeqCst, &[(Relaxed, LEFT_BEHIND)]),
        ("revoke: barrier", SeqCst, &[(Relaxed, RACE)]),
    ];
    let others: Vec<Row> = EMISSIONS.iter().chain(BIAS).copied().collect();
    verify((2, true), bias, rows, &others, &[]);
}
