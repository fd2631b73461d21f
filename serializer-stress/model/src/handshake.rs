//! `Handshake`: how HotSpot shakes hands with a thread that runs Java code, or is outside of it.

use crate::{Modes, Volatile};
use loom::sync::atomic::Ordering::{Acquire, Release};
use loom::thread;

const IN_JAVA: usize = 0;
const OUTSIDE: usize = 1; // in native code, or blocked
const RETURNING: usize = 2;

/// The holder's side of one handshake: its state, its poll, and the request that it has answered.
pub struct Handshake {
    state: Volatile,
    armed: Volatile,
    answered: Volatile,
}

impl Handshake {
    /// For a holder in Java code.
    pub fn new() -> Self {
        let zero = || Volatile::new(0);
        Handshake { state: zero(), armed: zero(), answered: zero() }
    }

    /// A safepoint poll, by the holder. No fence, and it stores nothing unless it is asked to.
    pub fn poll(&self, modes: &Modes) {
        if self.armed.get(modes.at("poll: get", Acquire)) != 0 {
            self.answered.set(1, modes.at("answer: set", Release));
        }
    }

    /// By the holder: leaves Java code, for good or for a moment.
    pub fn leave_java(&self, modes: &Modes) {
        self.state.set(OUTSIDE, modes.at("leave Java: set", Release));
    }

    /// By the holder: comes back, and polls on the way.
    pub fn return_to_java(&self, modes: &Modes) {
        self.state.set(RETURNING, modes.at("return: set", Release));
        modes.fence("return: fence");
        self.poll(modes);
        self.state.set(IN_JAVA, modes.at("in Java: set", Release));
    }

    /// By the revoker: returns when the holder has answered, or was seen outside.
    pub fn shake(&self, modes: &Modes) {
        self.armed.set(1, modes.at("arm: set", Release));
        modes.fence("arm: fence");
        while self.answered.get(modes.at("answer: get", Acquire)) == 0
            && self.state.get(modes.at("state: get", Acquire)) != OUTSIDE
            && !modes.has("no answer")
        {
            thread::yield_now();
        }
    }
}

impl Default for Handshake {
    fn default() -> Self {
        Self::new()
    }
}
