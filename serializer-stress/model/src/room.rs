//! `Room.Counted`: permits; `Line` and `Waiter`: items that wait for one.

use crate::{Modes, Volatile};
use loom::sync::atomic::Ordering::Release;
use std::sync::Mutex;

/// How many may be in the line, and one more.
const PLACES: usize = 8;

const ADMITTED: usize = 1;
const REFUSED: usize = 2;

pub struct Room {
    modes: Modes,
    capacity: usize,
    acquired: Volatile,
    released: Volatile,
    /// How many hold a permit, as loom executes: no part of the model, so it orders nothing.
    out: Mutex<usize>,
    is_used: Volatile,
    /// The `ConcurrentLinkedQueue`, whose accesses are volatile: a digit for each item, the first
    /// one is the lowest. No item is 0.
    line: Volatile,
    outcomes: Vec<Volatile>,
}

impl Room {
    pub fn new(modes: &Modes, capacity: usize) -> Self {
        Room {
            modes: modes.clone(),
            capacity,
            acquired: Volatile::new(modes, 0),
            released: Volatile::new(modes, 0),
            out: Mutex::new(0),
            is_used: Volatile::new(modes, 0),
            line: Volatile::new(modes, 0),
            outcomes: (0..4).map(|_| Volatile::new(modes, 0)).collect(),
        }
    }

    // Permits.

    /// By a producer.
    pub fn try_take(&self) -> bool {
        (self.modes.has("past the line") || !self.has_items()) && self.try_acquire()
    }

    pub fn try_acquire(&self) -> bool {
        let released = || self.released.get("tryAcquire: released");
        loop {
            let early = self.modes.has("released first").then(released);
            let n = self.acquired.get("tryAcquire: acquired");
            if n >= self.capacity + early.unwrap_or_else(released) {
                return false;
            }
            if self.modes.has("acquire by a store") {
                self.acquired.set(n + 1, "tryAcquire: set");
            } else if !self.acquired.cas(n, n + 1, "tryAcquire: compareAndSet") {
                continue;
            }
            let mut out = self.out.lock().unwrap();
            *out += 1;
            assert!(*out <= self.capacity, "more than the capacity");
            return true;
        }
    }

    /// Although there is no room: by the owner, for an item that is delivered next.
    pub fn acquire(&self) {
        *self.out.lock().unwrap() += 1;
        self.acquired.add(1, "acquire: getAndAdd");
    }

    pub fn give_back(&self) {
        if !self.modes.has("no giving back") {
            *self.out.lock().unwrap() -= 1;
            self.acquired.add(usize::MAX, "giveBack: getAndAdd");
        }
    }

    /// By the owner.
    pub fn release(&self) {
        let released = self.released.get("release: get");
        *self.out.lock().unwrap() -= 1;
        self.released.set_as(released + 1, "release: setRelease", Release);
    }

    /// How many are out, after all threads have ended.
    pub fn used(&self) -> usize {
        self.acquired.at_last() - self.released.at_last()
    }

    // The line.

    pub fn join(&self, item: usize) {
        self.is_used.set(1, "join: isUsed");
        loop {
            let line = self.line.get("join: last");
            let place = (0..).map(|i| PLACES.pow(i)).find(|place| line < *place).unwrap();
            if self.line.cas(line, line + item * place, "join: add") {
                return;
            }
        }
    }

    pub fn has_items(&self) -> bool {
        self.is_used.get("hasItems: isUsed") != 0 && self.first().is_some()
    }

    /// The first that is not decided.
    pub fn first(&self) -> Option<usize> {
        loop {
            let line = self.line.get("first: peek");
            if line == 0 {
                return None;
            }
            let first = line % PLACES;
            if self.outcomes[first].get("isDecided: get") == 0 {
                return Some(first);
            }
            self.line.cas(line, line / PLACES, "first: remove");
        }
    }

    fn decide(&self, item: usize, outcome: usize) -> bool {
        if self.modes.has("decide by a store") {
            self.outcomes[item].set(outcome, "decide: set");
            return true;
        }
        self.outcomes[item].cas(0, outcome, "decide: compareAndSet")
    }

    /// By the owner. Returns false if the item was refused meanwhile.
    pub fn admit(&self, item: usize) -> bool {
        self.decide(item, ADMITTED)
    }

    /// After an end was published.
    pub fn refuse_all(&self) {
        if self.has_items() {
            while let Some(first) = self.first() {
                self.decide(first, REFUSED);
            }
        }
    }

    /// Whether an item was admitted, after all threads have ended; none if nobody decided.
    pub fn was_admitted(&self, item: usize) -> Option<bool> {
        let outcome = self.outcomes[item].at_last();
        (outcome != 0).then_some(outcome == ADMITTED)
    }
}
