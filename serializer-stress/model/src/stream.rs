//! `DrainState` and `Bias`: the word, its list, the promise; `Node`; and what `StreamState` and
//! `Emitter` do with them: emissions, passes, demand.

use crate::room::Room;
use crate::{Modes, Plain, Volatile};
use loom::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use loom::thread::{current, ThreadId};
use std::collections::VecDeque;
use std::sync::Mutex;

const IDLE: usize = 0;
const EMITTING: usize = 1;
const CLOSED: usize = 2;
const PROMISED: usize = 3;
const MORE: usize = 4; // this and what is greater is a list: its youngest node
const NODE: usize = 5;

/// Ends: after the items that wait, or before them.
pub const FOLLOWS: usize = 1;
pub const OVERTAKES: usize = 2;
const SETTLED: usize = 3;
const SIGNALLED: usize = 4;
const CANCELLED: usize = 5;

const NONE: usize = usize::MAX;
const ALL: usize = usize::MAX;

/// An item, and the node in which it is handed over, or kept by an owner.
struct Node {
    content: Plain<usize>, // what its producer wrote into the item
    next: Plain<usize>,
    below: Plain<usize>,
    count: Volatile, // the complement once it is sealed
    slots: Vec<Plain<usize>>,
    producer: Mutex<Option<ThreadId>>, // not of loom: a thread asks only whether it is itself
}

impl Node {
    fn new(modes: &Modes, slots: usize) -> Self {
        let [content, next, below] = [0; 3].map(Plain::new);
        let slots = (0..slots).map(|_| Plain::new(NONE)).collect();
        let count = Volatile::new(modes, 1);
        Node { content, next, below, count, slots, producer: Mutex::new(None) }
    }

    /// Returns false if another thread handed it over, or it is full or sealed.
    fn append(&self, item: usize) -> bool {
        if !is_this_thread(&self.producer) {
            return false;
        }
        let n = self.count.get("append: count");
        if n >= self.slots.len() {
            return false;
        }
        self.slots[n].set(item);
        let appended = self.count.cas(n, n + 1, "append: compareAndSet");
        if !appended {
            self.slots[n].set(NONE);
        }
        appended
    }

    /// By the owner. Returns the size. Of a node with one slot, what others read of the count is a
    /// figure: it is not in the model.
    fn seal(&self, modes: &Modes) -> usize {
        let size = self.slots.len();
        while size != 1 {
            let n = self.count.get("seal: count");
            if n == size || modes.has("seal by a store") {
                self.count.set_as(!n, "seal: setOpaque", Relaxed);
                return n;
            }
            if self.count.cas(n, !n, "seal: compareAndSet") {
                return n;
            }
        }
        size
    }
}

fn is_this_thread(thread: &Mutex<Option<ThreadId>>) -> bool {
    *thread.lock().unwrap() == Some(current().id())
}

/// A stream with its downstream. An item is a small number: that of its node.
pub struct Stream {
    modes: Modes,
    word: Volatile,
    nodes: Vec<Node>,
    is_biased: bool,
    holder: Mutex<Option<ThreadId>>,
    vacant: Volatile, // the mark of the holder
    claimed: Volatile,
    /// Where the items lie that the owner has taken: in which slots of which nodes.
    backlog: Plain<VecDeque<(usize, usize)>>,
    pub room: Option<Room>,
    requested: Volatile,
    starving: Volatile,
    granted: Plain<usize>,
    delivered: Plain<usize>,
    terminal: Volatile,
    /// What the thread that ended the stream wrote into the error.
    error: Plain<usize>,
    /// Subscribers that arrive, or other facts; and which of them the owner has seen.
    arrived: Vec<Volatile>,
    acted: Plain<Vec<bool>>,
    /// What the downstream got, and what the hook.
    log: Plain<Vec<usize>>,
    pub discarded: Plain<Vec<usize>>,
    pub signalled: Plain<usize>,
}

impl Stream {
    /// A stream whose items have nodes with so many slots, and in which so many facts may be
    /// published. All demand is there.
    pub fn new(modes: &Modes, slots: &[usize], facts: usize) -> Self {
        let field = |value| Volatile::new(modes, value);
        Stream {
            modes: modes.clone(),
            word: field(IDLE),
            nodes: slots.iter().map(|n| Node::new(modes, *n)).collect(),
            is_biased: false,
            holder: Mutex::new(None),
            vacant: field(0),
            claimed: field(0),
            backlog: Plain::new(VecDeque::new()),
            room: None,
            requested: field(0),
            starving: field(0),
            granted: Plain::new(ALL),
            delivered: Plain::new(0),
            terminal: field(0),
            error: Plain::new(0),
            arrived: (0..facts).map(|_| field(0)).collect(),
            acted: Plain::new(vec![false; facts]),
            log: Plain::new(Vec::new()),
            discarded: Plain::new(Vec::new()),
            signalled: Plain::new(0),
        }
    }

    pub fn with_room(self, capacity: usize) -> Self {
        Stream { room: Some(Room::new(&self.modes, capacity)), ..self }
    }

    pub fn without_demand(self) -> Self {
        Stream { granted: Plain::new(0), ..self }
    }

    /// It may be promised.
    pub fn biased(self) -> Self {
        Stream { is_biased: true, ..self }
    }

    /// The calling thread is the owner.
    pub fn owned(self) -> Self {
        Stream { word: Volatile::new(&self.modes, EMITTING), ..self }
    }

    // The word.

    /// Returns how the caller entered, and must leave: EMITTING, or PROMISED; IDLE if it did not.
    fn try_enter(&self) -> usize {
        if self.is_biased && self.word.get("Bias.tryEnter: get") == PROMISED {
            return self.enter_by_promise();
        }
        let entered = self.word.cas(IDLE, EMITTING, "tryEnter: compareAndSet");
        if entered {
            EMITTING
        } else {
            IDLE
        }
    }

    fn enter_by_promise(&self) -> usize {
        let vacant = || self.vacant.get_as("Bias.tryEnter: getOpaque", Relaxed) != 0;
        if !is_this_thread(&self.holder) || !vacant() {
            return IDLE;
        }
        let enter = || self.vacant.set_as(0, "Bias.enter: setOpaque", Relaxed);
        if !self.modes.has("late mark") {
            enter();
        }
        self.modes.fence("Bias.enter: fence");
        let promised = self.word.get("Bias.enter: get") == PROMISED;
        if self.modes.has("late mark") {
            enter();
        }
        match promised {
            true => PROMISED,
            false if self.claim() => EMITTING,
            false => IDLE,
        }
    }

    /// Returns false if something was handed over: then the caller remains the owner.
    fn try_exit(&self, entry: usize) -> bool {
        if entry == PROMISED {
            self.vacant.set_as(1, "Bias.leave: setRelease", Release);
            self.modes.fence("Bias.leave: fence");
            return self.word.get("Bias.leave: get") == PROMISED || !self.claim();
        }
        if self.modes.has("exit by a store") {
            self.word.set(IDLE, "tryExit: set");
            return true;
        }
        let exits = self.word.cas(EMITTING, IDLE, "tryExit: compareAndSet");
        assert!(exits || self.word.get_as("two owners?", Relaxed) >= MORE, "two owners");
        exits
    }

    /// As the other, by an owner that may have taken something.
    fn exits(&self) -> bool {
        let promised = self.is_biased && self.word.get("Bias.tryExit: get") == PROMISED;
        self.try_exit(if promised { PROMISED } else { EMITTING })
    }

    /// Leaves: EMITTING → PROMISED, by the owner, which will be the holder.
    pub fn promise(&self) {
        *self.holder.lock().unwrap() = Some(current().id());
        self.log.update(|_| ()); // as an owner that has delivered
        self.vacant.set(1, "new Bias: mark");
        if !self.word.cas(EMITTING, PROMISED, "check: compareAndSet") {
            self.drain();
        }
    }

    fn claim(&self) -> bool {
        self.modes.has("every claim") || self.claimed.cas(0, 1, "Bias.claim: compareAndSet")
    }

    /// Returns whether the caller, which has replaced `word`, is the owner now.
    fn is_owner_after(&self, word: usize) -> bool {
        match word {
            IDLE => true,
            PROMISED => {
                self.modes.fence("Bias.claimIfVacant: barrier");
                self.vacant.get_as("Bias.claimIfVacant: getAcquire", Acquire) != 0 && self.claim()
            }
            _ => false,
        }
    }

    /// Hands a node over, or signals. Returns false if the word is closed.
    fn push(&self, node: usize) -> bool {
        loop {
            let word = self.word.get("push: get");
            if word == CLOSED {
                return false;
            }
            let youngest = if word >= MORE { word } else { 0 };
            if node != MORE {
                self.nodes[node - NODE].next.set(youngest);
                self.nodes[node - NODE].below.set(self.items_in(youngest));
            } else if youngest != 0 {
                return true;
            }
            if node == MORE && word == PROMISED && self.enter_by_promise() != IDLE {
                self.drain();
                return true;
            }
            let next = if word == IDLE && node == MORE { EMITTING } else { node };
            if self.word.cas(word, next, "push: compareAndSet") {
                if self.is_owner_after(word) {
                    self.drain();
                }
                return true;
            }
        }
    }

    fn items_in(&self, youngest: usize) -> usize {
        if youngest < NODE {
            0
        } else {
            self.nodes[youngest - NODE].below.get() + 1
        }
    }

    /// Requests a pass. The caller has published the cause.
    pub fn signal(&self) {
        self.push(MORE);
    }

    /// Returns the list: its youngest node.
    fn take(&self) -> usize {
        let has_list = self.word.get("take: get") >= MORE;
        if has_list {
            self.word.swap(EMITTING, "take: getAndSet")
        } else {
            0
        }
    }

    // What a producer does.

    /// Returns false if the item is refused.
    pub fn emit(&self, item: usize) -> bool {
        self.nodes[item].content.set(item + 1);
        let entry = self.try_enter();
        if entry != IDLE {
            return self.emit_alone(entry, item);
        }
        if self.room.as_ref().is_some_and(|room| !room.try_take()) {
            return false;
        }
        let accepted = self.hand_over(item);
        if let Some(room) = self.room.as_ref().filter(|_| !accepted) {
            room.give_back();
        }
        accepted
    }

    fn emit_alone(&self, entry: usize, item: usize) -> bool {
        let alone = self.delivered.get() < self.granted.get();
        if !alone && self.pass() {
            return false;
        }
        let delivers = alone || (self.backlog.get().is_empty() && self.has_credit());
        let accepted = delivers || self.room.as_ref().map_or(true, Room::try_take);
        if delivers {
            self.delivered.update(|n| *n += 1);
            self.on_next(item);
        } else if accepted {
            self.keep(item);
        }
        if !(if alone { self.try_exit(entry) } else { self.exits() }) {
            self.drain();
        }
        accepted
    }

    /// Appends to the youngest node, or pushes a node.
    fn hand_over(&self, item: usize) -> bool {
        let youngest = self.word.get("handOver: get");
        let open = if self.modes.has("append below") { NODE } else { youngest };
        if open >= NODE && self.nodes[open - NODE].append(item) {
            return true;
        }
        self.items_in(youngest); // how many slots the node has depends on that
        self.nodes[item].slots[0].set(item);
        *self.nodes[item].producer.lock().unwrap() = Some(current().id());
        self.push(NODE + item)
    }

    /// As if the thread had met an owner, which may have left since.
    pub fn emit_beside(&self, item: usize) {
        self.nodes[item].content.set(item + 1);
        self.hand_over(item);
    }

    /// Lets an item wait for room, without a thread.
    pub fn emit_later(&self, item: usize) {
        self.nodes[item].content.set(item + 1);
        let room = self.room.as_ref().unwrap();
        room.join(item);
        self.signal();
        if self.terminal.get("standInLine: terminal") != 0 {
            room.refuse_all();
        }
    }

    /// Publishes a fact, and signals.
    pub fn arrive(&self, fact: usize) {
        self.arrived[fact].set(1, "arrived: set");
        self.signal();
    }

    /// Ends the stream. Returns false if there was an end.
    pub fn end(&self, how: usize) -> bool {
        self.error.set(how);
        let ends = self.terminal.cas(0, how, "tryRequestEnd: compareAndSet");
        self.tell_of_end();
        ends
    }

    /// Returns whether it displaced an end, whose error is dropped.
    pub fn cancel(&self) -> bool {
        loop {
            let last = self.terminal.get("replaceEnd: get");
            let replaces = last < SETTLED;
            if !replaces || self.terminal.cas(last, CANCELLED, "replaceEnd: compareAndSet") {
                let drops = replaces && last != 0 && self.error.get() == last;
                self.tell_of_end();
                return drops;
            }
        }
    }

    fn tell_of_end(&self) {
        if let Some(room) = &self.room {
            room.refuse_all();
        }
        self.signal();
    }

    /// By any thread: what the error says by which the stream has ended, or will.
    pub fn error(&self) -> usize {
        let end = self.terminal.get("error: get");
        if end == 0 || end == CANCELLED {
            0
        } else {
            self.error.get()
        }
    }

    pub fn request(&self, n: usize) {
        loop {
            let sum = self.requested.get("addRequested: get");
            if self.requested.cas(sum, sum + n, "addRequested: compareAndSet") {
                break;
            }
        }
        if self.starving.get("addDemand: starving") != 0 {
            self.signal();
        }
    }

    // What the owner does.

    /// Passes until nothing is left to do.
    pub fn drain(&self) {
        while !self.pass() && !self.exits() {}
    }

    /// Returns whether the stream has ended.
    fn pass(&self) -> bool {
        let twin = |defect| self.modes.has(defect) && (self.attach() == ());
        let is_early = twin("look before take");
        self.accept(self.take());
        let is_early = is_early || twin("attach before admit");
        self.admit();
        if !is_early {
            self.attach();
        }
        self.deliver();
        self.try_end()
    }

    /// Puts a list behind what waits, oldest first, when all its nodes are sealed.
    fn accept(&self, youngest: usize) {
        let mut oldest_first = Vec::new();
        let mut node = youngest;
        while node >= NODE {
            let place = if self.modes.has("youngest first") { oldest_first.len() } else { 0 };
            let (i, n) = (node - NODE, &self.nodes[node - NODE]);
            oldest_first.insert(place, (i, n.seal(&self.modes)));
            node = n.next.get();
            n.next.set(0); // the owner turns the list round
        }
        for (i, size) in oldest_first {
            self.backlog.update(|all| all.extend((0..size).map(|slot| (i, slot))));
        }
    }

    /// Adds an item that has its room: to the newest node, if an owner made that.
    fn keep(&self, item: usize) {
        if let Some((i, slot)) = self.backlog.get().back().copied() {
            let node = &self.nodes[i];
            let mine =
                node.producer.lock().unwrap().is_none() || self.modes.has("keep beside appends");
            if mine && slot + 1 < node.slots.len() {
                node.slots[slot + 1].set(item);
                self.backlog.update(|all| all.push_back((i, slot + 1)));
                return;
            }
        }
        self.nodes[item].slots[0].set(item);
        self.backlog.update(|all| all.push_back((item, 0)));
    }

    fn remove(&self) -> Option<usize> {
        let (node, slot) = self.backlog.get().front().copied()?;
        self.backlog.update(|all| _ = all.pop_front());
        let item = self.nodes[node].slots[slot].get();
        self.nodes[node].slots[slot].set(NONE);
        if let Some(room) = &self.room {
            room.release();
        }
        Some(item)
    }

    /// Gives room to those in the line.
    fn admit(&self) {
        let Some(room) = self.room.as_ref().filter(|room| room.has_items()) else {
            return;
        };
        while let Some(first) = room.first() {
            if self.terminal.get("admit: terminal") != 0 {
                return;
            }
            let has_room = room.try_acquire();
            self.accept(self.take());
            if !has_room {
                if !self.backlog.get().is_empty() || !self.has_credit() {
                    return;
                }
                room.acquire();
            }
            if room.admit(first) {
                self.keep(first);
            } else {
                room.release();
            }
        }
    }

    fn attach(&self) {
        for (i, fact) in self.arrived.iter().enumerate() {
            if !self.acted.get()[i] && fact.get("arrived: get") != 0 {
                self.acted.update(|acted| acted[i] = true);
                self.granted.set(ALL);
            }
        }
    }

    fn deliver(&self) {
        while !self.backlog.get().is_empty() {
            if !self.has_credit() {
                return;
            }
            let item = self.remove().unwrap();
            self.delivered.update(|n| *n += 1); // before others get room
            self.admit();
            self.on_next(item);
        }
        if self.granted.get() != ALL && self.starving.get("deliver: starving") != 0 {
            self.starving.set(0, "deliver: set starving");
        }
    }

    fn on_next(&self, item: usize) {
        self.log.update(|log| log.push(item));
        assert_eq!(self.nodes[item].content.get(), item + 1);
    }

    fn has_credit(&self) -> bool {
        self.delivered.get() < self.granted.get() || self.grant("grant: requested") || self.starve()
    }

    fn grant(&self, site: &'static str) -> bool {
        self.granted.set(self.requested.get(site));
        self.delivered.get() < self.granted.get()
    }

    fn starve(&self) -> bool {
        if !self.modes.has("no starving") {
            self.starving.set(1, "starve: starving");
        }
        self.grant("starve: requested")
    }

    fn try_end(&self) -> bool {
        let end = self.terminal.get("pass: terminal");
        let overtakes = end == OVERTAKES || end == CANCELLED;
        if overtakes || (end == FOLLOWS && self.modes.has("close by a swap")) {
            self.accept(self.word.swap(CLOSED, "close: getAndSet"));
        } else if end == 0 || !self.backlog.get().is_empty() || !self.try_close() {
            return false;
        }
        if let Some(room) = &self.room {
            room.refuse_all();
        }
        while let Some(item) = self.remove() {
            self.discarded.update(|all| all.push(item));
        }
        self.settle();
        true
    }

    /// Signals the end, unless the stream was cancelled.
    fn settle(&self) {
        loop {
            let end = self.terminal.get("settle: get");
            if end == CANCELLED {
                return;
            }
            if self.modes.has("settle by a store") {
                self.terminal.set(SETTLED, "settle: set");
            } else if !self.terminal.cas(end, SETTLED, "settle: compareAndSet") {
                continue;
            }
            self.signalled.update(|n| *n += (self.error.get() == end) as usize);
            self.terminal.set_as(SIGNALLED, "signalled: setRelease", Release);
            return;
        }
    }

    fn try_close(&self) -> bool {
        if self.is_biased && self.word.get("Bias.withdraw: get") == PROMISED {
            self.word.cas(PROMISED, EMITTING, "Bias.withdraw: compareAndSet");
        }
        self.word.cas(EMITTING, CLOSED, "tryClose: compareAndSet")
    }

    // After all threads have ended.

    pub fn delivered(&self) -> Vec<usize> {
        self.log.get()
    }

    pub fn is_closed(&self) -> bool {
        self.word.at_last() == CLOSED
    }

    /// Nothing was left behind.
    pub fn assert_delivered(&self, items: usize) {
        let mut all = self.delivered();
        assert_eq!(all.len(), items, "left behind or delivered twice");
        all.sort();
        assert_eq!(all, (0..items).collect::<Vec<_>>(), "delivered twice");
        assert_eq!(self.acted.get(), vec![true; self.arrived.len()], "left behind");
        assert!(self.is_biased || self.word.at_last() == IDLE, "there is still an owner");
    }

    /// The item `first` was delivered before `second`.
    pub fn assert_order(&self, first: usize, second: usize) {
        let log = self.delivered();
        let place = |item| log.iter().position(|other| *other == item);
        assert!(place(first) < place(second), "out of order: {log:?}");
    }
}
