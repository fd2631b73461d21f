//! `Run`: the items that one producer appends, until the owner seals.

use crate::{Modes, Plain, Volatile};
use loom::sync::atomic::Ordering::SeqCst;

pub struct Run {
    modes: Modes,
    count: Volatile, // the complement once the segment is sealed
    slots: Vec<Plain<usize>>,
}

impl Run {
    pub fn of(modes: &Modes, item: usize, slots: usize) -> Self {
        let run = Run {
            modes: modes.clone(),
            count: Volatile::new(1),
            slots: (0..slots).map(|_| Plain::new(usize::MAX)).collect(),
        };
        run.slots[0].set(item);
        run
    }

    /// By the producer. Returns false if the segment is sealed.
    pub fn append(&self, item: usize) -> bool {
        let n = self.count.get(self.modes.at("append: count", SeqCst));
        if n > self.slots.len() {
            return false;
        }
        self.slots[n].set(item);
        self.count.cas(n, n + 1, self.modes.at("append: compareAndSet", SeqCst))
    }

    /// By the owner. Returns the items.
    pub fn seal(&self) -> Vec<usize> {
        loop {
            let n = self.count.get(self.modes.at("seal: count", SeqCst));
            if n > self.slots.len() {
                break;
            }
            if self.modes.has("seal by a store") {
                self.count.set(!n, SeqCst);
            } else {
                self.count.cas(n, !n, self.modes.at("seal: compareAndSet", SeqCst));
            }
        }
        let size = !self.count.get(self.modes.at("seal: size", SeqCst));
        self.slots[..size].iter().map(Plain::get).collect()
    }
}
