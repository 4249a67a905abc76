use std::path::PathBuf;

use aloud::error::Error;

use super::*;

fn order(id: &str) -> Order {
    let wanted = Wanted { name: format!("{id}.gguf"), size: 1_000, sha256: None, sources: vec![] };
    Order { id: id.to_owned(), name: id.to_uppercase(), wanted }
}

fn at(ms: u64) -> Moment {
    Moment::at(Duration::from_millis(ms))
}

/// One line for all that is shown.
fn line(queue: &Queue) -> String {
    let one = |Download { id, bytes, progress, .. }: &Download| {
        let state = match progress {
            DownloadState::Running { problem: Some(problem), .. } => format!("waits ({problem})"),
            DownloadState::Running { speed: Some(speed), left_s, .. } => {
                format!("runs at {speed}, {} s left", left_s.unwrap_or_default())
            }
            DownloadState::Running { .. } => "runs".to_owned(),
            DownloadState::Failed { code, .. } => format!("failed ({code})"),
            other => format!("{other:?}").to_lowercase(),
        };
        format!("{id} {bytes} {state}")
    };
    queue.list().iter().map(one).collect::<Vec<_>>().join(", ")
}

fn there() -> Result<Fetched> {
    Ok(Fetched::File(PathBuf::from("a.gguf")))
}

/// A queue in which the first of these comes and the others wait.
fn begun(ids: &[&str]) -> Queue {
    let mut queue = Queue::default();
    ids.iter().for_each(|id| queue.want(order(id)));
    assert_eq!(queue.next().map(|order| order.id).as_deref(), Some(ids[0]));
    queue
}

#[test]
fn one_comes_after_the_other() {
    let mut queue = begun(&["a", "b"]);
    assert_eq!(line(&queue), "a 0 runs, b 0 waiting");
    assert!(queue.next().is_none(), "one at a time");
    queue.step("a", &Step::At(100), at(0));
    queue.step("a", &Step::At(300), at(2_000));
    assert_eq!(line(&queue), "a 300 runs at 100, 7 s left, b 0 waiting");
    queue.step("a", &Step::Checks, at(9_000));
    assert_eq!(line(&queue), "a 300 checking, b 0 waiting");
    assert_eq!(queue.over("a", there()), Over::There);
    assert_eq!(queue.next().map(|order| order.id).as_deref(), Some("b"));
    assert_eq!(line(&queue), "b 0 runs");
}

#[test]
fn a_wish_is_heeded_at_the_next_step_and_shown_at_once() {
    let mut queue = begun(&["a", "b"]);
    queue.step("a", &Step::At(400), at(0));
    queue.pause("a");
    assert_eq!(line(&queue), "a 400 paused, b 0 waiting");
    assert!(queue.next().is_none(), "the first has not stopped yet");
    assert_eq!(queue.step("a", &Step::At(400), at(1)).0, Flow::Pause);
    assert_eq!(queue.over("a", Ok(Fetched::Stopped)), Over::Stays);
    assert_eq!(queue.next().map(|order| order.id).as_deref(), Some("b"));
    queue.want(order("a"));
    assert_eq!(line(&queue), "a 400 waiting, b 0 runs");
    assert_eq!(queue.cancel("b"), Rest::Nothing);
    assert_eq!(line(&queue), "a 400 waiting");
    assert_eq!(queue.step("b", &Step::At(1), at(2)).0, Flow::Cancel);
    assert_eq!(queue.over("b", Ok(Fetched::Stopped)), Over::Gone(Rest::Nothing));
    assert_eq!(queue.next().map(|order| order.id).as_deref(), Some("a"));
}

#[test]
fn who_changes_their_mind_gets_it_anew() {
    let mut queue = begun(&["a"]);
    queue.want(order("a"));
    assert_eq!(queue.step("a", &Step::At(1), at(0)).0, Flow::GoOn, "it comes already");
    // What gives nothing is left, though that is noticed only after the change of mind.
    queue.pause("a");
    queue.want(order("a"));
    assert_eq!(line(&queue), "a 1 waiting");
    assert_eq!(queue.step("a", &Step::At(1), at(0)).0, Flow::Pause);
    assert_eq!(queue.over("a", Ok(Fetched::Stopped)), Over::Stays);
    assert!(queue.next().is_some());
    queue.cancel("a");
    queue.pause("a");
    assert_eq!(queue.step("a", &Step::At(1), at(0)).0, Flow::Cancel, "what is gone stays gone");
    let broken = Err(Error::Usage("the disk is gone".to_owned()));
    assert_eq!(queue.over("a", broken), Over::Gone(Rest::Remove), "also what did not come");
    assert_eq!(line(&queue), "");
}

#[test]
fn what_was_left_of_another_run_stands_there_until_it_is_wanted() {
    let mut queue = Queue::default();
    queue.find(order("a"), 250);
    assert_eq!(line(&queue), "a 250 paused");
    assert!(queue.next().is_none());
    queue.want(order("a"));
    assert!(queue.next().is_some());
    assert_eq!(line(&queue), "a 250 runs");
}

#[test]
fn what_did_not_come_says_why_and_can_be_wanted_again_or_removed() {
    let mut queue = begun(&["a", "b"]);
    let problem = "nobody has it".to_owned();
    queue.over("a", Err(Error::Download { name: "a.gguf".to_owned(), problem }));
    assert_eq!(line(&queue), "a 0 failed (download), b 0 waiting");
    queue.want(order("a"));
    assert_eq!(line(&queue), "a 0 waiting, b 0 waiting");
    assert_eq!(queue.cancel("a"), Rest::Remove);
    assert_eq!(queue.cancel("a"), Rest::Nothing);
    assert_eq!(line(&queue), "b 0 waiting");
}

#[test]
fn four_words_a_second_are_told_and_every_turn() {
    let mut queue = begun(&["a"]);
    let mut told = |step: &Step, ms| queue.step("a", step, at(ms)).1;
    let bytes = (0..100).filter(|ms| told(&Step::At(ms * 10), ms * 10)).count();
    assert_eq!(bytes, 4);
    let waits = Step::Waits("nothing came for 30 s".to_owned());
    assert!(told(&waits, 991));
    assert!(!told(&waits, 992), "it is known");
    assert!(!told(&Step::At(990), 993), "nothing new came");
    assert!(told(&Step::At(991), 994), "it comes again");
    assert!(told(&Step::Checks, 995));
    assert!(!told(&Step::Checks, 996));
}

#[test]
fn at_the_end_of_the_app_everything_is_paused() {
    let mut queue = begun(&["a", "b"]);
    queue.end();
    assert_eq!(line(&queue), "a 0 paused, b 0 paused");
    assert_eq!(queue.step("a", &Step::At(1), at(0)).0, Flow::Pause);
    queue.over("a", Ok(Fetched::Stopped));
    assert!(queue.next().is_none());
}
