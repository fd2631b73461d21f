//! The steps of the library between threads, with the access modes of the Java code, for `loom`,
//! which explores their executions, weak ones too. README.md says what this shows, and what not.

use loom::cell::UnsafeCell;
use loom::sync::atomic::{fence, AtomicUsize, Ordering};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex};
use Ordering::{AcqRel, Acquire, Relaxed, SeqCst};

pub mod room;
pub mod stream;

/// The modes of all accesses: those of the Java code, except for at most one.
#[derive(Clone, Default)]
pub struct Modes {
    weak: Option<(&'static str, Ordering)>,
    seen: Arc<Mutex<BTreeMap<&'static str, Ordering>>>,
}

impl Modes {
    /// The mode of the access `site`, which is `java` in the Java code.
    fn at(&self, site: &'static str, java: Ordering) -> Ordering {
        self.seen.lock().unwrap().insert(site, java);
        match self.weak {
            Some((weak, mode)) if weak == site => mode,
            _ => java,
        }
    }

    /// Whether the twin with this defect is meant, which is not one of modes.
    fn has(&self, defect: &'static str) -> bool {
        matches!(self.weak, Some((weak, _)) if weak == defect)
    }

    /// A full fence; none if it is weakened to `Relaxed`.
    fn fence(&self, site: &'static str) {
        tick();
        match self.at(site, SeqCst) {
            Relaxed => {}
            mode => fence(mode),
        }
    }
}

thread_local! {
    static TICKS: Cell<bool> = const { Cell::new(false) };
}

loom::lazy_static! {
    static ref TICK: AtomicUsize = AtomicUsize::new(0);
}

/// Lets loom try other threads here. By itself it does so only before accesses that conflict, and
/// of one field it knows only the last access: it may overlook one before that. This one conflicts
/// with its like in all threads. It is relaxed, so it orders nothing.
fn tick() {
    if TICKS.get() {
        TICK.fetch_add(1, Relaxed);
    }
}

/// A volatile field. Its first value is stored once more, as `SeqCst`: in Java the initial write
/// comes first in the order of all volatile accesses, but that of loom is no part of this order.
/// Each access has a name; its mode in Java is volatile, unless it says otherwise.
pub struct Volatile(AtomicUsize, Modes);

impl Volatile {
    fn new(modes: &Modes, value: usize) -> Self {
        let atomic = AtomicUsize::new(value);
        atomic.store(value, SeqCst);
        Volatile(atomic, modes.clone())
    }

    fn get(&self, site: &'static str) -> usize {
        self.get_as(site, SeqCst)
    }

    fn get_as(&self, site: &'static str, java: Ordering) -> usize {
        tick();
        self.0.load(self.1.at(site, java))
    }

    fn set(&self, value: usize, site: &'static str) {
        self.set_as(value, site, SeqCst);
    }

    fn set_as(&self, value: usize, site: &'static str, java: Ordering) {
        tick();
        self.0.store(value, self.1.at(site, java));
    }

    fn swap(&self, value: usize, site: &'static str) -> usize {
        tick();
        self.0.swap(value, self.1.at(site, SeqCst))
    }

    fn add(&self, n: usize, site: &'static str) {
        tick();
        self.0.fetch_add(n, self.1.at(site, SeqCst));
    }

    /// As in Java, it reads by the same mode if it fails.
    fn cas(&self, expected: usize, next: usize, site: &'static str) -> bool {
        tick();
        let mode = self.1.at(site, SeqCst);
        let failure = match mode {
            SeqCst => SeqCst,
            AcqRel | Acquire => Acquire,
            _ => Relaxed,
        };
        self.0.compare_exchange(expected, next, mode, failure).is_ok()
    }

    /// The value after all threads have ended.
    fn at_last(&self) -> usize {
        self.0.load(SeqCst)
    }
}

/// A plain field. `loom` reports two accesses without order, one of which writes.
pub struct Plain<T>(UnsafeCell<T>);

unsafe impl<T: Send> Sync for Plain<T> {} // loom checks that

impl<T: Clone> Plain<T> {
    pub fn new(value: T) -> Self {
        Plain(UnsafeCell::new(value))
    }

    pub fn get(&self) -> T {
        self.0.with(|value| unsafe { (*value).clone() })
    }

    pub fn set(&self, next: T) {
        self.update(|value| *value = next);
    }

    pub fn update(&self, change: impl FnOnce(&mut T)) {
        self.0.with_mut(|value| change(unsafe { &mut *value }));
    }
}

/// What must come of a variant: nothing, or a failure whose message begins like this.
pub type Outcome = Option<&'static str>;
pub const HOLDS: Outcome = None;
pub const RACE: Outcome = Some("Causality violation: Concurrent");

/// An access with its mode in Java: the weakest modes with which the model holds, and those just
/// below, with which it fails.
pub type Row = (&'static str, Ordering, &'static [(Ordering, Outcome)]);

/// Explores the executions of `scenario` with so many preemptions at most. Returns the message of
/// the first that fails, and the accesses.
fn explore(
    (preemptions, ticks): (usize, bool),
    scenario: fn(&Modes),
    weak: Option<(&'static str, Ordering)>,
) -> (Option<String>, BTreeMap<&'static str, Ordering>) {
    let modes = Modes { weak, ..Modes::default() };
    let seen = modes.seen.clone();
    let count = Arc::new(Mutex::new(0));
    let counted = count.clone();
    let failure = catch_unwind(AssertUnwindSafe(|| {
        let mut builder = loom::model::Builder::new();
        builder.preemption_bound = Some(preemptions);
        builder.max_branches = 4_000;
        TICKS.set(ticks);
        builder.check(move || {
            *counted.lock().unwrap() += 1;
            scenario(&modes);
        });
    }))
    .err()
    .map(|thrown| match thrown.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => other.downcast::<&str>().map_or("?".into(), |text| text.to_string()),
    });
    let first = failure.as_deref().and_then(|text| text.lines().next()).unwrap_or("holds");
    println!("{:60} {:8} executions: {first}", format!("{weak:?}"), count.lock().unwrap());
    let accesses = seen.lock().unwrap().clone();
    (failure, accesses)
}

/// Checks that `scenario` holds with the modes of Java; that each access of it that is more than
/// opaque has a row, here or `elsewhere`; and that each variant comes to what its row says.
pub fn verify(
    bounds: (usize, bool),
    scenario: fn(&Modes),
    rows: &[Row],
    elsewhere: &[&[Row]],
    twins: &[(&'static str, &str)],
) {
    let (failure, accesses) = explore(bounds, scenario, None);
    assert_eq!(failure, None, "with the modes of Java");
    let mut wrong = Vec::new();
    let known = [elsewhere, &[rows]].concat().concat();
    for (site, mode) in accesses.into_iter().filter(|(_, mode)| *mode != Relaxed) {
        if !known.iter().any(|row| (row.0, row.1) == (site, mode)) {
            wrong.push(format!("no row for {site}, {mode:?}"));
        }
    }
    let mut check = |site, mode, outcome: Option<&str>| {
        let (failure, accesses) = explore(bounds, scenario, Some((site, mode)));
        let same = match (&failure, outcome) {
            (Some(text), Some(expected)) => text.starts_with(expected),
            (failure, outcome) => failure.is_none() && outcome.is_none(),
        };
        if !same {
            wrong.push(format!("{site}, {mode:?}: expected {outcome:?}, got {failure:?}"));
        }
        accesses.contains_key(site)
    };
    for (site, _, steps) in rows {
        for (mode, outcome) in steps.iter() {
            assert!(check(site, *mode, *outcome), "no access {site}");
        }
    }
    for (defect, failure) in twins {
        check(defect, Relaxed, Some(failure));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
