//! What happened since the app was started, as far as a window that opens now has to know.
//! Pure.

use std::collections::{BTreeSet, VecDeque};

use aloud::event::{Event, State, TakeId};

use crate::ipc::{News, ShellEvent};

/// Takes that are remembered. A working day of dictation stays below; the oldest goes first.
const TAKES: usize = 200;

/// Notices that belong to no take and are remembered.
const NOTICES: usize = 20;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Past {
    news: VecDeque<News>,
    /// The takes among them, the oldest first.
    takes: VecDeque<TakeId>,
    /// Those that still go on, as captions do all day.
    running: BTreeSet<TakeId>,
}

impl Past {
    /// Remembers something, if it is worth it, and forgets what is too long ago.
    pub(crate) fn add(&mut self, news: &News) {
        if !lasts(news) {
            return;
        }
        self.news.push_back(news.clone());
        self.follow(news);
        match take(news) {
            Some(take) => self.forget_takes(take),
            None => self.forget_notices(),
        }
    }

    /// All that is remembered, in order.
    pub(crate) fn all(&self) -> Vec<News> {
        self.news.iter().cloned().collect()
    }

    fn follow(&mut self, news: &News) {
        match news {
            News::Engine(Event::State { take, state: State::Idle }) => {
                self.running.remove(take);
            }
            News::Engine(Event::State { take, .. } | Event::Captions { take, .. }) => {
                self.running.insert(*take);
            }
            News::Engine(_) | News::Shell(_) => {}
        }
    }

    fn forget_takes(&mut self, newest: TakeId) {
        if !self.takes.contains(&newest) {
            self.takes.push_back(newest);
        }
        if self.takes.len() > TAKES {
            // What is said in one that goes on stands nowhere else.
            let over = self.takes.iter().position(|take| !self.running.contains(take));
            let oldest = self.takes.remove(over.unwrap_or_default());
            self.news.retain(|news| take(news).is_none() || take(news) != oldest);
        }
    }

    fn forget_notices(&mut self) {
        let loose = self.news.iter().filter(|news| take(news).is_none()).count();
        if loose > NOTICES
            && let Some(oldest) = self.news.iter().position(|news| take(news).is_none())
        {
            self.news.remove(oldest);
        }
    }
}

/// Whether it still means something when it is over.
fn lasts(news: &News) -> bool {
    match news {
        News::Engine(event) => match event {
            Event::State { .. }
            | Event::Captions { .. }
            | Event::Final(_)
            | Event::Translation { .. }
            | Event::Suppressed { .. }
            | Event::Notice { .. }
            | Event::Done(_) => true,
            Event::Latched { .. }
            | Event::Level { .. }
            | Event::Interim { .. }
            | Event::Behind { .. }
            | Event::Model(_) => false,
        },
        News::Shell(event) => matches!(event, ShellEvent::Begun(_)),
    }
}

fn take(news: &News) -> Option<TakeId> {
    match news {
        News::Engine(event) => take_of(event),
        News::Shell(ShellEvent::Begun(begun)) => Some(begun.take),
        News::Shell(_) => None,
    }
}

/// The take that an event is about.
pub(crate) fn take_of(event: &Event) -> Option<TakeId> {
    match event {
        Event::State { take, .. }
        | Event::Captions { take, .. }
        | Event::Latched { take }
        | Event::Level { take, .. }
        | Event::Interim { take, .. }
        | Event::Behind { take, .. }
        | Event::Translation { take, .. }
        | Event::Suppressed { take, .. } => Some(*take),
        Event::Final(part) => Some(part.take),
        Event::Done(done) => Some(done.take),
        Event::Notice { take, .. } => *take,
        Event::Model(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use aloud::settings::Task;

    use super::*;
    use crate::ipc::Begun;

    fn begun(take: u64) -> News {
        News::Shell(ShellEvent::Begun(Begun { take: TakeId(take), ..Begun::default() }))
    }

    fn state(take: u64) -> News {
        News::Engine(Event::State { take: TakeId(take), state: State::Listening })
    }

    fn over(take: u64) -> News {
        News::Engine(Event::State { take: TakeId(take), state: State::Idle })
    }

    fn notice(message: &str) -> News {
        let (code, message) = ("io".to_owned(), message.to_owned());
        News::Engine(Event::Notice { take: None, code, message })
    }

    fn told(past: &Past) -> Vec<String> {
        let tell = |news: &News| match news {
            News::Shell(ShellEvent::Begun(begun)) => format!("begun {}", begun.take.0),
            News::Engine(Event::State { take, .. }) => format!("state {}", take.0),
            News::Engine(Event::Notice { message, .. }) => message.clone(),
            other => format!("{other:?}"),
        };
        past.all().iter().map(tell).collect()
    }

    #[test]
    fn what_is_only_of_the_moment_is_not_remembered() {
        let mut past = Past::default();
        past.add(&begun(1));
        past.add(&News::Engine(Event::Level { take: TakeId(1), rms: 0.1, speech: true }));
        past.add(&News::Shell(ShellEvent::Target { name: None }));
        past.add(&state(1));
        assert_eq!(told(&past), ["begun 1", "state 1"]);
    }

    #[test]
    fn the_oldest_take_goes_first_and_as_a_whole() {
        let mut past = Past::default();
        for take in 1..=TAKES as u64 + 1 {
            past.add(&begun(take));
            // A tap tells it again, when its key comes up.
            past.add(&begun(take));
            past.add(&state(take));
            past.add(&over(take));
        }
        let told = told(&past);
        assert_eq!(told.len(), 4 * TAKES);
        assert_eq!(told[0], "begun 2");
    }

    #[test]
    fn captions_that_go_on_outlive_any_number_of_dictations() {
        let mut past = Past::default();
        past.add(&News::Engine(Event::Captions { take: TakeId(1), task: Task::Transcribe }));
        past.add(&state(1));
        for take in 2..=2 * TAKES as u64 {
            past.add(&begun(take));
            past.add(&state(take));
            past.add(&over(take));
        }
        assert_eq!(told(&past)[1], "state 1");
        past.add(&over(1));
        past.add(&begun(1_000));
        assert_eq!(told(&past)[0], "begun 202", "once it is over it goes as all do");
    }

    #[test]
    fn notices_without_a_take_do_not_pile_up() {
        let mut past = Past::default();
        past.add(&begun(1));
        for number in 0..NOTICES + 5 {
            past.add(&notice(&number.to_string()));
        }
        let told = told(&past);
        assert_eq!((told.len(), told[1].as_str()), (1 + NOTICES, "5"));
    }
}
