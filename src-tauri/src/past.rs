//! What happened since the app was started, as far as a window that opens now has to know.
//! Pure.

use std::collections::VecDeque;

use aloud::event::{Event, TakeId};

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
}

impl Past {
    /// Remembers something, if it is worth it, and forgets what is too long ago.
    pub(crate) fn add(&mut self, news: &News) {
        if !lasts(news) {
            return;
        }
        self.news.push_back(news.clone());
        match take(news) {
            Some(take) => self.forget_takes(take),
            None => self.forget_notices(),
        }
    }

    /// All that is remembered, in order.
    pub(crate) fn all(&self) -> Vec<News> {
        self.news.iter().cloned().collect()
    }

    fn forget_takes(&mut self, newest: TakeId) {
        if !self.takes.contains(&newest) {
            self.takes.push_back(newest);
        }
        if self.takes.len() > TAKES {
            let oldest = self.takes.pop_front();
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
    use aloud::event::State;

    use super::*;
    use crate::ipc::Begun;

    fn begun(take: u64) -> News {
        News::Shell(ShellEvent::Begun(Begun { take: TakeId(take), ..Begun::default() }))
    }

    fn state(take: u64) -> News {
        News::Engine(Event::State { take: TakeId(take), state: State::Listening })
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
        }
        let told = told(&past);
        assert_eq!(told.len(), 3 * TAKES);
        assert_eq!(told[0], "begun 2");
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
