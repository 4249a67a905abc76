//! The translate toggle: between a task and a translation, each remembered while the other one
//! holds. Pure.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Language, Profile, Task};
use crate::error::{Error, Result};
use crate::language::{find, normalise};
use crate::recognise::Capabilities;

/// What the toggle is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "turn")]
pub enum Translate {
    /// Translate.
    On {
        /// Into this language, as a code; none for the one of last time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        target: Option<String>,
    },
    /// Do what was done before.
    Off,
    /// The other of the two.
    Toggle,
}

impl Profile {
    /// Whether it translates.
    pub fn translates(&self) -> bool {
        self.task.is_translation()
    }

    /// The language that it translates into.
    pub fn target(&self) -> Option<&str> {
        match &self.task {
            Task::Translate { target, .. } => Some(target),
            Task::Transcribe | Task::Instruct { .. } => None,
        }
    }

    /// This profile after the toggle. Where no model is known anything can be chosen; it is
    /// refused when somebody dictates, should the model not be able to.
    ///
    /// # Errors
    /// When the model cannot translate into this language; names those that it can.
    pub fn toggled(&self, wish: &Translate, able: Option<&Capabilities>) -> Result<Self> {
        let task = match wish {
            Translate::On { target } => self.translation(target.as_deref(), able),
            Translate::Toggle if !self.translates() => self.translation(None, able),
            Translate::Off | Translate::Toggle => self.plain(),
        };
        let profile = match task.is_translation() == self.translates() {
            true => Self { task, ..self.clone() },
            false => Self { aside: Some(self.task.clone()), task, ..self.clone() },
        };
        match (&profile.task, able) {
            (Task::Translate { target, .. }, Some(able))
                if find(target, &able.targets).is_none() =>
            {
                Err(Error::Target { wanted: target.clone(), known: able.targets.clone() })
            }
            _ => Ok(profile),
        }
    }

    fn translation(&self, target: Option<&str>, able: Option<&Capabilities>) -> Task {
        let last = [Some(&self.task), self.aside.as_ref()].into_iter().flatten();
        let (known, both) = last
            .filter_map(|task| match task {
                Task::Translate { target, both } => Some((target.clone(), *both)),
                Task::Transcribe | Task::Instruct { .. } => None,
            })
            .next()
            .unwrap_or_else(|| (self.first_target(able), false));
        let target = target.map_or(known, normalise);
        Task::Translate { target, both }
    }

    /// English, but for those who speak it where the model knows more.
    fn first_target(&self, able: Option<&Capabilities>) -> String {
        let english = "en".to_owned();
        let targets = able.map(|able| able.targets.as_slice()).unwrap_or_default();
        let spoken = |code: &String| self.language == Language::Code(code.clone());
        if targets.is_empty() || (targets.contains(&english) && !spoken(&english)) {
            return english;
        }
        targets.iter().find(|code| !spoken(code)).cloned().unwrap_or(english)
    }

    fn plain(&self) -> Task {
        match (&self.task, &self.aside) {
            (Task::Translate { .. }, Some(aside)) if !aside.is_translation() => aside.clone(),
            (Task::Translate { .. }, _) => Task::Transcribe,
            (task, _) => task.clone(),
        }
    }
}

impl Task {
    fn is_translation(&self) -> bool {
        matches!(self, Self::Translate { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn able(targets: &[&str]) -> Capabilities {
        let targets = targets.iter().map(|code| (*code).to_owned()).collect();
        Capabilities { name: "tiny".to_owned(), targets, ..Capabilities::default() }
    }

    fn translate(target: &str, both: bool) -> Task {
        Task::Translate { target: target.to_owned(), both }
    }

    fn on(target: &str) -> Translate {
        Translate::On { target: Some(target.to_owned()) }
    }

    #[test]
    fn the_target_is_remembered_while_it_is_off() {
        let begun = Profile { task: translate("fr", true), ..Profile::default() };
        let off = begun.toggled(&Translate::Toggle, None).unwrap();
        assert_eq!(off.task, Task::Transcribe);
        assert_eq!(off.toggled(&Translate::Toggle, None).unwrap().task, begun.task);
        assert_eq!(off.toggled(&on("de"), None).unwrap().task, translate("de", true));
    }

    #[test]
    fn an_instruction_comes_back() {
        let prompt = "Shorten.".to_owned();
        let begun = Profile { task: Task::Instruct { prompt }, ..Profile::default() };
        let there = begun.toggled(&Translate::Toggle, None).unwrap();
        assert_eq!(there.task, translate("en", false));
        let other = there.toggled(&on("FR"), None).unwrap();
        assert_eq!(other.task, translate("fr", false));
        assert_eq!(other.toggled(&Translate::Off, None).unwrap().task, begun.task);
    }

    #[test]
    fn what_is_on_or_off_stays_so() {
        let profile = Profile::default();
        assert_eq!(profile.toggled(&Translate::Off, None).unwrap(), profile);
        let there = profile.toggled(&on("de"), None).unwrap();
        assert_eq!(there.toggled(&Translate::On { target: None }, None).unwrap(), there);
    }

    #[test]
    fn the_first_target_is_one_that_the_model_has_and_nobody_speaks() {
        let speaks = |language, targets: &[&str]| {
            let profile = Profile { language, ..Profile::default() };
            profile.toggled(&Translate::Toggle, Some(&able(targets))).unwrap().task
        };
        let english = || Language::Code("en".to_owned());
        assert_eq!(speaks(Language::Auto, &["de", "en"]), translate("en", false));
        assert_eq!(speaks(english(), &["en", "fr"]), translate("fr", false));
        assert_eq!(speaks(english(), &["en"]), translate("en", false));
    }

    #[test]
    fn what_the_model_cannot_do_is_refused_with_what_it_can() {
        let profile = Profile::default();
        let refused = profile.toggled(&on("xx"), Some(&able(&["en", "fr"]))).unwrap_err();
        assert!(matches!(&refused, Error::Target { known, .. } if known.len() == 2));
        assert!(profile.toggled(&Translate::Toggle, Some(&able(&[]))).is_err());
        // Off can always be had.
        let there = Profile { task: translate("xx", false), ..profile };
        assert!(there.toggled(&Translate::Off, Some(&able(&[]))).is_ok());
    }
}
