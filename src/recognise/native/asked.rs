//! What is asked of the engine, in the engine's words.

use super::{Native, RunExtension, native};
use crate::language::{find, normalise};
use crate::recognise::context::tail;
use crate::recognise::{Failure, Request};
use crate::settings::Task;

/// Samples of speech in which a language can be told from others.
const TELLING: usize = 2 * 16_000;

/// Any number but 0, which means "by chance": the same audio gives the same text.
const SEED: u32 = 1;

impl Native {
    /// The language to name, and those that it must be one of where none is named.
    ///
    /// One that somebody chose is not named at once where that can be heard: told a language
    /// that is not spoken, Whisper translates into it and says nothing of it.
    pub(super) fn language<'a>(
        &self,
        request: &'a Request,
        tells: bool,
    ) -> (Option<String>, &'a [String]) {
        match request.language.codes() {
            [] => (None, &[]),
            expected @ [_, _, ..] if self.capabilities.detects_language => (None, expected),
            expected @ [_] if tells => (None, expected),
            [first, ..] => (Some(self.spelled(first)), &[]),
        }
    }

    /// Whether to say if a language is spoken that nobody expects. Of a draft nothing is said.
    pub(super) fn tells(&self, audio: &[f32], request: &Request) -> bool {
        let can = self.capabilities.detects_language && self.capabilities.tells_language;
        let written = request.task == Task::Transcribe && !request.draft;
        request.listens && can && written && audio.len() >= TELLING
    }

    /// A run in this language.
    pub(super) fn options(
        &self,
        request: &Request,
        language: Option<String>,
    ) -> Result<native::RunOptions, Failure> {
        let target = match &request.task {
            Task::Translate { target, .. } => {
                Some(find(target, &self.targets).unwrap_or(target).to_owned())
            }
            Task::Transcribe | Task::Instruct { .. } => None,
        };
        Ok(native::RunOptions {
            task: task(&request.task),
            prompt: match &request.task {
                Task::Instruct { prompt } => Some(prompt.clone()),
                Task::Transcribe | Task::Translate { .. } => self.context(request),
            },
            target_language: target,
            vocabulary: self.vocabulary(request),
            language,
            timestamps: self.full.timestamps(request.timestamps)?,
            family: self.full.seeded.then(seeded),
            ..native::RunOptions::default()
        })
    }

    /// The terms that the model can be given. One that looks like a control token, or has a NUL
    /// in it, would make it refuse the whole run.
    fn vocabulary(&self, request: &Request) -> Vec<String> {
        let fits = |term: &&String| !term.contains(['\0']) && !term.contains("<|");
        let terms = self.capabilities.vocabulary.then_some(&request.vocabulary);
        terms.into_iter().flatten().filter(fits).cloned().collect()
    }

    /// What the model is told of what was said before. Beside a vocabulary it stands behind the
    /// terms, and gives way where both do not fit. No hint is worth a run that is refused, so
    /// one with anything like a control token in it is not given.
    fn context(&self, request: &Request) -> Option<String> {
        let told = request.context.as_deref().filter(|_| self.capabilities.context).map(tail);
        told.filter(|told| !told.is_empty() && !told.contains(['\0', '<'])).map(str::to_owned)
    }

    /// The language as the model spells it; what it does not know it will refuse.
    pub(super) fn spelled(&self, code: &str) -> String {
        find(code, &self.languages).map_or_else(|| normalise(code), str::to_owned)
    }
}

fn task(task: &Task) -> native::Task {
    match task {
        Task::Transcribe => native::Task::Transcribe,
        Task::Translate { .. } => native::Task::Translate,
        Task::Instruct { .. } => native::Task::Instruct,
    }
}

fn seeded() -> RunExtension {
    RunExtension::Whisper(native::WhisperRunOptions {
        seed: Some(SEED),
        ..native::WhisperRunOptions::default()
    })
}
