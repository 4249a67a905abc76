//! Where models are to compute, as a person chooses it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Where models compute. In files and options it is a word: `auto`, `cpu`, or what
/// `aloud devices --compute` calls a device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(from = "String", into = "String")]
#[ts(as = "String")]
pub enum Compute {
    /// On the best device there is, else on the processor.
    #[default]
    Auto,
    /// On the processor; no driver of a graphics card is touched.
    Cpu,
    /// On the device of this id or name, if it is there.
    Device(String),
}

impl From<String> for Compute {
    fn from(word: String) -> Self {
        match word.trim() {
            "" => Self::Auto,
            word if word.eq_ignore_ascii_case("auto") => Self::Auto,
            word if word.eq_ignore_ascii_case("cpu") => Self::Cpu,
            word => Self::Device(word.to_owned()),
        }
    }
}

impl From<Compute> for String {
    fn from(compute: Compute) -> Self {
        match compute {
            Compute::Auto => "auto".to_owned(),
            Compute::Cpu => "cpu".to_owned(),
            Compute::Device(name) => name,
        }
    }
}

impl Compute {
    /// What an option says, else what the environment says, else what was chosen once.
    pub fn decide(option: Option<&str>, environment: Option<&str>, chosen: &Self) -> Self {
        let said = |word: &&str| !word.trim().is_empty();
        match option.or(environment.filter(said)) {
            Some(word) => Self::from(word.to_owned()),
            None => chosen.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_each_choice() {
        let device = || Compute::Device("Vulkan0".to_owned());
        for (word, choice) in [
            ("auto", Compute::Auto),
            ("", Compute::Auto),
            ("CPU", Compute::Cpu),
            (" cpu ", Compute::Cpu),
            ("Vulkan0", device()),
        ] {
            assert_eq!(Compute::from(word.to_owned()), choice, "{word}");
        }
        for choice in [Compute::Auto, Compute::Cpu, device()] {
            let written = serde_json::to_string(&choice).unwrap();
            assert_eq!(serde_json::from_str::<Compute>(&written).unwrap(), choice, "{written}");
        }
        assert_eq!(serde_json::to_string(&Compute::Cpu).unwrap(), "\"cpu\"");
    }

    #[test]
    fn an_option_goes_before_the_environment_and_that_before_the_settings() {
        let chosen = Compute::Device("0000:01:00.0".to_owned());
        assert_eq!(Compute::decide(Some("auto"), Some("cpu"), &chosen), Compute::Auto);
        assert_eq!(Compute::decide(None, Some("cpu"), &chosen), Compute::Cpu);
        for nothing in [None, Some(""), Some(" ")] {
            assert_eq!(Compute::decide(None, nothing, &chosen), chosen, "{nothing:?}");
        }
    }
}
