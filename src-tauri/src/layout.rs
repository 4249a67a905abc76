//! Where on a screen the overlay is. Pure.

use aloud::settings::{Overlay, OverlayPlace};

/// Part of the desktop in pixels: a screen or a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// A screen, and how many of its pixels are one of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Screen {
    pub(crate) area: Area,
    pub(crate) scale: f64,
}

/// Room above and under the text, as the page has it.
const ABOVE: f64 = 12.0;
const UNDER: f64 = 14.0;

/// Height of a line by the size of the large letters, as the page has it.
const ROW: f64 = 1.3;
const SMALL_ROW: f64 = 0.85;

/// How wide the overlay is unless somebody says otherwise, in pixels of a page.
const WIDTH: f64 = 760.0;

/// A window that is any smaller could hardly be found again.
const NARROWEST: u32 = 120;
const LOWEST: u32 = 40;

/// From the lower edge of the screen, where many desktops have a bar.
const BELOW: f64 = 56.0;

impl Area {
    fn holds(&self, x: f64, y: f64) -> bool {
        let within = |at: f64, from: i32, length: u32| {
            at >= f64::from(from) && at < f64::from(from) + f64::from(length)
        };
        within(x, self.x, self.width) && within(y, self.y, self.height)
    }
}

/// The screen that the pointer is on, or the first.
pub(crate) fn current(screens: &[Screen], pointer: (f64, f64)) -> Option<&Screen> {
    screens.iter().find(|screen| screen.area.holds(pointer.0, pointer.1)).or(screens.first())
}

/// Where the overlay is on this screen: all of it can be seen, and it has room for its lines.
pub(crate) fn area(overlay: &Overlay, screen: &Screen) -> Area {
    let all = screen.area;
    let OverlayPlace { x, y, width, height } =
        overlay.place.unwrap_or_else(|| usual(overlay, screen));
    let width = width.min(all.width);
    let room = height.max(needed(overlay, screen.scale)).min(all.height);
    // It grows upwards: what is below stays below.
    let y = y.saturating_sub_unsigned(room.saturating_sub(height));
    Area {
        x: all.x + between(x, all.width - width),
        y: all.y + between(y, all.height - room),
        width,
        height: room,
    }
}

/// The place of a window on a screen, to be kept.
pub(crate) fn place(window: Area, screen: &Screen) -> OverlayPlace {
    let Area { x, y, width, height } = window;
    OverlayPlace { x: x - screen.area.x, y: y - screen.area.y, width, height }
}

/// A window that was pushed and stretched by keys.
pub(crate) fn nudged(window: Area, by: (i32, i32), more: (i32, i32)) -> Area {
    let grown = |length: u32, more: i32, least: u32| length.saturating_add_signed(more).max(least);
    Area {
        x: window.x.saturating_add(by.0),
        y: window.y.saturating_add(by.1),
        width: grown(window.width, more.0, NARROWEST),
        height: grown(window.height, more.1, LOWEST),
    }
}

fn usual(overlay: &Overlay, screen: &Screen) -> OverlayPlace {
    let width = pixels(WIDTH * screen.scale).min(screen.area.width);
    let height = needed(overlay, screen.scale);
    let below = pixels(BELOW * screen.scale);
    OverlayPlace {
        x: signed(screen.area.width - width) / 2,
        y: signed(screen.area.height) - signed(height) - signed(below),
        width,
        height,
    }
}

/// How high the text is at most, as the page draws it: the source takes one small line.
fn needed(overlay: &Overlay, scale: f64) -> u32 {
    let size = f64::from(overlay.size);
    let large = f64::from(overlay.lines) * (size * ROW).round();
    let small = if overlay.with_source { (size * SMALL_ROW).round() } else { 0.0 };
    pixels((large + small + ABOVE + UNDER) * scale)
}

fn between(at: i32, most: u32) -> i32 {
    at.clamp(0, signed(most))
}

fn signed(length: u32) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lengths of a screen")]
fn pixels(length: f64) -> u32 {
    length.max(0.0).ceil() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Screen = Screen { area: Area { x: 0, y: 0, width: 1280, height: 800 }, scale: 1.0 };
    const RIGHT: Screen =
        Screen { area: Area { x: 1280, y: 0, width: 2560, height: 1600 }, scale: 2.0 };

    #[test]
    fn it_is_on_the_screen_of_the_pointer() {
        assert_eq!(current(&[LEFT, RIGHT], (1280.0, 20.0)), Some(&RIGHT));
        assert_eq!(current(&[LEFT, RIGHT], (1279.0, 20.0)), Some(&LEFT));
        assert_eq!(current(&[LEFT, RIGHT], (-5.0, 9_000.0)), Some(&LEFT), "of no screen");
        assert_eq!(current(&[], (0.0, 0.0)), None);
    }

    #[test]
    fn it_is_at_the_bottom_in_the_middle_in_the_measure_of_the_screen() {
        let overlay = Overlay::default();
        let left = area(&overlay, &LEFT);
        assert_eq!((left.x, left.width), (260, 760));
        assert_eq!(left.y + signed(left.height), 800 - 56);
        let right = area(&overlay, &RIGHT);
        assert_eq!((right.x, right.width, right.height), (1280 + 520, 1520, 2 * left.height));
    }

    #[test]
    fn what_somebody_chose_holds_on_every_screen_as_far_as_it_fits() {
        let place = Some(OverlayPlace { x: 100, y: 1000, width: 2000, height: 300 });
        let overlay = Overlay { place, ..Overlay::default() };
        let right = Area { x: 1380, y: 1000, width: 2000, height: 300 };
        assert_eq!(area(&overlay, &RIGHT), right);
        assert_eq!(Some(super::place(right, &RIGHT)), place);
        assert_eq!(area(&overlay, &LEFT), Area { x: 0, y: 500, width: 1280, height: 300 });
    }

    #[test]
    fn more_lines_grow_upwards() {
        let place = Some(OverlayPlace { x: 0, y: 600, width: 700, height: 60 });
        let overlay = Overlay { place, lines: 6, size: 40, ..Overlay::default() };
        let area = area(&overlay, &LEFT);
        assert_eq!(area.height, 6 * 52 + 34 + 26);
        assert_eq!(area.y + signed(area.height), 660);
    }

    #[test]
    fn the_page_reckons_with_the_same_measures() {
        let page = include_str!("../../ui/src/Overlay.svelte");
        for measure in [
            format!("chosen.size * {ROW})"),
            format!("chosen.size * {SMALL_ROW})"),
            format!("padding: {ABOVE}px 22px {UNDER}px;"),
        ] {
            assert!(page.contains(&measure), "{measure}");
        }
    }

    #[test]
    fn keys_push_and_stretch_but_leave_something_to_see() {
        let area = Area { x: 10, y: 10, width: 200, height: 100 };
        assert_eq!(nudged(area, (-20, 5), (0, 0)), Area { x: -10, y: 15, ..area });
        let least = nudged(area, (0, 0), (-500, -500));
        assert_eq!((least.width, least.height), (NARROWEST, LOWEST));
    }
}
