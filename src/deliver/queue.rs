//! What waits to be brought: bounded, in order, joined where it belongs together. Pure.

use std::collections::VecDeque;

use super::Edit;
use super::joint::Joint;
use crate::event::TakeId;
use crate::settings::Output;

/// Edits that wait at most, after joining. A new one begins only with another take or another
/// output, so a person who speaks never comes near.
const MOST_EDITS: usize = 64;

/// Bytes of text that wait at most: some twenty hours of speech.
const MOST_BYTES: usize = 1 << 20;

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: VecDeque<Job>,
    bytes: usize,
}

/// One or more edits of one take and output.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) take: TakeId,
    pub(super) pieces: Vec<u32>,
    pub(super) output: Output,
    /// That of the first edit.
    pub(super) joint: Joint,
    pub(super) errand: Errand,
}

/// What is to be done with a [`Job`].
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// Bring this text.
    Bring(String),
    /// Report that it was dropped.
    Drop,
    /// Report that there was no room for it.
    Refuse,
}

impl Queue {
    /// Adds an edit at the end. It joins the last one if both are of the same take and output;
    /// where there is no room, only its name is kept for the report.
    pub(super) fn push(&mut self, edit: Edit) {
        let Edit { take, piece, text, output, joint } = edit;
        let fits = self.bytes + text.len() <= MOST_BYTES;
        if let Some(last) = self.waiting.back_mut()
            && (last.take, last.output) == (take, output)
        {
            match &mut last.errand {
                Errand::Bring(waiting) if fits => {
                    waiting.push_str(&text);
                    last.pieces.push(piece);
                    self.bytes += text.len();
                    return;
                }
                Errand::Refuse => {
                    last.pieces.push(piece);
                    return;
                }
                Errand::Bring(_) | Errand::Drop => {}
            }
        }
        let errand = if fits && self.waiting.len() < MOST_EDITS {
            self.bytes += text.len();
            Errand::Bring(text)
        } else {
            Errand::Refuse
        };
        self.waiting.push_back(Job { take, pieces: vec![piece], output, joint, errand });
    }

    /// Turns every waiting edit that `unwanted` names into a report.
    pub(super) fn discard(&mut self, unwanted: impl Fn(TakeId) -> bool) {
        for job in self.waiting.iter_mut().filter(|job| unwanted(job.take)) {
            if let Errand::Bring(text) = &job.errand {
                self.bytes -= text.len();
                job.errand = Errand::Drop;
            }
        }
    }

    /// Takes the oldest one out.
    pub(super) fn pop(&mut self) -> Option<Job> {
        let job = self.waiting.pop_front()?;
        if let Errand::Bring(text) = &job.errand {
            self.bytes -= text.len();
        }
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(take: u64, piece: u32, text: &str, output: Output) -> Edit {
        Edit { take: TakeId(take), piece, text: text.to_owned(), output, joint: Joint::Inside }
    }

    /// One line a job: take, pieces, what is to be done.
    fn drain(queue: &mut Queue) -> Vec<String> {
        std::iter::from_fn(|| queue.pop())
            .map(|job| format!("{} {:?} {:?}", job.take.0, job.pieces, job.errand))
            .collect()
    }

    #[test]
    fn neighbours_of_one_take_and_output_are_joined_as_they_are() {
        let mut queue = Queue::default();
        queue.push(edit(1, 0, "One", Output::Type));
        queue.push(edit(1, 1, " two", Output::Type));
        queue.push(edit(1, 2, "three", Output::Stdout));
        queue.push(edit(2, 0, "four", Output::Stdout));
        queue.push(edit(1, 3, "five", Output::Stdout));
        assert_eq!(
            drain(&mut queue),
            [
                r#"1 [0, 1] Bring("One two")"#,
                r#"1 [2] Bring("three")"#,
                r#"2 [0] Bring("four")"#,
                r#"1 [3] Bring("five")"#,
            ]
        );
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn a_discarded_take_keeps_its_place_and_loses_its_text() {
        let mut queue = Queue::default();
        queue.push(edit(1, 0, "One", Output::Type));
        queue.push(edit(2, 0, "two", Output::Type));
        queue.discard(|take| take == TakeId(1));
        queue.push(edit(1, 1, "late", Output::Type));
        assert_eq!(
            drain(&mut queue),
            ["1 [0] Drop", r#"2 [0] Bring("two")"#, r#"1 [1] Bring("late")"#]
        );
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn what_has_no_room_is_refused_by_name_and_memory_stays_flat() {
        let mut queue = Queue::default();
        queue.push(edit(1, 0, &"a".repeat(MOST_BYTES - 1), Output::Type));
        queue.push(edit(1, 1, "bc", Output::Type));
        queue.push(edit(1, 2, "d", Output::Type));
        assert_eq!(queue.bytes, MOST_BYTES - 1);
        assert!(queue.pop().is_some());
        assert_eq!(drain(&mut queue), ["1 [1, 2] Refuse"]);

        for take in 0..MOST_EDITS as u64 {
            queue.push(edit(take, 0, "x", Output::Type));
        }
        queue.push(edit(1000, 0, "x", Output::Type));
        assert_eq!(drain(&mut queue).pop().as_deref(), Some("1000 [0] Refuse"));
    }
}
