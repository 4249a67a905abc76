//! How many threads, and whether the short window: what is good on this machine. Pure: runs that
//! were timed go in, what to time next and what to use come out.
//!
//! On a quiet machine two threads are nearly twice as fast as one; under load they can be three
//! times slower, since the engine's threads wait for each other by spinning.

pub(super) mod memory;

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// More threads than this gain little and take what the audio thread and the desktop need: no
/// measurement begins with more.
const MOST_THREADS: usize = 4;

/// No run begins when so much was spent. With Whisper base on two cores the whole measurement is
/// three runs of 0.7, 1.2 and 1.3 s.
const BUDGET: Duration = Duration::from_millis(2_500);

/// Fewer threads are taken where more gain less than this: the rest of the machine has a use for
/// them.
const WORTH: f64 = 1.1;

/// Times nearer to each other than this may change places when they are taken again.
const CLOSE: f64 = 1.25;

/// A short window that costs more than this part of the full one is not worth its doubts.
const CHEAPER: f64 = 0.85;

/// Which of the two windows to run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The short one of the twin.
    Twin,
    /// The full one.
    Full,
}

/// What there is to choose from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    pub(super) cores: usize,
    pub(super) has_twin: bool,
}

/// One run to be timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trial {
    pub(super) threads: usize,
    pub(super) which: Which,
}

/// A run that was timed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub(super) trial: Trial,
    pub(super) took: Duration,
}

/// What to use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Choice {
    pub(super) threads: usize,
    pub(super) twin: bool,
    /// What a short piece without words costs in each window that is used, in milliseconds; none
    /// where that was not found out.
    pub(super) costs_ms: Vec<u64>,
    /// Whether nothing was left to be found out when the time was up.
    pub(super) settled: bool,
}

/// Threads to use where nothing was measured.
pub(super) fn usual(cores: usize) -> usize {
    cores.clamp(1, MOST_THREADS)
}

/// The run to time next. None when it is known what is good, or enough was spent on it.
pub(super) fn next(machine: Machine, timed: &[Timed]) -> Option<Trial> {
    let spent: Duration = timed.iter().map(|timed| timed.took).sum();
    (spent < BUDGET).then(|| open_question(machine, timed)).flatten()
}

/// What to use after these runs. None if there was no run.
pub(super) fn choose(machine: Machine, timed: &[Timed]) -> Option<Choice> {
    let Timed { took: best, .. } = quickest(machine, timed)?;
    let good = |threads: &usize| {
        fastest(timed, machine.short(*threads)).is_some_and(|took| took <= best.mul_f64(WORTH))
    };
    let threads = ladder(machine.cores).into_iter().find(good)?;
    let short = fastest(timed, machine.short(threads))?;
    let full = timed.iter().filter(|timed| timed.trial.which == Which::Full);
    let full = full.min_by_key(|timed| timed.took).and_then(|full| {
        // With other threads than those that are taken in the end, it costs in proportion.
        let beside = fastest(timed, machine.short(full.trial.threads))?;
        Some(full.took.mul_f64(short.as_secs_f64() / beside.as_secs_f64().max(f64::EPSILON)))
    });
    let twin = machine.has_twin && full.is_none_or(|full| short <= full.mul_f64(CHEAPER));
    let costs = full.map(|full| if twin { vec![short, full] } else { vec![full] });
    let costs = costs.into_iter().flatten();
    let costs_ms = costs.map(|cost| cost.as_millis() as u64).collect();
    let settled = open_question(machine, timed).is_none();
    Some(Choice { threads, twin, costs_ms, settled })
}

impl Machine {
    /// The cheapest run there is with so many threads.
    fn short(self, threads: usize) -> Trial {
        Trial { threads, which: if self.has_twin { Which::Twin } else { Which::Full } }
    }
}

/// What is still unknown: first whether more or fewer threads than the best so far are better,
/// then what the full window costs, then which of two that are close is better.
fn open_question(machine: Machine, timed: &[Timed]) -> Option<Trial> {
    let Some(best) = quickest(machine, timed) else {
        return Some(machine.short(usual(machine.cores)));
    };
    let ladder = ladder(machine.cores);
    let rung = ladder.iter().position(|threads| *threads == best.trial.threads)?;
    let beside = [rung.checked_sub(1), Some(rung + 1)];
    let mut beside = beside.into_iter().flatten().filter_map(|rung| ladder.get(rung));
    if let Some(untried) = beside.find(|threads| fastest(timed, machine.short(**threads)).is_none())
    {
        return Some(machine.short(*untried));
    }
    if machine.has_twin && timed.iter().all(|timed| timed.trial.which == Which::Twin) {
        return Some(Trial { which: Which::Full, ..best.trial });
    }
    // The very first run finds nothing in the caches, so it does not lose on its own.
    let first = timed.first()?.trial;
    let runs = |trial: Trial| timed.iter().filter(|timed| timed.trial == trial).count();
    let close = |trial: Trial| {
        let took = fastest(timed, trial);
        let unsure = trial == first && runs(trial) < 2;
        took.is_some_and(|took| unsure || took <= best.took.mul_f64(CLOSE))
    };
    let rivals = ladder.iter().map(|threads| machine.short(*threads));
    let rivals: Vec<_> = rivals.filter(|trial| close(*trial)).collect();
    let least = rivals.iter().copied().min_by_key(|trial| (runs(*trial), *trial != first))?;
    (rivals.len() > 1 && runs(least) < 2).then_some(least)
}

/// The quickest of the cheapest runs.
fn quickest(machine: Machine, timed: &[Timed]) -> Option<Timed> {
    let short = machine.short(1).which;
    let short = timed.iter().filter(|timed| timed.trial.which == short);
    short.min_by_key(|timed| timed.took).copied()
}

fn fastest(timed: &[Timed], trial: Trial) -> Option<Duration> {
    timed.iter().filter(|timed| timed.trial == trial).map(|timed| timed.took).min()
}

/// Numbers of threads that are worth a look: 1, 2, 4 and so on, and all there are.
fn ladder(cores: usize) -> Vec<usize> {
    let doubled = std::iter::successors(Some(1), |threads| Some(threads * 2));
    doubled.take_while(|threads| *threads < cores).chain([cores.max(1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Measures a machine whose runs take what `cost` says, in milliseconds; the third argument
    /// is how many were timed before. Gives what was timed, and the choice.
    fn measure(
        machine: Machine,
        cost: impl Fn(usize, Which, usize) -> u64,
    ) -> (Vec<(usize, Which)>, Choice) {
        let mut timed: Vec<Timed> = Vec::new();
        while let Some(trial) = next(machine, &timed) {
            let took = Duration::from_millis(cost(trial.threads, trial.which, timed.len()));
            timed.push(Timed { trial, took });
            assert!(timed.len() < 20, "it never ends");
        }
        let tried = timed.iter().map(|timed| (timed.trial.threads, timed.trial.which)).collect();
        (tried, choose(machine, &timed).unwrap())
    }

    const TWO: Machine = Machine { cores: 2, has_twin: true };

    fn window(which: Which) -> u64 {
        match which {
            Twin => 1,
            Full => 2,
        }
    }

    use Which::{Full, Twin};

    #[test]
    fn a_quiet_machine_takes_three_runs_and_all_its_cores() {
        let cost = |threads, which, _| 1200 * window(which) / threads as u64;
        let (tried, choice) = measure(TWO, cost);
        assert_eq!(tried, [(2, Twin), (1, Twin), (2, Full)]);
        let costs_ms = vec![600, 1200];
        assert_eq!(choice, Choice { threads: 2, twin: true, costs_ms, settled: true });
    }

    #[test]
    fn where_two_threads_hinder_each_other_one_is_taken() {
        let (tried, choice) =
            measure(TWO, |threads, which, _| 300 * window(which) * threads as u64);
        assert_eq!(tried, [(2, Twin), (1, Twin), (1, Full), (2, Twin)]);
        assert_eq!((choice.threads, choice.costs_ms), (1, vec![300, 600]));
    }

    #[test]
    fn a_cold_first_run_does_not_decide() {
        let cost = |threads, which, before| {
            window(which) * 400 / threads as u64 + if before == 0 { 900 } else { 0 }
        };
        let (tried, choice) = measure(TWO, cost);
        assert_eq!(tried.last(), Some(&(2, Twin)));
        assert_eq!((choice.threads, choice.costs_ms), (2, vec![200, 400]));
    }

    #[test]
    fn many_cores_are_climbed_as_long_as_it_gets_better() {
        let most =
            |best: usize| move |threads: usize, _, _| 100 + 10 * threads.abs_diff(best) as u64;
        let machine = Machine { cores: 24, has_twin: false };
        for best in [1, 2, 4, 8, 16, 24] {
            let (_, choice) = measure(machine, most(best));
            let fewest = [1, 2, 4, 8, 16, 24].into_iter().find(|n: &usize| n.abs_diff(best) <= 1);
            assert_eq!(Some(choice.threads), fewest, "{best}");
            assert!(choice.settled && !choice.twin && choice.costs_ms.len() == 1);
        }
    }

    #[test]
    fn a_short_window_that_costs_as_much_is_done_without() {
        let (_, choice) = measure(TWO, |threads, _, _| 800 / threads as u64);
        assert_eq!((choice.twin, choice.costs_ms), (false, vec![400]));
    }

    #[test]
    fn a_slow_machine_is_not_held_up_for_long() {
        let (tried, choice) = measure(TWO, |_, which, _| 6000 * window(which));
        assert_eq!(tried, [(2, Twin)]);
        assert_eq!(choice, Choice { threads: 2, twin: true, costs_ms: vec![], settled: false });
    }

    #[test]
    fn one_core_has_one_thread() {
        let machine = Machine { cores: 1, has_twin: true };
        let (tried, choice) = measure(machine, |_, which, _| 500 * window(which));
        assert_eq!(tried, [(1, Twin), (1, Full)]);
        assert_eq!((choice.threads, choice.settled), (1, true));
        assert_eq!((usual(0), usual(3), usual(64)), (1, 3, MOST_THREADS));
        assert_eq!(choose(machine, &[]), None);
    }
}
