use super::*;
use Manner::{Busy, Hangs, Stalls, Works};

const STEP: Duration = Duration::from_millis(50);

/// How a device of the script behaves.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    Works,
    /// It opens, and then no callback comes any more.
    Stalls,
    Busy,
    /// Opening it never returns.
    Hangs,
}

/// A machine with devices that come and go, and what was told to the outside.
struct World {
    supervisor: Supervisor,
    now: Moment,
    devices: Vec<(DeviceInfo, Manner)>,
    /// Listing never returns.
    deaf: bool,
    open: Vec<(Attempt, String)>,
    story: Vec<String>,
}

fn device(name: &str, is_default: bool) -> DeviceInfo {
    let id = format!("pulse:{}", name.to_lowercase());
    let is_monitor = name.starts_with("Monitor");
    DeviceInfo {
        id,
        name: name.to_owned(),
        is_default,
        is_monitor,
        hears_default_output: is_monitor && is_default,
        format: None,
    }
}

impl World {
    fn new(favourite: Option<&str>, devices: &[(&str, Manner)]) -> Self {
        Self::of(Choice::microphone(favourite), devices)
    }

    fn of(choice: Choice, devices: &[(&str, Manner)]) -> Self {
        let now = Moment::default();
        let devices = devices.iter().enumerate();
        Self {
            supervisor: Supervisor::new(choice, now),
            now,
            devices: devices.map(|(i, (name, manner))| (device(name, i == 0), *manner)).collect(),
            deaf: false,
            open: Vec::new(),
            story: Vec::new(),
        }
    }

    /// Lets the time run up to this second.
    fn until(&mut self, seconds: f64) {
        while self.now < Moment::at(Duration::from_secs_f64(seconds)) {
            self.give(Input::Tick);
            for (attempt, id) in self.open.clone() {
                if self.manner(&id) == Some(Works) {
                    self.give(Input::Heard(attempt));
                }
            }
            self.now = self.now + STEP;
        }
    }

    fn give(&mut self, input: Input) {
        for action in self.supervisor.step(input, self.now) {
            self.perform(action);
        }
    }

    fn perform(&mut self, action: Action) {
        match action {
            Action::List if self.deaf => {}
            Action::List => {
                let devices = self.devices.iter().map(|(device, _)| device.clone()).collect();
                self.give(Input::Listed(Ok(devices)));
            }
            Action::Open(attempt, device) => match self.manner(&device.id) {
                Some(Works | Stalls) => {
                    self.open.push((attempt, device.id));
                    self.give(Input::Opened(attempt));
                }
                Some(Busy) => self.give(Input::Refused(attempt, busy())),
                None => self.give(Input::Refused(attempt, Trouble::gone())),
                Some(Hangs) => self.tell("tries", &device.name),
            },
            Action::Close(attempt) => self.open.retain(|(open, _)| *open != attempt),
            Action::Hear(_, name) => self.tell("hears", &name),
            Action::Lost(name) => self.tell("lost", &name),
            Action::Fail(error) => self.tell("fails:", &error.to_string()),
        }
        assert!(self.open.len() <= 1 + usize::from(self.supervisor.playing.is_some()));
    }

    fn manner(&self, id: &str) -> Option<Manner> {
        self.devices.iter().find(|(device, _)| device.id == id).map(|(_, manner)| *manner)
    }

    fn tell(&mut self, what: &str, whom: &str) {
        let seconds = self.now.since(Moment::default()).as_secs_f64();
        self.story.push(format!("{seconds:.2} {what} {whom}"));
    }

    fn unplug(&mut self, name: &str) {
        let id = device(name, false).id;
        self.devices.retain(|(device, _)| device.id != id);
        let broken = self.open.iter().find(|(_, open)| *open == id);
        if let Some((attempt, _)) = broken.cloned() {
            self.give(Input::Broken(attempt));
            // ALSA repeats itself: all but the first must be ignored.
            self.give(Input::Broken(attempt));
        }
    }

    /// Programs play to the output of this monitor from now on.
    fn play_to(&mut self, name: &str) {
        for (device, _) in &mut self.devices {
            device.hears_default_output = device.name == name;
        }
    }

    fn plug(&mut self, name: &str) {
        self.devices.push((device(name, false), Works));
    }

    fn set(&mut self, name: &str, manner: Manner) {
        let id = device(name, false).id;
        for (device, its) in &mut self.devices {
            if device.id == id {
                *its = manner;
            }
        }
    }
}

fn busy() -> Trouble {
    Trouble { kind: TroubleKind::Busy, text: "another program has it".to_owned() }
}

#[test]
fn the_favourite_is_chosen_by_id_then_by_name_then_comes_the_default() {
    let devices = [("Laptop", Works), ("Headset", Works), ("Webcam", Works)];
    for (favourite, heard) in [
        (None, "Laptop"),
        (Some("pulse:headset"), "Headset"),
        (Some("headset"), "Headset"),
        (Some("WEBCAM"), "Webcam"),
        (Some("Studio"), "Laptop"),
    ] {
        let mut world = World::new(favourite, &devices);
        world.until(5.0);
        assert_eq!(world.story, [format!("0.00 hears {heard}")], "{favourite:?}");
        assert_eq!(world.open.len(), 1);
    }
    // An id wins against a name that reads the same.
    let mut world = World::new(Some("headset"), &[("Laptop", Works), ("Headset", Works)]);
    world.devices[0].0.name = "headset".to_owned();
    world.until(1.0);
    assert_eq!(world.story, ["0.00 hears Headset"]);
}

#[test]
fn unplugged_with_another_one_present_the_other_is_heard_until_the_favourite_is_back() {
    let mut world = World::new(Some("Headset"), &[("Laptop", Works), ("Headset", Works)]);
    world.until(3.0);
    world.unplug("Headset");
    world.until(8.0);
    world.plug("Headset");
    world.until(14.0);
    assert_eq!(
        world.story,
        ["0.00 hears Headset", "3.00 lost Headset", "3.10 hears Laptop", "9.10 hears Headset",]
    );
    assert_eq!(world.open.len(), 1, "the other one is let go");
}

#[test]
fn what_a_sound_server_moves_elsewhere_is_noticed_within_a_second() {
    let mut world = World::new(Some("Headset"), &[("Laptop", Works), ("Headset", Works)]);
    for (device, _) in &mut world.devices {
        device.id = device.id.replace("pulse:", "pulseaudio:");
    }
    world.until(3.1);
    let headset = world.devices.pop().unwrap();
    world.until(6.0);
    world.devices.push(headset);
    world.until(9.0);
    let [first, lost, other, back] = &world.story[..] else { panic!("{:?}", world.story) };
    assert_eq!(first, "0.00 hears Headset");
    assert_eq!(lost, "3.60 lost Headset");
    assert_eq!(other, "3.60 hears Laptop");
    assert!(back.ends_with("hears Headset") && back.as_str() < "6.70", "{back}");
}

#[test]
fn two_devices_of_one_name_are_not_changed_for_each_other() {
    let mut world = World::new(Some("Headset"), &[("Headset", Works), ("Twin", Works)]);
    for (device, _) in &mut world.devices {
        device.id = device.id.replace("pulse:", "pulseaudio:");
        device.name = "Headset".to_owned();
    }
    world.until(10.0);
    assert_eq!(world.story, ["0.00 hears Headset"]);
}

#[test]
fn unplugged_alone_it_is_looked_for_until_it_is_back() {
    let mut world = World::new(None, &[("Headset", Works)]);
    world.until(3.0);
    world.unplug("Headset");
    assert!(world.open.is_empty());
    world.until(5.0);
    world.plug("Headset");
    world.until(8.0);
    assert_eq!(world.story, ["0.00 hears Headset", "3.00 lost Headset", "6.10 hears Headset"]);
}

#[test]
fn the_pauses_double_up_to_two_seconds_and_begin_anew_after_a_success() {
    let mut world = World::new(None, &[("Headset", Works)]);
    world.until(3.0);
    world.unplug("Headset");
    let mut pauses = Vec::new();
    for _ in 0..8 {
        let Search::Resting { until } = world.supervisor.search else { panic!("not resting") };
        pauses.push(until.since(world.now).as_millis());
        world.now = until;
        world.give(Input::Tick);
    }
    assert_eq!(pauses, [100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000]);
    world.plug("Headset");
    world.until(20.0);
    world.unplug("Headset");
    assert_eq!(world.supervisor.pause, 2 * FIRST_PAUSE);
}

#[test]
fn a_device_that_breaks_at_once_again_and_again_is_not_hammered() {
    let mut world = World::new(None, &[("Headset", Works)]);
    for _ in 0..400 {
        let end = world.now.since(Moment::default()).as_secs_f64() + 0.05;
        world.until(end);
        for (attempt, _) in world.open.clone() {
            world.give(Input::Broken(attempt));
        }
    }
    let losses = world.story.iter().filter(|line| line.contains("lost")).count();
    assert!(losses <= 15, "{losses} losses in 20 s");
}

#[test]
fn a_stalled_device_is_lost_within_a_second() {
    let mut world = World::new(None, &[("Headset", Works)]);
    world.until(3.0);
    world.set("Headset", Stalls);
    world.until(3.95);
    world.set("Headset", Works);
    world.until(6.0);
    assert_eq!(world.story, ["0.00 hears Headset", "3.80 lost Headset", "3.90 hears Headset"]);
}

#[test]
fn a_device_that_wakes_up_slowly_is_not_lost() {
    let mut world = World::new(None, &[("Headset", Stalls)]);
    world.until(3.5);
    world.set("Headset", Works);
    world.until(6.0);
    assert_eq!(world.story, ["0.00 hears Headset"]);
}

#[test]
fn what_does_not_open_is_passed_over() {
    let mut world = World::new(Some("Headset"), &[("Laptop", Works), ("Headset", Busy)]);
    world.until(1.0);
    world.set("Headset", Works);
    world.until(5.0);
    assert_eq!(world.story, ["0.00 hears Laptop", "2.00 hears Headset"]);
}

#[test]
fn an_opening_that_hangs_is_abandoned_and_its_late_answer_let_go() {
    let mut world = World::new(Some("Headset"), &[("Laptop", Works), ("Headset", Hangs)]);
    world.until(5.0);
    assert_eq!(world.story, ["0.00 tries Headset", "4.00 hears Laptop"]);
    world.open.push((Attempt(1), "pulse:headset".to_owned()));
    world.give(Input::Opened(Attempt(1)));
    assert_eq!(world.open.len(), 1, "the stream that came too late is closed");
}

#[test]
fn a_listing_that_hangs_fails_at_first_and_is_tried_again_later() {
    let mut world = World::new(None, &[("Headset", Works)]);
    world.deaf = true;
    world.until(4.0);
    assert_eq!(world.story.len(), 1);
    assert!(world.story[0].starts_with("3.00 fails: the sound system: it does not answer"));

    let mut world = World::new(None, &[("Headset", Works)]);
    world.until(3.0);
    world.deaf = true;
    world.unplug("Headset");
    world.until(8.0);
    world.deaf = false;
    world.plug("Headset");
    world.until(12.0);
    assert_eq!(world.story.last().unwrap(), "9.70 hears Headset");
}

#[test]
fn nothing_to_hear_is_an_error_at_the_first_opening_only() {
    for (favourite, devices, error) in [
        (None, &[][..], "0.00 fails: no microphone was found"),
        (Some("Studio"), &[][..], "0.00 fails: there is no microphone \"Studio\""),
        (None, &[("Monitor of Speakers", Works)][..], "0.00 fails: no microphone was found"),
        (None, &[("Headset", Busy)][..], "1.00 fails: Headset: another program has it; close"),
        (None, &[("Headset", Hangs)][..], "4.00 fails: Headset: it does not answer; plug"),
    ] {
        let mut world = World::new(favourite, devices);
        world.until(20.0);
        let failures: Vec<_> = world.story.iter().filter(|line| line.contains("fails")).collect();
        assert_eq!(failures.len(), 1, "{:?}", world.story);
        assert!(failures[0].starts_with(error), "{}", failures[0]);
        assert!(world.open.is_empty());
    }
}

#[test]
fn a_busy_device_may_become_free_in_time() {
    let mut world = World::new(None, &[("Headset", Busy)]);
    world.until(0.5);
    world.set("Headset", Works);
    world.until(2.0);
    assert_eq!(world.story, ["0.50 hears Headset"]);
}

#[test]
fn a_monitor_is_heard_only_by_those_who_ask() {
    let devices = [("Monitor of Speakers", Works), ("Headset", Works)];
    let mut world = World::new(None, &devices);
    world.until(3.0);
    world.unplug("Headset");
    world.until(20.0);
    assert_eq!(world.story, ["0.00 hears Headset", "3.00 lost Headset"]);
    let mut world = World::new(Some("monitor of speakers"), &devices);
    world.until(3.0);
    assert_eq!(world.story, ["0.00 hears Monitor of Speakers"]);
}

#[test]
fn while_a_sound_server_restarts_the_bare_hardware_is_left_alone() {
    let mut world = World::new(None, &[("Headset", Works)]);
    world.until(3.0);
    world.unplug("Headset");
    let mut hardware = device("Hardware", true);
    hardware.id = "alsa:hw".to_owned();
    world.devices.push((hardware.clone(), Works));
    world.until(5.0);
    world.plug("Headset");
    world.until(8.0);
    assert_eq!(world.story.last().unwrap(), "6.10 hears Headset");
    world.unplug("Headset");
    world.until(20.0);
    assert_eq!(world.story.last().unwrap(), "18.00 hears Hardware", "after ten seconds it is");
}

#[test]
fn what_the_machine_plays_is_followed_to_the_output_that_plays_it() {
    let devices = [("Desk", Works), ("Monitor of HDMI", Works), ("Monitor of Headset", Works)];
    let mut world = World::of(Choice::System, &devices);
    world.play_to("Monitor of Headset");
    world.until(5.0);
    world.play_to("Monitor of HDMI");
    world.until(10.0);
    world.unplug("Monitor of HDMI");
    world.until(15.0);
    let story: Vec<_> = world.story.iter().filter_map(|line| line.split_once(' ')).collect();
    let told: Vec<_> = story.into_iter().map(|(_, told)| told).collect();
    assert_eq!(
        told,
        [
            "hears Monitor of Headset",
            "hears Monitor of HDMI",
            "lost Monitor of HDMI",
            "hears Monitor of Headset",
        ]
    );
}

#[test]
fn where_nothing_hears_the_machine_no_microphone_takes_its_place() {
    let mut world = World::of(Choice::System, &[("Desk", Works)]);
    world.until(3.0);
    assert!(world.story[0].contains("PulseAudio or PipeWire"), "{:?}", world.story);
}
