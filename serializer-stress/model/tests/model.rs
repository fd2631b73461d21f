//! The scenarios, with a row for each access, and twins that are not about modes.

use loom::sync::atomic::AtomicBool;
use loom::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use loom::thread::{spawn, JoinHandle};
use reactive_serializer_model::room::Room;
use reactive_serializer_model::stream::{Stream, FOLLOWS, OVERTAKES};
use reactive_serializer_model::{verify, Modes, Row, HOLDS, RACE};
use std::sync::Arc;

/// Starts a thread that uses what all threads share.
fn go<S: Send + Sync + 'static, T: 'static>(
    shared: &Arc<S>,
    run: impl FnOnce(&S) -> T + 'static,
) -> JoinHandle<T> {
    let shared = shared.clone();
    spawn(move || run(&shared))
}

fn join<T>(threads: impl IntoIterator<Item = JoinHandle<T>>) -> Vec<T> {
    threads.into_iter().map(|thread| thread.join().unwrap()).collect()
}

/// A thread has done something, and another one may know that.
fn flag() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

const LEFT: &str = "assertion `left == right` failed: left behind";
const LOST: Option<&str> = Some(LEFT);

// The word.

/// Three producers. One may know that the first emission of another has returned.
fn emissions(modes: &Modes, items: usize) {
    let stream = Arc::new(Stream::new(modes, &vec![1; items], 0));
    let returned = flag();
    let f = returned.clone();
    let first = go(&stream, move |s| {
        s.emit(0);
        f.store(true, Release);
        if items > 3 {
            s.emit(3);
        }
    });
    let second = go(&stream, |s| s.emit(1));
    let later = returned.load(Acquire);
    stream.emit(2);
    first.join().unwrap();
    second.join().unwrap();
    stream.assert_delivered(items);
    if items > 3 {
        stream.assert_order(0, 3);
    }
    if later {
        stream.assert_order(0, 2);
    }
}

const WORD: &[Row] = &[
    ("tryEnter: compareAndSet", SeqCst, &[(Acquire, HOLDS), (Release, RACE)]),
    ("tryExit: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("handOver: get", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
    ("push: get", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
    ("push: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("take: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("take: getAndSet", SeqCst, &[(Acquire, HOLDS), (Release, RACE)]),
    ("pass: terminal", SeqCst, &[]),
];

#[test]
fn emissions_are_serial() {
    verify((3, true), |modes| emissions(modes, 3), WORD, &[], &[("exit by a store", LEFT)]);
}

#[test]
fn emissions_are_in_order() {
    let twins = [("youngest first", "out of order")];
    verify((2, false), |modes| emissions(modes, 4), &[], &[WORD, NODE], &twins);
}

/// Three threads publish a fact each, and signal: also one that finds a signal and writes nothing.
fn signals(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[], 3));
    let others = [0, 1].map(|i| go(&stream, move |s| s.arrive(i)));
    stream.arrive(2);
    join(others);
    stream.assert_delivered(0);
}

#[test]
fn a_signal_that_finds_another_one_need_not_write() {
    let rows: &[Row] = &[
        ("arrived: set", SeqCst, &[(Release, LOST)]),
        ("arrived: get", SeqCst, &[(Acquire, LOST)]),
        ("push: get", SeqCst, &[(Acquire, LOST)]),
        ("push: compareAndSet", SeqCst, &[(AcqRel, LOST)]), // a false alarm of loom
        ("take: getAndSet", SeqCst, &[(AcqRel, LOST)]),
    ];
    verify((2, true), signals, rows, &[WORD], &[("look before take", LEFT)]);
}

/// Two producers, and one thread that ends the stream: each item has one outcome.
fn ends(modes: &Modes, how: usize) {
    let stream = Arc::new(Stream::new(modes, &[1; 2], 0).with_room(2));
    let others = [0, 1].map(|i| go(&stream, move |s| s.emit(i)));
    stream.end(how);
    assert_outcomes(&stream, join(others), how);
    assert_eq!(stream.room.as_ref().unwrap().used(), 0, "room is missing");
}

fn assert_outcomes(stream: &Stream, accepted: Vec<bool>, how: usize) {
    let discarded = stream.discarded.get();
    assert!(how == OVERTAKES || discarded.is_empty(), "overtaken");
    let outcomes = [stream.delivered(), discarded].concat();
    for (item, accepted) in accepted.into_iter().enumerate() {
        let times = outcomes.iter().filter(|other| **other == item).count();
        assert_eq!(times, accepted as usize, "the outcome of an item");
    }
    assert!(stream.is_closed(), "not ended");
}

const OPEN: Option<&str> = Some("not ended");
const ENDS: &[Row] = &[
    ("tryRequestEnd: compareAndSet", SeqCst, &[(AcqRel, OPEN)]),
    ("pass: terminal", SeqCst, &[(Acquire, OPEN)]),
    ("push: get", SeqCst, &[(Acquire, OPEN)]),
    ("push: compareAndSet", SeqCst, &[(AcqRel, OPEN)]), // a false alarm of loom
    ("close: getAndSet", SeqCst, &[(Acquire, HOLDS), (Release, RACE)]),
    ("settle: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("settle: compareAndSet", SeqCst, &[(Relaxed, HOLDS)]),
    ("signalled: setRelease", Release, &[]),
    ("giveBack: getAndAdd", SeqCst, &[(Relaxed, HOLDS)]),
];

#[test]
fn an_item_has_one_outcome_when_an_end_overtakes() {
    let twins = [("no giving back", "assertion `left == right` failed: room is missing")];
    verify((3, false), |modes| ends(modes, OVERTAKES), ENDS, &[WORD, ROOM, LINE], &twins);
}

#[test]
fn a_completion_overtakes_no_item() {
    let rows: &[Row] = &[("tryClose: compareAndSet", SeqCst, &[(Relaxed, HOLDS)])];
    let twins = [("close by a swap", "overtaken")];
    let others = [WORD, ENDS, ROOM, LINE];
    verify((3, false), |modes| ends(modes, FOLLOWS), rows, &others, &twins);
}

// Nodes.

/// A producer that hands over a node with two slots and appends to it, also when it is full; before an
/// append or after it another emission returns; and an owner that seals.
fn appends(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[2, 1, 1, 1, 1], 0));
    let (before, after) = (flag(), flag());
    let (b, a) = (before.clone(), after.clone());
    let producer = go(&stream, move |s| {
        s.emit_beside(0);
        let later = b.load(Acquire);
        s.emit(1);
        a.store(true, Release);
        s.emit(4);
        later
    });
    let other = go(&stream, move |s| {
        s.emit(2);
        before.store(true, Release);
    });
    let later = after.load(Acquire);
    stream.emit(3);
    other.join().unwrap();
    if producer.join().unwrap() {
        stream.assert_order(2, 1);
    }
    stream.assert_delivered(5);
    stream.assert_order(0, 1);
    stream.assert_order(1, 4);
    if later {
        stream.assert_order(1, 3);
    }
}

const NODE: &[Row] = &[
    ("append: count", SeqCst, &[(Relaxed, HOLDS)]),
    ("append: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
    ("seal: count", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
    ("seal: compareAndSet", SeqCst, &[(Relaxed, HOLDS)]),
];

#[test]
fn an_appended_item_is_delivered_in_order() {
    let twins = [("seal by a store", LEFT), ("append below", "out of order")];
    verify((3, true), appends, NODE, &[WORD], &twins);
}

/// A producer that appends, and an owner that has no credit, so that it keeps its items.
fn keeps(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[3; 4], 0).without_demand());
    let producer = go(&stream, |s| {
        s.emit_beside(0);
        s.emit(1);
    });
    stream.emit(2);
    stream.emit(3);
    producer.join().unwrap();
    stream.request(4);
    stream.assert_delivered(4);
    stream.assert_order(0, 1);
    stream.assert_order(2, 3);
}

#[test]
fn an_owner_keeps_no_item_where_a_producer_appends() {
    let twins = [("keep beside appends", "Causality violation: Concurrent")];
    verify((3, true), keeps, &[], &[WORD, NODE, DEMAND], &twins);
}

// The promise.

/// The holder of the promise, which enters twice, and two other producers.
fn bias(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[1; 4], 0).biased().owned());
    let others = [1, 2].map(|i| go(&stream, move |s| s.emit(i)));
    stream.promise();
    stream.emit(0);
    stream.emit(3);
    join(others);
    stream.assert_delivered(4);
    stream.assert_order(0, 3);
}

const BIAS: &[Row] = &[
    ("Bias.tryEnter: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("Bias.enter: fence", SeqCst, &[(AcqRel, RACE)]),
    ("Bias.enter: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("Bias.tryExit: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("Bias.leave: setRelease", Release, &[(Relaxed, RACE)]),
    ("Bias.leave: fence", SeqCst, &[(AcqRel, LOST)]),
    ("Bias.leave: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("Bias.claimIfVacant: barrier", SeqCst, &[(AcqRel, RACE)]),
    ("Bias.claimIfVacant: getAcquire", Acquire, &[(Relaxed, RACE)]),
    ("Bias.claim: compareAndSet", SeqCst, &[(Relaxed, HOLDS)]),
    ("new Bias: mark", SeqCst, &[(Relaxed, HOLDS)]),
    ("check: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, LOST)]),
];

#[test]
fn a_promise_is_revoked_by_a_barrier_on_both_sides() {
    let twins = [("late mark", "Causality"), ("every claim", "two owners")];
    verify((3, false), bias, BIAS, &[WORD, NODE], &twins);
}

#[test]
fn a_barrier_on_one_side_is_not_enough() {
    let rows: &[Row] = &[
        ("Bias.enter: fence", SeqCst, &[(Relaxed, RACE)]),
        ("Bias.leave: fence", SeqCst, &[(Relaxed, LOST)]),
        ("Bias.claimIfVacant: barrier", SeqCst, &[(Relaxed, RACE)]),
    ];
    verify((2, true), bias, rows, &[WORD, NODE, BIAS], &[]);
}

/// The holder ends the stream, while another thread emits.
fn bias_ends(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[1; 2], 0).biased().owned());
    let other = go(&stream, |s| s.emit(0));
    stream.promise();
    stream.emit(1);
    stream.end(FOLLOWS);
    assert_outcomes(&stream, vec![other.join().unwrap(), true], FOLLOWS);
}

#[test]
fn the_holder_of_a_promise_ends_the_stream() {
    let rows: &[Row] = &[
        ("Bias.withdraw: get", SeqCst, &[(Relaxed, HOLDS)]),
        ("Bias.withdraw: compareAndSet", SeqCst, &[(Relaxed, HOLDS)]),
        ("tryClose: compareAndSet", SeqCst, &[(Relaxed, HOLDS)]),
    ];
    verify((4, false), bias_ends, rows, &[WORD, NODE, BIAS, ENDS], &[]);
}

// Demand.

/// Two items that may have to wait, and two requests.
fn demand(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[1; 2], 0).without_demand());
    let requester = go(&stream, |s| {
        s.request(1);
        s.request(1);
    });
    stream.emit(0);
    stream.emit(1);
    requester.join().unwrap();
    stream.assert_delivered(2);
    stream.assert_order(0, 1);
}

const DEMAND: &[Row] = &[
    ("addRequested: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("addRequested: compareAndSet", SeqCst, &[(AcqRel, LOST)]),
    ("addDemand: starving", SeqCst, &[(Acquire, LOST)]),
    ("grant: requested", SeqCst, &[(Relaxed, HOLDS)]),
    ("starve: starving", SeqCst, &[(Release, LOST)]),
    ("starve: requested", SeqCst, &[(Acquire, LOST)]),
    ("deliver: starving", SeqCst, &[(Relaxed, HOLDS)]),
    ("deliver: set starving", SeqCst, &[(Release, LOST)]), // a false alarm of loom
];

#[test]
fn no_demand_is_missed() {
    verify((3, true), demand, DEMAND, &[WORD], &[("no starving", LEFT)]);
}

// Room.

/// Room for one, two who want it, and a request.
fn bound(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[1; 2], 0).without_demand().with_room(1));
    let producers = [0, 1].map(|i| go(&stream, move |s| s.emit(i)));
    stream.request(2);
    let accepted = join(producers).into_iter().filter(|accepted| *accepted).count();
    assert!(accepted != 0, "refused though there was room");
    assert_eq!(stream.delivered().len(), accepted, "left behind");
}

#[test]
fn never_more_wait_than_the_capacity() {
    let twins = [("acquire by a store", "more than the capacity")];
    verify((3, false), bound, &[], &[WORD, DEMAND, ROOM, LINE], &twins);
}

/// Room for two, of which one is taken, and released. One comes after that, and one at any time: never
/// are two out.
fn permits(modes: &Modes) {
    let room = Arc::new(Room::new(modes, 2));
    assert!(room.try_take());
    let released = flag();
    let f = released.clone();
    let later = go(&room, move |r| !f.load(Acquire) || r.try_take());
    let any = go(&room, |r| r.try_take());
    room.release();
    released.store(true, Release);
    assert!(join([later, any]) == [true, true], "refused though there was room");
}

const REFUSED: Option<&str> = Some("refused though there was room");
const ROOM: &[Row] = &[
    ("tryAcquire: acquired", SeqCst, &[(Acquire, HOLDS), (Relaxed, REFUSED)]),
    ("tryAcquire: released", SeqCst, &[(Relaxed, HOLDS)]),
    ("tryAcquire: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, REFUSED)]),
    ("release: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("release: setRelease", Release, &[(Relaxed, HOLDS)]),
    ("hasItems: isUsed", SeqCst, &[]),
];

#[test]
fn an_item_is_refused_only_for_lack_of_room() {
    let twins = [("released first", "refused though there was room")];
    verify((3, true), permits, ROOM, &[], &twins);
}

// The line.

/// One comes to the line, one emits and may stand still when it has the room, and a third one signals.
fn joins(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[1; 2], 0).with_room(1));
    let waiting = go(&stream, |s| s.emit_later(1));
    let producer = go(&stream, |s| s.emit(0));
    stream.signal();
    waiting.join().unwrap();
    let accepted = producer.join().unwrap() as usize;
    assert_eq!(stream.delivered().len(), 1 + accepted, "left behind");
}

const LINE: &[Row] = &[
    ("join: isUsed", SeqCst, &[(Release, LOST)]),
    ("join: last", SeqCst, &[(Relaxed, HOLDS)]),
    ("join: add", SeqCst, &[(AcqRel, LOST)]),
    ("hasItems: isUsed", SeqCst, &[(Acquire, LOST)]),
    ("first: peek", SeqCst, &[(Acquire, LOST)]),
    ("first: remove", SeqCst, &[(Relaxed, HOLDS)]),
    ("isDecided: get", SeqCst, &[(Relaxed, HOLDS)]),
    ("decide: compareAndSet", SeqCst, &[(Relaxed, HOLDS)]),
    ("admit: terminal", SeqCst, &[(Relaxed, HOLDS)]),
    ("acquire: getAndAdd", SeqCst, &[(Relaxed, HOLDS)]),
    ("standInLine: terminal", SeqCst, &[]),
];

#[test]
fn who_joins_the_line_is_admitted() {
    verify((2, true), joins, LINE, &[WORD, ROOM], &[]);
}

/// One item has the room, one comes to the line, and one after that; then there is demand.
fn line(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[1; 3], 0).without_demand().with_room(1));
    assert!(stream.emit(0));
    let producer = go(&stream, |s| {
        s.emit_later(1);
        s.emit(2)
    });
    stream.request(3);
    let accepted = producer.join().unwrap();
    stream.assert_delivered(2 + accepted as usize);
    if accepted {
        stream.assert_order(1, 2);
    }
}

#[test]
fn who_stands_in_line_gets_room_first() {
    let twins = [("past the line", "out of order")];
    verify((3, true), line, &[], &[WORD, DEMAND, ROOM, LINE], &twins);
}

/// One comes to the line, and the stream ends, while the owner stands still.
fn line_ends(modes: &Modes) {
    let stream = Stream::new(modes, &[1; 2], 0).without_demand().with_room(1).owned();
    let stream = Arc::new(stream);
    let ends = go(&stream, |s| s.end(OVERTAKES));
    stream.emit_later(1);
    ends.join().unwrap();
    assert_eq!(stream.room.as_ref().unwrap().was_admitted(1), Some(false), "still in line");
}

const STILL: Option<&str> = Some("assertion `left == right` failed: still in line");

#[test]
fn who_stands_in_line_learns_of_the_end() {
    let rows: &[Row] = &[
        ("tryRequestEnd: compareAndSet", SeqCst, &[(AcqRel, STILL)]),
        ("join: isUsed", SeqCst, &[(Release, STILL)]),
        ("join: add", SeqCst, &[(AcqRel, STILL)]),
        ("hasItems: isUsed", SeqCst, &[(Acquire, STILL)]),
        ("first: peek", SeqCst, &[(Acquire, STILL)]),
        ("standInLine: terminal", SeqCst, &[(Acquire, STILL)]),
    ];
    verify((4, true), line_ends, rows, &[WORD, DEMAND, ROOM, ENDS, LINE], &[]);
}

/// One comes to the line, and the stream ends, while owners admit.
fn admissions(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[1; 2], 0).without_demand().with_room(1));
    let waiting = go(&stream, |s| s.emit_later(1));
    stream.end(OVERTAKES);
    waiting.join().unwrap();
    let discarded = !stream.discarded.get().is_empty();
    let admitted = stream.room.as_ref().unwrap().was_admitted(1);
    assert_eq!(admitted, Some(discarded), "the outcome of one who waits");
}

#[test]
fn who_stands_in_line_has_one_outcome() {
    let twins = [("decide by a store", "assertion `left == right` failed: the outcome")];
    verify((3, true), admissions, &[], &[WORD, DEMAND, ROOM, ENDS, LINE], &twins);
}

/// A subscriber arrives while one in the line gets room.
fn arrival(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[1; 2], 1).without_demand().with_room(2));
    assert!(stream.emit(0));
    let waiting = go(&stream, |s| s.emit_later(1));
    stream.arrive(0);
    waiting.join().unwrap();
    stream.assert_delivered(2);
    stream.assert_order(0, 1);
}

#[test]
fn a_subscriber_is_not_overlooked_while_room_is_given_out() {
    let rows: &[Row] = &[("arrived: set", SeqCst, &[]), ("arrived: get", SeqCst, &[])];
    let others = [WORD, DEMAND, ROOM, LINE];
    verify((3, true), arrival, rows, &others, &[("attach before admit", LEFT)]);
}

// The end.

/// One thread fails, and one cancels, after it asked for the error.
fn errors(modes: &Modes) {
    let stream = Arc::new(Stream::new(modes, &[], 0));
    let failing = go(&stream, |s| s.end(OVERTAKES));
    let asking = go(&stream, |s| assert!([0, OVERTAKES].contains(&s.error())));
    let dropped = stream.cancel() as usize;
    let failed = failing.join().unwrap() as usize;
    asking.join().unwrap();
    assert_eq!(stream.signalled.get() + dropped, failed, "the outcome of an error");
}

#[test]
fn an_error_has_one_outcome() {
    let rows: &[Row] = &[
        ("tryRequestEnd: compareAndSet", SeqCst, &[(Release, HOLDS), (Acquire, RACE)]),
        ("replaceEnd: get", SeqCst, &[(Relaxed, HOLDS)]),
        ("replaceEnd: compareAndSet", SeqCst, &[(Relaxed, HOLDS)]),
        ("error: get", SeqCst, &[(Acquire, HOLDS), (Relaxed, RACE)]),
        ("signalled: setRelease", Release, &[(Relaxed, RACE)]),
    ];
    let twins = [("settle by a store", "assertion `left == right` failed: the outcome")];
    verify((2, true), errors, rows, &[WORD, ENDS], &twins);
}
