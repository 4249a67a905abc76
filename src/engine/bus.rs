//! Brings events to everybody who subscribed. Publishing never waits for a reader.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use crate::event::{Event, Model, State, TakeId};
use crate::recognise::compute::Remark;
use crate::settings::Task;

/// Events that wait for one reader at most. A reader that sleeps through hours of captions must
/// not fill the memory.
const WAITING: usize = 8_192;

/// See the module.
#[derive(Debug, Default)]
pub struct Bus {
    readers: Mutex<Readers>,
}

#[derive(Debug, Default)]
struct Readers {
    queues: Vec<Weak<Queue>>,
    /// What was last said of the model.
    model: Option<Event>,
    /// What a person should know of how it was loaded.
    remarks: Vec<Event>,
    /// The takes that are not over, in order of their start, and where they are in their life.
    takes: BTreeMap<TakeId, State>,
    /// Those of them that are captions.
    captions: BTreeMap<TakeId, Task>,
    closed: bool,
}

/// The events of one reader, in order.
#[derive(Debug)]
pub struct Subscription(Arc<Queue>);

/// Why there is no event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEvent {
    /// None came in time.
    #[error("no event came in time")]
    TimedOut,
    /// None will ever come.
    #[error("the engine is gone")]
    Closed,
}

#[derive(Debug, Default)]
struct Queue {
    state: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    events: VecDeque<Event>,
    lost: u64,
    closed: bool,
}

impl Bus {
    /// A reader of everything that is published from now on. First it is told how the model is and
    /// which takes run: that lasts, and who comes late would wait for it in vain.
    pub fn subscribe(&self) -> Subscription {
        let queue = Arc::<Queue>::default();
        let mut readers = self.readers();
        queue.state().closed = readers.closed;
        queue.state().events.extend(readers.standing());
        readers.queues.push(Arc::downgrade(&queue));
        drop(readers);
        Subscription(queue)
    }

    /// Tells everybody.
    pub fn publish(&self, event: &Event) {
        let mut readers = self.readers();
        readers.remember(event);
        readers.queues.retain(|reader| {
            let Some(queue) = reader.upgrade() else { return false };
            queue.push(event.clone());
            true
        });
    }

    /// Tells everybody something that a person should know.
    pub fn notice(&self, take: Option<TakeId>, code: &str, message: String) {
        self.publish(&Event::Notice { take, code: code.to_owned(), message });
    }

    /// Tells everybody, and whoever comes late, something of the model that is loaded.
    pub fn remark(&self, remark: Remark) {
        let Remark { code, message } = remark;
        let event = Event::Notice { take: None, code: code.to_owned(), message };
        self.readers().remarks.push(event.clone());
        self.publish(&event);
    }

    /// Tells everybody that nothing more will come.
    pub fn close(&self) {
        let mut readers = self.readers();
        readers.closed = true;
        // Nothing of it holds any more.
        (readers.model, readers.takes) = (None, BTreeMap::new());
        readers.remarks.clear();
        readers.captions.clear();
        for reader in readers.queues.drain(..) {
            if let Some(queue) = reader.upgrade() {
                queue.state().closed = true;
                queue.changed.notify_all();
            }
        }
    }

    fn readers(&self) -> MutexGuard<'_, Readers> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Readers {
    fn remember(&mut self, event: &Event) {
        match event {
            Event::Model(model) => {
                self.model = Some(event.clone());
                if *model == Model::Loading {
                    self.remarks.clear();
                }
            }
            Event::Captions { take, task } => {
                self.captions.insert(*take, task.clone());
            }
            Event::State { take, state: State::Idle } => {
                self.takes.remove(take);
                self.captions.remove(take);
            }
            Event::State { take, state } => {
                self.takes.insert(*take, *state);
            }
            _ => {}
        }
    }

    /// What holds until something else is said.
    fn standing(&self) -> impl Iterator<Item = Event> {
        let states =
            self.takes.iter().map(|(take, state)| Event::State { take: *take, state: *state });
        let captions = self
            .captions
            .iter()
            .map(|(take, task)| Event::Captions { take: *take, task: task.clone() });
        let remarks = self.remarks.iter().cloned();
        self.model.clone().into_iter().chain(remarks).chain(captions).chain(states)
    }
}

impl Subscription {
    /// The next event, however long it takes; none when the engine is gone.
    pub fn recv(&self) -> Option<Event> {
        loop {
            match self.recv_timeout(Duration::from_secs(3_600)) {
                Ok(event) => return Some(event),
                Err(NoEvent::Closed) => return None,
                Err(NoEvent::TimedOut) => {}
            }
        }
    }

    /// The next event if there is one.
    pub fn try_recv(&self) -> Option<Event> {
        self.0.state().pop()
    }

    /// The next event that comes in time.
    ///
    /// # Errors
    /// When none comes.
    pub fn recv_timeout(&self, limit: Duration) -> Result<Event, NoEvent> {
        let state = self.0.state();
        let (mut state, _) = self
            .0
            .changed
            .wait_timeout_while(state, limit, |s| s.events.is_empty() && s.lost == 0 && !s.closed)
            .unwrap_or_else(PoisonError::into_inner);
        match state.pop() {
            Some(event) => Ok(event),
            None if state.closed => Err(NoEvent::Closed),
            None => Err(NoEvent::TimedOut),
        }
    }
}

impl Queue {
    fn push(&self, event: Event) {
        self.state().push(event);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, Waiting> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn push(&mut self, event: Event) {
        // A level and an interim are latest values: a newer one takes the place of one that
        // nobody has looked at.
        if let Some(last) = self.events.back_mut().filter(|last| supersedes(&event, last)) {
            *last = event;
        } else if self.events.len() < WAITING {
            self.events.push_back(event);
        } else {
            self.lost += 1;
        }
    }

    /// What was lost is told in its place: behind everything that was kept.
    fn pop(&mut self) -> Option<Event> {
        self.events.pop_front().or_else(|| {
            let lost = std::mem::take(&mut self.lost);
            (lost > 0).then(|| Event::Notice {
                take: None,
                code: "events_lost".to_owned(),
                message: format!("{lost} events were lost, because nobody read them in time"),
            })
        })
    }
}

fn supersedes(new: &Event, old: &Event) -> bool {
    match (new, old) {
        (Event::Level { take: new, .. }, Event::Level { take: old, .. }) => new == old,
        (
            Event::Interim { take: new, piece: new_piece, .. },
            Event::Interim { take: old, piece: old_piece, .. },
        ) => (new, new_piece) == (old, old_piece),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(take: u64, rms: f32) -> Event {
        Event::Level { take: TakeId(take), rms, speech: false }
    }

    fn state(take: u64) -> Event {
        Event::State { take: TakeId(take), state: State::Listening }
    }

    #[test]
    fn every_reader_gets_every_event_in_order_and_only_the_latest_level() {
        let bus = Bus::default();
        let (one, two) = (bus.subscribe(), bus.subscribe());
        for event in [state(1), level(1, 0.1), level(1, 0.2), level(2, 0.3), state(2)] {
            bus.publish(&event);
        }
        for reader in [one, two] {
            let got: Vec<Event> = std::iter::from_fn(|| reader.try_recv()).collect();
            assert_eq!(got, [state(1), level(1, 0.2), level(2, 0.3), state(2)]);
        }
    }

    #[test]
    fn who_comes_late_is_told_which_takes_run() {
        let bus = Bus::default();
        let at = |take, state| Event::State { take: TakeId(take), state };
        for event in [
            at(1, State::Listening),
            at(1, State::Finishing),
            at(2, State::Preparing),
            at(3, State::Finishing),
            at(3, State::Idle),
        ] {
            bus.publish(&event);
        }
        let late = bus.subscribe();
        let told: Vec<Event> = std::iter::from_fn(|| late.try_recv()).collect();
        assert_eq!(told, [at(1, State::Finishing), at(2, State::Preparing)]);
    }

    #[test]
    fn a_reader_that_sleeps_is_told_how_much_it_lost() {
        let bus = Bus::default();
        let reader = bus.subscribe();
        for take in 0..WAITING as u64 + 3 {
            bus.publish(&state(take));
        }
        let got: Vec<Event> = std::iter::from_fn(|| reader.try_recv()).collect();
        assert_eq!(got.len(), WAITING + 1);
        assert!(
            matches!(got.last(), Some(Event::Notice { message, .. }) if message.starts_with("3 "))
        );
    }

    #[test]
    fn who_comes_late_is_told_how_the_model_is_and_nothing_of_takes_that_are_over() {
        let failed = Model::Failed { code: "no_model".to_owned(), message: String::new() };
        let bus = Bus::default();
        let over = Event::State { take: TakeId(1), state: State::Idle };
        for event in [Event::Model(Model::Loading), state(1), over, Event::Model(failed.clone())] {
            bus.publish(&event);
        }
        let reader = bus.subscribe();
        bus.publish(&state(2));
        let got: Vec<Event> = std::iter::from_fn(|| reader.try_recv()).collect();
        assert_eq!(got, [Event::Model(failed), state(2)]);
    }

    #[test]
    fn who_comes_late_is_told_what_is_to_know_of_the_model_until_another_is_loaded() {
        let bus = Bus::default();
        let remark = Remark { code: "compute_aside", message: "Look.".to_owned() };
        let (code, message) = (remark.code.to_owned(), remark.message.clone());
        let notice = Event::Notice { take: None, code, message };
        let told = |bus: &Bus| {
            let reader = bus.subscribe();
            std::iter::from_fn(|| reader.try_recv()).collect::<Vec<_>>()
        };
        let early = bus.subscribe();
        bus.remark(remark);
        assert_eq!(early.try_recv(), Some(notice.clone()));
        assert_eq!(early.try_recv(), None, "once");
        assert_eq!(told(&bus), [notice]);
        bus.publish(&Event::Model(Model::Loading));
        assert_eq!(told(&bus), [Event::Model(Model::Loading)]);
    }

    #[test]
    fn who_subscribes_to_a_closed_bus_is_told() {
        let bus = Bus::default();
        bus.publish(&Event::Model(Model::Loading));
        bus.publish(&state(1));
        bus.close();
        assert_eq!(bus.subscribe().recv(), None);
    }

    #[test]
    fn a_closed_bus_gives_what_is_left_and_then_ends() {
        let bus = Bus::default();
        let reader = bus.subscribe();
        bus.publish(&state(1));
        bus.close();
        assert_eq!(reader.recv(), Some(state(1)));
        assert_eq!(reader.recv(), None);
    }
}
