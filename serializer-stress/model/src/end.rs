//! `End`: how one is requested, settled, signalled or cancelled; and what becomes of its error.

use crate::{Modes, Plain, Volatile};
use loom::sync::atomic::Ordering::Release;

const NONE: usize = 0;
const REQUESTED: usize = 1;
const SETTLED: usize = 2;
const SIGNALLED: usize = 3;
const CANCELLED: usize = 4;

pub struct Terminal {
    modes: Modes,
    end: Volatile,
    error: Plain<usize>, // what the thread that failed wrote into the error
    pub signals: Plain<usize>,
}

impl Terminal {
    pub fn new(modes: &Modes) -> Self {
        let (end, error, signals) = (Volatile::new(modes, NONE), Plain::new(0), Plain::new(0));
        Terminal { modes: modes.clone(), end, error, signals }
    }

    /// `tryRequestEnd`, by any thread. Returns false if there was an end.
    pub fn fail(&self) -> bool {
        self.error.set(7);
        self.end.cas(NONE, REQUESTED, "tryRequestEnd: compareAndSet")
    }

    /// `replaceEnd`, by any thread. Returns whether it dropped an error.
    pub fn cancel(&self) -> bool {
        loop {
            let last = self.end.get("replaceEnd: get");
            if last > REQUESTED {
                return false;
            }
            if self.end.cas(last, CANCELLED, "replaceEnd: compareAndSet") {
                if last == REQUESTED {
                    assert_eq!(self.error.get(), 7);
                }
                return last == REQUESTED;
            }
        }
    }

    /// `settle`, and what follows, by the owner.
    pub fn settle(&self) {
        loop {
            let end = self.end.get("settle: get");
            if end != REQUESTED {
                return;
            }
            if self.modes.has("settle by a store") {
                self.end.set(SETTLED, "settle: set");
            } else if !self.end.cas(end, SETTLED, "settle: compareAndSet") {
                continue;
            }
            assert_eq!(self.error.get(), 7);
            self.signals.update(|n| *n += 1);
            self.end.set_as(SIGNALLED, "signalled: setRelease", Release);
            return;
        }
    }

    /// By any thread: what the error says by which the stream has ended, or will.
    pub fn error(&self) -> Option<usize> {
        let end = self.end.get("error: get");
        (end != NONE && end != CANCELLED).then(|| self.error.get())
    }
}
