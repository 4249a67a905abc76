//! What is sent to the windows together, and when. Pure.

use std::time::Duration;

use aloud::clock::Moment;
use aloud::event::Event;

use crate::ipc::{News, ShellEvent};

/// Between two batches: 30 a second are as smooth as a meter needs, and cost a web view little.
const GAP: Duration = Duration::from_millis(33);

/// News that wait to be sent.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    news: Vec<News>,
    sent: Option<Moment>,
}

impl Waiting {
    /// Adds something; the latest level, interim and progress take the place of those before.
    pub(crate) fn add(&mut self, news: News) {
        match self.news.iter_mut().rev().find(|earlier| supersedes(&news, earlier)) {
            Some(earlier) => *earlier = news,
            None => self.news.push(news),
        }
    }

    /// How long the next batch has to wait; none when there is nothing to send. The first news
    /// after a silence goes at once.
    pub(crate) fn due_in(&self, now: Moment) -> Option<Duration> {
        let rest = self.sent.map_or(Duration::ZERO, |sent| GAP.saturating_sub(now.since(sent)));
        (!self.news.is_empty()).then_some(rest)
    }

    /// Takes everything out.
    pub(crate) fn take(&mut self, now: Moment) -> Vec<News> {
        self.sent = Some(now);
        std::mem::take(&mut self.news)
    }
}

fn supersedes(new: &News, earlier: &News) -> bool {
    match (new, earlier) {
        (
            News::Engine(Event::Level { take, .. }),
            News::Engine(Event::Level { take: earlier, .. }),
        ) => take == earlier,
        (
            News::Engine(Event::Behind { take, .. }),
            News::Engine(Event::Behind { take: earlier, .. }),
        ) => take == earlier,
        (
            News::Engine(Event::Interim { take, piece, .. }),
            News::Engine(Event::Interim { take: earlier, piece: earlier_piece, .. }),
        ) => (take, piece) == (earlier, earlier_piece),
        (News::Shell(new), News::Shell(earlier)) => is_newer(new, earlier),
        _ => false,
    }
}

/// Whether the one says all that the other did, as it is now.
fn is_newer(new: &ShellEvent, earlier: &ShellEvent) -> bool {
    matches!(
        (new, earlier),
        (ShellEvent::Import { .. }, ShellEvent::Import { .. })
            | (ShellEvent::Measures { .. }, ShellEvent::Measures { .. })
            | (ShellEvent::Downloads { .. }, ShellEvent::Downloads { .. })
            | (ShellEvent::Models, ShellEvent::Models)
            | (ShellEvent::Check { .. }, ShellEvent::Check { .. })
    )
}

#[cfg(test)]
mod tests {
    use aloud::event::{State, TakeId};

    use super::*;

    fn at(ms: u64) -> Moment {
        Moment::at(Duration::from_millis(ms))
    }

    fn level(rms: f32) -> News {
        News::Engine(Event::Level { take: TakeId(1), rms, speech: false })
    }

    fn state(state: State) -> News {
        News::Engine(Event::State { take: TakeId(1), state })
    }

    #[test]
    fn the_first_news_goes_at_once_and_the_next_wait() {
        let mut waiting = Waiting::default();
        assert_eq!(waiting.due_in(at(0)), None);
        waiting.add(level(0.1));
        assert_eq!(waiting.due_in(at(5)), Some(Duration::ZERO));
        assert_eq!(waiting.take(at(5)).len(), 1);
        waiting.add(level(0.2));
        assert_eq!(waiting.due_in(at(10)), Some(Duration::from_millis(28)));
        assert_eq!(waiting.due_in(at(60)), Some(Duration::ZERO));
    }

    #[test]
    fn only_the_latest_level_is_sent_and_no_state_is_lost() {
        let mut waiting = Waiting::default();
        for news in [level(0.1), state(State::Listening), level(0.2), state(State::Finishing)] {
            waiting.add(news);
        }
        let sent: Vec<String> =
            waiting.take(at(0)).iter().map(|news| format!("{news:?}")).collect();
        assert_eq!(sent.len(), 3);
        assert!(sent[0].contains("0.2") && sent[1].contains("Listening"), "{sent:?}");
        assert_eq!(waiting.due_in(at(99)), None);
    }
}
