//! What this process costs, where the system says it: on Linux.

use std::fs;

/// Ticks of processor time a second in what Linux tells programs, on every machine that it is
/// built for today.
const TICKS: u64 = 100;

/// What something cost, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Processor time of all threads, in milliseconds.
    pub cpu_ms: Option<i64>,
    /// The most memory that was resident while it went on, in KiB.
    pub peak_kb: Option<i64>,
}

/// Measures from its start on.
pub(super) struct Gauge {
    cpu_ms: Option<i64>,
    /// Whether the peak counts from here, not from the start of the process.
    afresh: bool,
}

impl Gauge {
    pub(super) fn start() -> Self {
        // "5" sets the peak back to what is resident now.
        let afresh = fs::write("/proc/self/clear_refs", "5").is_ok();
        Self { cpu_ms: cpu_ms(), afresh }
    }

    pub(super) fn read(&self) -> Cost {
        let used = cpu_ms().zip(self.cpu_ms).map(|(now, before)| now - before);
        Cost { cpu_ms: used, peak_kb: self.afresh.then(peak_kb).flatten() }
    }
}

fn cpu_ms() -> Option<i64> {
    ticks(&fs::read_to_string("/proc/self/stat").ok()?).map(|ticks| (ticks * 1000 / TICKS) as i64)
}

fn peak_kb() -> Option<i64> {
    peak(&fs::read_to_string("/proc/self/status").ok()?)
}

/// User and system time from `/proc/self/stat`: the 14th and 15th field. The second one is the
/// name of the program in brackets, and may hold anything.
fn ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let [user, system] = [fields.next()?, fields.next()?].map(str::parse::<u64>);
    Some(user.ok()? + system.ok()?)
}

fn peak(status: &str) -> Option<i64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_lines_are_read() {
        let stat = "77 (a b) c) S 1 77 77 0 -1 4194560 900 0 3 0 250 31 0 0 20 0 9 0 4 5 6";
        assert_eq!(ticks(stat), Some(281));
        assert_eq!(ticks("77 (cut"), None);
        assert_eq!(peak("VmPeak:\t 900 kB\nVmHWM:\t  51234 kB\nVmRSS:\t 3 kB\n"), Some(51_234));
        assert_eq!(peak("VmRSS:\t 3 kB\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_costs_something() {
        assert!(cpu_ms().is_some());
        assert!(peak_kb().is_some_and(|kb| kb > 0));
    }
}
