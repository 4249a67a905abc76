//! Start after start, in one home: what is tried, what is used, what a person is told.

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use super::*;
use crate::settings::Compute;

/// A home, and a driver that does what it is told.
struct Home {
    state: tempfile::TempDir,
    driver: &'static str,
    does: Result<Verdict, String>,
    tried: RefCell<usize>,
}

impl Home {
    fn new(does: Verdict) -> Self {
        let state = tempfile::tempdir().unwrap();
        Self { state, driver: "driver 1", does: Ok(does), tried: RefCell::default() }
    }

    fn path(&self) -> &Path {
        self.state.path()
    }

    fn facts(&self) -> Vec<String> {
        vec![self.driver.to_owned()]
    }

    fn start(&self, wish: &Compute) -> Standing {
        self.begin(wish, false)
    }

    fn begin(&self, wish: &Compute, anew: bool) -> Standing {
        let trial = |_| {
            *self.tried.borrow_mut() += 1;
            self.does.clone()
        };
        let found = vec![Found { gpu: Gpu::Vulkan, facts: self.facts() }];
        stand(found, wish, (self.path(), anew), &trial, 1_000)
    }

    fn tried(&self) -> usize {
        self.tried.take()
    }
}

fn crashed() -> Verdict {
    Verdict::Bad { fault: Fault::Crashed { how: "signal: 6".to_owned() } }
}

fn told(standing: &Standing) -> Vec<String> {
    standing.remarks().into_iter().map(|remark| remark.message).collect()
}

fn is_used(standing: &Standing) -> bool {
    standing.used().count() == 1
}

#[test]
fn a_good_backend_is_tried_once() {
    let home = Home::new(Verdict::Good);
    for tries in [1, 0, 0] {
        let standing = home.start(&Compute::Auto);
        assert!(is_used(&standing));
        assert_eq!(told(&standing), Vec::<String>::new());
        assert_eq!(home.tried(), tries);
    }
}

#[test]
fn one_that_crashes_is_told_of_and_not_tried_again() {
    let home = Home::new(crashed());
    let first = home.start(&Compute::Auto);
    assert!(!is_used(&first));
    assert!(told(&first)[0].contains("it crashed when it was tried (signal: 6)"));
    assert_eq!(home.tried(), 1);
    for wish in [Compute::Auto, Compute::Device("Vulkan0".to_owned())] {
        let next = home.start(&wish);
        assert!(!is_used(&next));
        assert_eq!(told(&next), Vec::<String>::new());
        assert_eq!(home.tried(), 0);
    }
}

#[test]
fn another_driver_is_another_chance() {
    let mut home = Home::new(crashed());
    home.start(&Compute::Auto);
    (home.driver, home.does) = ("driver 2", Ok(Verdict::Good));
    assert!(is_used(&home.start(&Compute::Auto)));
    assert_eq!(home.tried(), 2);
    home.driver = "driver 1";
    assert!(!is_used(&home.start(&Compute::Auto)), "the old one is still known");
    assert_eq!(home.tried(), 0);
}

#[test]
fn who_asks_for_it_has_it_tried_again() {
    let mut home = Home::new(crashed());
    home.start(&Compute::Auto);
    home.does = Ok(Verdict::Good);
    assert!(is_used(&home.begin(&Compute::Auto, true)));
    assert!(is_used(&home.start(&Compute::Auto)));
    assert_eq!(home.tried(), 2);
}

#[test]
fn a_program_that_died_with_it_goes_on_without_it() {
    let home = Home::new(Verdict::Good);
    home.start(&Compute::Auto);
    // As a process leaves it that crashes while it sets up a model.
    let note = marker::Note { backend: Gpu::Vulkan, facts: home.facts() };
    let path = home.path().join("compute-1.trying");
    fs::write(&path, serde_json::to_vec(&note).unwrap()).unwrap();
    home.tried();
    let next = home.start(&Compute::Auto);
    assert!(!is_used(&next));
    assert!(told(&next)[0].contains("Aloud ended while a model ran"), "{:?}", told(&next));
    let later = home.start(&Compute::Auto);
    assert!(!is_used(&later));
    assert_eq!(told(&later), Vec::<String>::new());
    assert_eq!(home.tried(), 0);
    assert!(is_used(&home.begin(&Compute::Auto, true)), "asked for, it is tried again");
}

#[test]
fn a_death_with_another_driver_says_nothing_of_this_one() {
    let home = Home::new(Verdict::Good);
    let note = marker::Note { backend: Gpu::Vulkan, facts: vec!["driver 0".to_owned()] };
    let path = home.path().join("compute-1.trying");
    fs::write(&path, serde_json::to_vec(&note).unwrap()).unwrap();
    assert!(is_used(&home.start(&Compute::Auto)));
    assert!(!path.exists());
}

#[test]
fn who_wants_the_processor_tries_and_writes_nothing() {
    let home = Home::new(crashed());
    let standing = home.start(&Compute::Cpu);
    assert_eq!(standing.backends[0].aside, Some(Aside::Unwanted));
    assert_eq!((home.tried(), told(&standing)), (0, vec![]));
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn a_card_that_goes_is_missed_once_and_one_that_never_was_is_not() {
    let mut home = Home::new(Verdict::Nothing);
    assert_eq!(told(&home.start(&Compute::Auto)), Vec::<String>::new());
    (home.driver, home.does) = ("driver 2", Ok(Verdict::Good));
    home.start(&Compute::Auto);
    (home.driver, home.does) = ("none", Ok(Verdict::Nothing));
    assert!(told(&home.start(&Compute::Auto))[0].contains("is gone"));
    assert_eq!(told(&home.start(&Compute::Auto)), Vec::<String>::new());
}

#[test]
fn what_could_not_be_tried_is_tried_at_the_next_start() {
    let mut home = Home::new(Verdict::Good);
    home.does = Err("no memory".to_owned());
    let standing = home.start(&Compute::Auto);
    assert!(!is_used(&standing));
    assert!(told(&standing)[0].contains("it could not be tried: no memory"));
    home.does = Ok(Verdict::Good);
    assert!(is_used(&home.start(&Compute::Auto)));
    assert_eq!(home.tried(), 2);
}

#[test]
fn a_program_without_backends_looks_at_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let none = stand(Vec::new(), &Compute::Auto, (folder.path(), false), &|_| Ok(Verdict::Good), 1);
    assert_eq!(none, Standing::default());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
