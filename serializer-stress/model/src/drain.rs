//! `DrainState` and `BiasedState`: the word, its list and the promise; `DrainLoop`: passes.

use crate::queue::Queue;
use crate::run::Run;
use crate::{Modes, Plain, Volatile};
use loom::sync::atomic::AtomicBool;
use loom::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};

const IDLE: usize = 0;
const EMITTING: usize = 1;
const CLOSED: usize = 2;
const PROMISED: usize = 3;
const MORE: usize = 4; // this and what is greater is work: nodes
const NODE: usize = 5;

/// The number of the thread that has the promise.
pub const HOLDER: usize = 1;

/// `Work`, with an item. Plain, like the fields in Java.
struct Node {
    next: Plain<usize>,
    items_below: Plain<usize>,
}

#[derive(PartialEq)]
enum Handover {
    Entered,
    HandedOver,
    Refused,
}

/// The operator with its drain state. An item is a small number, and has the node of this number.
pub struct Drain {
    pub modes: Modes,
    word: Volatile,
    owner_expected: AtomicBool, // plain in Java, and read by a race
    nodes: Vec<Node>,
    biased: bool,
    mark: Volatile,
    claimed: Volatile,
    /// What producers wrote into the items before they emitted them.
    contents: Vec<Plain<usize>>,
    /// The state of the downstream: the items that it got.
    log: Plain<Vec<usize>>,
    /// What is published beside the list, before a signal; and what the owner has seen of it.
    causes: Vec<Volatile>,
    acted: Plain<Vec<bool>>,
    /// Whether a cause closes.
    pub closes: bool,
    /// Where items wait, instead of in the list.
    pub queue: Option<Queue>,
    /// What the node of item 0 is, to which HOLDER may append.
    pub run: Option<Run>,
    pub discarded: Plain<Vec<usize>>,
}

impl Drain {
    pub fn new(modes: &Modes, items: usize, causes: usize) -> Self {
        Drain {
            modes: modes.clone(),
            word: Volatile::new(IDLE),
            owner_expected: AtomicBool::new(false),
            nodes: (0..items)
                .map(|_| Node { next: Plain::new(0), items_below: Plain::new(0) })
                .collect(),
            biased: false,
            mark: Volatile::new(0),
            claimed: Volatile::new(0),
            contents: (0..items).map(|_| Plain::new(usize::MAX)).collect(),
            log: Plain::new(Vec::new()),
            causes: (0..causes).map(|_| Volatile::new(0)).collect(),
            acted: Plain::new(vec![false; causes]),
            closes: false,
            queue: None,
            run: None,
            discarded: Plain::new(Vec::new()),
        }
    }

    /// A drain state that may be promised; its owner is the thread that makes it.
    pub fn biased(modes: &Modes, items: usize) -> Self {
        let drain = Drain { biased: true, ..Drain::new(modes, items, 0) };
        drain.word.set(EMITTING, SeqCst);
        drain
    }

    /// Sets the hint, wrong or not.
    pub fn expect_owner(&self) {
        self.owner_expected.store(true, Relaxed);
    }

    fn get(&self, site: &'static str) -> usize {
        self.word.get(self.modes.at(site, SeqCst))
    }

    fn cas(&self, expected: usize, next: usize, site: &'static str) -> bool {
        self.word.cas(expected, next, self.modes.at(site, SeqCst))
    }

    /// Returns how the caller entered, and must leave: EMITTING, or PROMISED; IDLE if it did not.
    fn enter(&self, me: usize) -> usize {
        if self.biased {
            return match self.get("enter: get") {
                IDLE if self.cas(IDLE, EMITTING, "enter: compareAndSet") => EMITTING,
                PROMISED if me == HOLDER && self.mark.get(Relaxed) == me => self.enter_by_promise(),
                _ => IDLE,
            };
        }
        if self.owner_expected.load(Relaxed) {
            if self.get("enter: get") != IDLE {
                return IDLE;
            }
            self.owner_expected.store(false, Relaxed);
        }
        if self.cas(IDLE, EMITTING, "enter: compareAndSet") {
            EMITTING
        } else {
            IDLE
        }
    }

    fn enter_by_promise(&self) -> usize {
        if !self.modes.has("late mark") {
            self.mark.set(0, Relaxed);
        }
        self.modes.fence("enter by promise: fence");
        let promised = self.get("enter by promise: get") == PROMISED;
        if self.modes.has("late mark") {
            self.mark.set(0, Relaxed);
        }
        match promised {
            true => PROMISED,
            false if self.claim() => EMITTING,
            false => IDLE,
        }
    }

    /// Returns false if there is work: then the caller remains the owner.
    fn try_exit(&self, entry: usize) -> bool {
        if entry == PROMISED {
            self.mark.set(HOLDER, self.modes.at("leave: setRelease", Release));
            self.modes.fence("leave: fence");
            return self.get("leave: get") == PROMISED || !self.claim();
        }
        if self.modes.has("exit by a store") {
            self.word.set(IDLE, SeqCst);
            return true;
        }
        if self.cas(EMITTING, IDLE, "tryExit: compareAndSet") {
            return true;
        }
        let word = self.get("isClosed: get");
        assert!(word == CLOSED || word >= MORE, "two owners");
        word == CLOSED
    }

    /// Leaves: EMITTING → PROMISED, by the owner, which will be the holder.
    pub fn promise(&self) {
        self.mark.set(HOLDER, self.modes.at("new Bias: mark", SeqCst));
        if !self.cas(EMITTING, PROMISED, "promise: compareAndSet") {
            self.emit_until_idle();
        }
    }

    fn claim(&self) -> bool {
        self.modes.has("every claim")
            || self.claimed.cas(0, 1, self.modes.at("claim: compareAndSet", SeqCst))
    }

    /// Returns whether the caller, which has replaced `word`, is the owner now.
    fn is_owner_after(&self, word: usize) -> bool {
        match word {
            IDLE => true,
            PROMISED => {
                self.modes.fence("revoke: barrier");
                let mode = self.modes.at("claimIfVacant: getAcquire", Acquire);
                self.mark.get(mode) != 0 && self.claim()
            }
            _ => false,
        }
    }

    fn push(&self, item: usize) -> Handover {
        loop {
            let word = self.get("push: get");
            if word == CLOSED {
                return Handover::Refused;
            }
            let node = &self.nodes[item];
            let youngest = if word >= MORE { word } else { 0 };
            node.next.set(youngest);
            node.items_below.set(self.count(youngest));
            if self.cas(word, NODE + item, "push: compareAndSet") {
                let entered = self.is_owner_after(word);
                return if entered { Handover::Entered } else { Handover::HandedOver };
            }
        }
    }

    fn count(&self, work: usize) -> usize {
        if work < NODE {
            0
        } else {
            self.nodes[work - NODE].items_below.get() + 1
        }
    }

    /// The caller has published the cause. Returns whether it is the owner.
    fn signal_owner(&self) -> bool {
        loop {
            let word = self.get("signalOwner: get");
            if word == CLOSED {
                return false;
            }
            if word >= MORE {
                self.expect_owner();
                return false;
            }
            let next = if word == IDLE { EMITTING } else { MORE };
            if self.cas(word, next, "signalOwner: compareAndSet") {
                return self.is_owner_after(word);
            }
        }
    }

    /// Returns the list, youngest first.
    fn take(&self) -> usize {
        if self.get("take: get") < MORE {
            return 0;
        }
        self.word.swap(EMITTING, self.modes.at("take: getAndSet", SeqCst))
    }

    fn has_work(&self) -> bool {
        self.get("hasWork: get") >= MORE
    }

    /// Removes the items of a list, oldest first.
    fn oldest_first(&self, youngest: usize) -> Vec<usize> {
        let mut batch = Vec::new();
        let mut node = youngest;
        while node >= NODE {
            let place = if self.modes.has("youngest first") { batch.len() } else { 0 };
            batch.insert(place, node - NODE);
            let next = &self.nodes[node - NODE].next;
            node = next.get();
            next.set(0); // the owner turns the list round
        }
        batch
    }

    /// Seals the run of a batch before any item is delivered.
    fn sealed(&self, batch: Vec<usize>) -> Vec<usize> {
        let items = |item| match &self.run {
            Some(run) if item == 0 => run.seal(),
            _ => vec![item],
        };
        batch.into_iter().flat_map(items).collect()
    }

    pub fn deliver(&self, item: usize) {
        self.log.update(|log| log.push(item));
        assert_eq!(self.contents[item].get(), item);
    }

    /// Writes into an item. By its producer, before it emits it.
    pub fn make(&self, item: usize) {
        self.contents[item].set(item);
    }

    /// `ItemLoop.next`, without demand: on the fast path, or handed over. False: refused.
    pub fn emit(&self, me: usize, item: usize) -> bool {
        self.make(item);
        let entry = self.enter(me);
        if entry != IDLE {
            self.deliver(item);
            if !self.try_exit(entry) {
                self.emit_until_idle();
            }
            return true;
        }
        if let Some(queue) = &self.queue {
            let waits = queue.offer(item);
            if waits {
                self.signal();
            }
            return waits;
        }
        if let Some(run) = self.run.as_ref().filter(|_| me == HOLDER) {
            let open = self.get("append: youngest") == NODE || self.modes.has("open segment");
            if open && run.append(item) {
                return true;
            }
        }
        self.hand_over(item)
    }

    pub fn hand_over(&self, item: usize) -> bool {
        let outcome = self.push(item);
        if outcome == Handover::Entered {
            self.emit_until_idle();
        }
        outcome != Handover::Refused
    }

    /// Publishes a cause, and signals.
    pub fn cause(&self, cause: usize) {
        self.causes[cause].set(1, self.modes.at("cause: set", SeqCst));
        self.signal();
    }

    pub fn signal(&self) {
        if self.signal_owner() {
            self.emit_until_idle();
        }
    }

    /// Passes until nothing is left to do. By the owner. The word holds no promise: the holder
    /// comes here only after a revocation.
    fn emit_until_idle(&self) {
        loop {
            let first = self.modes.has("look before take") && self.look();
            let list = self.take();
            let ends = if self.modes.has("look before take") { first } else { self.look() };
            for item in self.sealed(self.oldest_first(list)) {
                self.deliver(item);
            }
            while let Some(item) = self.queue.as_ref().and_then(Queue::remove) {
                self.deliver(item);
            }
            if ends {
                let list = self.word.swap(CLOSED, self.modes.at("closeWord: getAndSet", SeqCst));
                let rest = self.oldest_first(list);
                self.discarded.update(|all| all.extend(rest));
                return;
            }
            let more = self.has_work() || self.queue.as_ref().is_some_and(Queue::has_more);
            if !more && self.try_exit(EMITTING) {
                return;
            }
        }
    }

    /// Looks for causes, and returns whether the stream must end.
    fn look(&self) -> bool {
        for (i, cause) in self.causes.iter().enumerate() {
            if cause.get(self.modes.at("cause: get", SeqCst)) != 0 {
                self.acted.update(|acted| acted[i] = true);
                if self.closes {
                    return true;
                }
            }
        }
        false
    }

    /// What the downstream got, after all threads have ended.
    pub fn delivered(&self) -> Vec<usize> {
        self.log.get()
    }

    pub fn is_closed(&self) -> bool {
        self.word.get(SeqCst) == CLOSED
    }

    /// Nothing was left behind, after all threads have ended.
    pub fn assert_idle(&self, items: usize) {
        let mut all = self.delivered();
        assert_eq!(all.len(), items, "left behind or delivered twice");
        all.sort();
        assert_eq!(all, (0..items).collect::<Vec<_>>(), "delivered twice");
        assert!(self.acted.get().iter().all(|seen| *seen), "left behind: a cause");
        assert!(self.biased || self.word.get(SeqCst) == IDLE, "there is still an owner");
    }

    /// The item `first` was delivered before `second`.
    pub fn assert_order(&self, first: usize, second: usize) {
        let log = self.delivered();
        let place = |item| log.iter().position(|other| *other == item);
        assert!(place(first) < place(second), "out of order: {log:?}");
    }
}
