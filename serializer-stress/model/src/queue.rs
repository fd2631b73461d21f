//! `BoundedQueue`, without eviction and closing.

use crate::{Modes, Plain, Volatile};
use loom::sync::atomic::Ordering::SeqCst;
use std::sync::Mutex;

const NONE: usize = usize::MAX;

struct Node {
    item: Plain<usize>,
    number: Plain<usize>,
    next: Volatile,
}

/// An item is a small number, and has the node one above it.
pub struct Queue {
    modes: Modes,
    capacity: usize,
    head: Volatile,
    tail: Volatile,
    nodes: Vec<Node>,
    counts: Mutex<Counts>,
}

/// What waits, in the order in which loom executes: no part of the model, so it orders nothing.
#[derive(Clone, Copy, Default)]
struct Counts {
    waiting: usize,
    times_full: usize,
}

impl Queue {
    pub fn new(modes: &Modes, capacity: usize, items: usize) -> Self {
        let node =
            |_| Node { item: Plain::new(NONE), number: Plain::new(0), next: Volatile::new(NONE) };
        Queue {
            modes: modes.clone(),
            capacity,
            head: Volatile::new(0),
            tail: Volatile::new(0),
            nodes: (0..=items).map(node).collect(),
            counts: Mutex::default(),
        }
    }

    fn at(&self, field: &Volatile, site: &'static str) -> usize {
        field.get(self.modes.at(site, SeqCst))
    }

    fn cas(&self, field: &Volatile, from: usize, to: usize, site: &'static str) -> bool {
        field.cas(from, to, self.modes.at(site, SeqCst))
    }

    /// Returns false if the queue is full.
    pub fn offer(&self, item: usize) -> bool {
        let before = *self.counts.lock().unwrap();
        let node = item + 1;
        loop {
            let last = self.at(&self.tail, "offer: tail");
            let next = self.at(&self.nodes[last].next, "offer: next");
            if next != NONE {
                if next == last {
                    loom::thread::yield_now(); // a stale tail: it is not read for ever
                } else {
                    self.cas(&self.tail, last, next, "offer: help tail");
                }
                continue;
            }
            let first = self.at(&self.head, "offer: head");
            let number = self.nodes[last].number.get();
            if number >= self.capacity + self.nodes[first].number.get() {
                let counts = self.counts.lock().unwrap();
                let full = before.waiting == self.capacity || counts.times_full > before.times_full;
                assert!(full, "refused though there was room");
                return false;
            }
            self.nodes[node].item.set(item);
            self.nodes[node].number.set(number + 1);
            if self.cas(&self.nodes[last].next, NONE, node, "offer: link") {
                self.count_added();
                self.cas(&self.tail, last, node, "offer: move tail");
                return true;
            }
        }
    }

    fn count_added(&self) {
        let mut counts = self.counts.lock().unwrap();
        counts.waiting += 1;
        assert!(counts.waiting <= self.capacity, "more than the capacity");
        counts.times_full += (counts.waiting == self.capacity) as usize;
    }

    /// By the owner.
    pub fn has_more(&self) -> bool {
        let head = self.at(&self.head, "remaining: head");
        self.at(&self.nodes[head].next, "remove, remaining: next") != NONE
    }

    /// By the owner.
    pub fn remove(&self) -> Option<usize> {
        let first = self.at(&self.head, "remove: head");
        let next = self.at(&self.nodes[first].next, "remove, remaining: next");
        if next == NONE {
            return None;
        }
        assert!(next != first, "the head was removed");
        let item = self.nodes[next].item.get();
        if !self.modes.has("tail stays behind") && self.at(&self.tail, "remove: tail") == first {
            self.cas(&self.tail, first, next, "remove: help tail");
        }
        assert!(self.cas(&self.head, first, next, "remove: move head"), "two consumers");
        self.counts.lock().unwrap().waiting -= 1;
        self.nodes[next].item.set(NONE);
        self.nodes[first].next.set(first, self.modes.at("remove: unlink", SeqCst));
        Some(item)
    }
}
