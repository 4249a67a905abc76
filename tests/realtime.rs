//! The function that the audio callback runs neither allocates nor frees, whatever happens.

use aloud::audio::Format;
use aloud::capture::Block;
use aloud::capture::feeder::{Feeder, Tap};
use assert_no_alloc::{AllocDisabler, assert_no_alloc};

// Aborts the process on an allocation inside `assert_no_alloc`.
#[global_allocator]
static ALLOCATOR: AllocDisabler = AllocDisabler;

const FORMAT: Format = Format { rate: 48_000, channels: 2 };

fn drained(tap: &mut Tap) -> usize {
    let mut block = Block::default();
    tap.drain(&mut block);
    block.samples.len() / 2
}

#[test]
fn blocks_of_every_size_are_fed_without_a_system_call_for_memory() {
    let (mut feeder, mut tap) = Feeder::new(FORMAT);
    for frames in [0, 1, 7, 441, 480, 4_096, 48_000] {
        let (floats, words) = (vec![0.5_f32; frames * 2], vec![1_i16; frames * 2]);
        assert_no_alloc(|| {
            feeder.feed(&floats);
            feeder.feed_as(&words, aloud::audio::from_i16);
        });
        assert_eq!(drained(&mut tap), 2 * frames);
    }
}

#[test]
fn an_overflow_and_a_reader_that_is_gone_cost_nothing_either() {
    let (mut feeder, mut tap) = Feeder::new(FORMAT);
    let block = vec![0.5; 2 * 4_097];
    assert_no_alloc(|| (0..200).for_each(|_| feeder.feed(&block)));
    assert_eq!(drained(&mut tap), 480_000);
    assert_eq!(tap.gauge().dropped_frames(), 200 * 4_097 - 480_000);
    drop(tap);
    assert_no_alloc(|| (0..200).for_each(|_| feeder.feed(&block)));
}
