//! `Demand`, and what of `Termination` is more than one word.

use crate::{Modes, Plain, Volatile};
use loom::sync::atomic::Ordering::SeqCst;

pub struct Demand {
    modes: Modes,
    requested: Volatile,
    starving: Volatile,
    noted: Plain<usize>,
}

impl Demand {
    pub fn new(modes: &Modes) -> Self {
        let (requested, starving) = (Volatile::new(0), Volatile::new(0));
        Demand { modes: modes.clone(), requested, starving, noted: Plain::new(0) }
    }

    /// By any thread. Returns whether it must signal.
    pub fn add(&self, n: usize) -> bool {
        loop {
            let last = self.requested.get(self.modes.at("add: requested", SeqCst));
            if self.requested.cas(last, last + n, self.modes.at("add: compareAndSet", SeqCst)) {
                return self.starving.get(self.modes.at("add: starving", SeqCst)) != 0;
            }
        }
    }

    /// By the owner.
    pub fn grant(&self) -> usize {
        match self.note("grant: requested") {
            0 => {
                self.announce();
                self.note("grant: requested again")
            }
            granted => granted,
        }
    }

    /// By the owner, before an item waits without a pass.
    pub fn is_used_up(&self) -> bool {
        self.announce();
        self.requested.get(self.modes.at("isUsedUp: requested", SeqCst)) == self.noted.get()
    }

    fn announce(&self) {
        if self.modes.has("no announcement") {
            return;
        }
        if self.starving.get(self.modes.at("announce: starving", SeqCst)) == 0 {
            self.starving.set(1, self.modes.at("starve: starving", SeqCst));
        }
    }

    fn note(&self, site: &'static str) -> usize {
        let total = self.requested.get(self.modes.at(site, SeqCst));
        let granted = total - self.noted.get();
        self.noted.set(total);
        granted
    }

    /// By the owner.
    pub fn satisfied(&self) {
        if self.starving.get(self.modes.at("satisfied: get", SeqCst)) != 0 {
            self.starving.set(0, self.modes.at("satisfied: set", SeqCst));
        }
    }
}

const OPEN: usize = 0;
const ERROR: usize = 1;
const SETTLED: usize = 2;

pub struct Termination {
    modes: Modes,
    state: Volatile,
    settled: Plain<usize>,
    error: Plain<usize>, // what the thread that failed wrote into the error
}

impl Termination {
    pub fn new(modes: &Modes) -> Self {
        let state = Volatile::new(OPEN);
        Termination { modes: modes.clone(), state, settled: Plain::new(OPEN), error: Plain::new(0) }
    }

    pub fn fail(&self) {
        self.error.set(7);
        assert!(self.state.cas(OPEN, ERROR, self.modes.at("fail: compareAndSet", SeqCst)));
    }

    /// By the owner: signals the error if there is one.
    pub fn settle(&self) {
        let end = self.state.get(self.modes.at("end: get", SeqCst));
        self.settled.set(end);
        if end == ERROR
            && self.state.cas(end, SETTLED, self.modes.at("settle: compareAndSet", SeqCst))
        {
            assert_eq!(self.error.get(), 7);
        }
    }

    /// By any thread: what the error says that has ended the stream, or will.
    pub fn error(&self) -> Option<usize> {
        let state = self.state.get(self.modes.at("error: get", SeqCst));
        let last = if state == SETTLED { self.settled.get() } else { state };
        (last == ERROR).then(|| self.error.get())
    }
}
