//! What waits: the bounded queue, alone and behind the word; runs; the demand and the termination.

use loom::sync::atomic::AtomicBool;
use loom::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use loom::thread;
use reactive_serializer_model::drain::{Drain, HOLDER};
use reactive_serializer_model::ending::{Demand, Termination};
use reactive_serializer_model::queue::Queue;
use reactive_serializer_model::run::Run;
use reactive_serializer_model::{verify, Modes, Row, HOLDS, RACE};
use std::sync::Arc;

/// Two producers, and an owner that removes.
fn queue(modes: &Modes) {
    let queue = Arc::new(Queue::new(modes, 1, 4));
    let spawn = |items: &'static [usize]| {
        let queue = queue.clone();
        thread::spawn(move || {
            items.iter().filter(|item| queue.offer(**item)).copied().collect::<Vec<_>>()
        })
    };
    let producers = [spawn(&[0, 1]), spawn(&[2])];
    let mut removed: Vec<_> = queue.remove().into_iter().collect();
    let mut accepted: Vec<_> = [3].into_iter().filter(|item| queue.offer(*item)).collect();
    removed.extend(queue.remove());
    accepted.extend(producers.into_iter().flat_map(|p| p.join().unwrap()));
    while let Some(item) = queue.remove() {
        removed.push(item);
    }
    let place = |item| removed.iter().position(|other| *other == item);
    assert!(place(1).is_none() || place(0) < place(1), "out of order: {removed:?}");
    removed.sort();
    accepted.sort();
    assert_eq!(removed, accepted, "accepted but not delivered");
}

const REFUSED: Option<&str> = Some("refused though there was room");
const QUEUE: &[Row] = &[
    ("offer: tail", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
    ("offer: next", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
    ("offer: help tail", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("offer: head", SeqCst, &[(Acquire, REFUSED)]),
    ("offer: link", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("offer: move tail", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("remove: head", SeqCst, &[(Relaxed, HOLDS)]),
    ("remove, remaining: next", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
    ("remove: tail", SeqCst, &[(Relaxed, HOLDS)]),
    ("remove: help tail", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("remove: move head", SeqCst, &[(AcqRel, REFUSED)]),
    ("remove: unlink", SeqCst, &[(Relaxed, HOLDS)]),
];

#[test]
fn a_queue_is_exact() {
    verify((3, true), queue, QUEUE, &[], &[]);
}

const LEFT: Option<&str> = Some("assertion `left == right` failed: left behind");

/// The accesses of the word, which the tests of `drain` weaken.
const WORD: &[Row] = &[
    ("enter: compareAndSet", SeqCst, &[]),
    ("tryExit: compareAndSet", SeqCst, &[]),
    ("isClosed: get", SeqCst, &[]),
    ("push: get", SeqCst, &[]),
    ("push: compareAndSet", SeqCst, &[]),
    ("take: get", SeqCst, &[]),
    ("take: getAndSet", SeqCst, &[]),
    ("hasWork: get", SeqCst, &[]),
];

/// Two producers of a sink, which deliver, or add to the queue and signal; and a thread that signals.
fn sink(modes: &Modes) {
    let mut drain = Drain::new(modes, 2, 0);
    drain.queue = Some(Queue::new(modes, 2, 2));
    let drain = Arc::new(drain);
    let spawn = |i| {
        let drain = drain.clone();
        thread::spawn(move || drain.emit(i, i))
    };
    let producers = [spawn(0), spawn(1)];
    drain.signal();
    let accepted = producers.into_iter().filter_map(|p| p.join().unwrap().then_some(())).count();
    assert_eq!(drain.delivered().len(), accepted, "left behind");
}

#[test]
fn an_item_in_the_queue_is_delivered() {
    let rows: &[Row] = &[
        ("offer: link", SeqCst, &[(AcqRel, LEFT)]),
        ("remove, remaining: next", SeqCst, &[(Acquire, LEFT)]),
        ("remaining: head", SeqCst, &[(Relaxed, HOLDS)]),
        ("signalOwner: get", SeqCst, &[(Acquire, LEFT)]),
        ("signalOwner: compareAndSet", SeqCst, &[(AcqRel, LEFT)]), // a false alarm of loom
        ("take: getAndSet", SeqCst, &[(AcqRel, LEFT)]),
    ];
    let others: Vec<Row> = WORD.iter().chain(QUEUE).copied().collect();
    verify((3, true), sink, rows, &others, &[]);
}

/// A producer that hands over its segment and perhaps appends to it, before it or after it another
/// emission returns; and an owner that seals.
fn run(modes: &Modes) {
    let mut drain = Drain::new(modes, 4, 0);
    drain.run = Some(Run::of(modes, 0, 3));
    let drain = Arc::new(drain);
    let returned = Arc::new([AtomicBool::new(false), AtomicBool::new(false)]);
    let (r, flags) = (drain.clone(), returned.clone());
    let producer = thread::spawn(move || {
        r.make(0);
        r.hand_over(0);
        let later = flags[1].load(Acquire);
        r.emit(HOLDER, 1);
        flags[0].store(true, Release);
        later
    });
    let (r, flags) = (drain.clone(), returned.clone());
    let other = thread::spawn(move || {
        r.emit(2, 2);
        flags[1].store(true, Release);
    });
    let later = returned[0].load(Acquire);
    drain.emit(3, 3);
    other.join().unwrap();
    if producer.join().unwrap() {
        drain.assert_order(2, 1);
    }
    drain.assert_idle(4);
    drain.assert_order(0, 1);
    if later {
        drain.assert_order(1, 3);
    }
}

#[test]
fn an_item_appended_to_a_run_is_delivered_in_order() {
    let rows: &[Row] = &[
        ("append: youngest", SeqCst, &[(Relaxed, HOLDS)]),
        ("append: count", SeqCst, &[(Relaxed, HOLDS)]),
        ("append: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
        ("seal: count", SeqCst, &[(Relaxed, HOLDS)]),
        ("seal: compareAndSet", SeqCst, &[(Acquire, HOLDS), (Release, HOLDS)]),
        ("seal: size", SeqCst, &[(Relaxed, HOLDS)]),
    ];
    let twins = [("seal by a store", "range end index"), ("open segment", "out of order")];
    verify((3, true), run, rows, WORD, &twins);
}

/// A thread requests, while the owner looks for demand, finds some, and looks again.
fn demand(modes: &Modes) {
    let demand = Arc::new(Demand::new(modes));
    let d = demand.clone();
    let requester = thread::spawn(move || [d.add(1), d.add(1)]);
    let mut granted = demand.grant();
    if granted != 0 {
        demand.satisfied();
        granted += demand.grant();
    }
    let signals = requester.join().unwrap();
    assert!(granted == 2 || signals[1], "a request is missed");
}

const MISSED: Option<&str> = Some("a request is missed");

#[test]
fn a_request_is_granted_or_signalled() {
    let rows: &[Row] = &[
        ("add: requested", SeqCst, &[(Relaxed, HOLDS)]),
        ("add: compareAndSet", SeqCst, &[(AcqRel, MISSED)]),
        ("add: starving", SeqCst, &[(Acquire, MISSED)]),
        ("grant: requested", SeqCst, &[(Relaxed, HOLDS)]),
        ("announce: starving", SeqCst, &[(Relaxed, HOLDS)]),
        ("starve: starving", SeqCst, &[(Release, MISSED)]),
        ("grant: requested again", SeqCst, &[(Acquire, MISSED)]),
        ("satisfied: get", SeqCst, &[(Relaxed, HOLDS)]),
        ("satisfied: set", SeqCst, &[(Release, MISSED)]), // a false alarm of loom
    ];
    verify((4, true), demand, rows, &[], &[("no announcement", "a request is missed")]);
}

/// A thread requests, while the owner lets an item wait without a pass, if all demand is used up.
fn waits_without_a_pass(modes: &Modes) {
    let demand = Arc::new(Demand::new(modes));
    let d = demand.clone();
    let requester = thread::spawn(move || [d.add(1), d.add(1)]);
    let mut granted = 0;
    while !demand.is_used_up() {
        granted += demand.grant();
    }
    let signals = requester.join().unwrap();
    assert!(granted == 2 || signals[1], "a request is missed");
}

#[test]
fn a_request_meets_the_item_that_waits_without_a_pass() {
    let rows: &[Row] = &[
        ("add: requested", SeqCst, &[(Relaxed, HOLDS)]),
        ("add: compareAndSet", SeqCst, &[(AcqRel, MISSED)]),
        ("add: starving", SeqCst, &[(Acquire, MISSED)]),
        ("announce: starving", SeqCst, &[(Relaxed, HOLDS)]),
        ("starve: starving", SeqCst, &[(Release, MISSED)]),
        ("isUsedUp: requested", SeqCst, &[(Acquire, MISSED)]),
        ("grant: requested", SeqCst, &[(Relaxed, HOLDS)]),
    ];
    verify(
        (4, true),
        waits_without_a_pass,
        rows,
        &[],
        &[("no announcement", "a request is missed")],
    );
}

/// One thread fails, the owner settles, a third one asks for the error.
fn termination(modes: &Modes) {
    let termination = Arc::new(Termination::new(modes));
    let (t, u) = (termination.clone(), termination.clone());
    let failing = thread::spawn(move || t.fail());
    let owner = thread::spawn(move || u.settle());
    assert!(matches!(termination.error(), None | Some(7)));
    failing.join().unwrap();
    owner.join().unwrap();
}

#[test]
fn an_end_is_published() {
    let rows: &[Row] = &[
        ("fail: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
        ("end: get", SeqCst, &[(Relaxed, HOLDS)]),
        ("settle: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
        ("error: get", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
    ];
    verify((4, true), termination, rows, &[], &[]);
}
