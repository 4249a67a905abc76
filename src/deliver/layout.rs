//! Which key writes which character? Pure.

use std::collections::HashMap;

/// The keyboard as it is set up now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    /// Caps Lock turns small letters into capitals.
    pub(super) caps_lock: bool,
    /// A layout other than the first is in use; keys are looked up in the first.
    pub(super) second: bool,
    /// What its keys write. None where that cannot be seen.
    pub(super) keys: Option<Keys>,
}

/// The keys of a keyboard's first layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    by_keysym: HashMap<u32, Stroke>,
    /// Keys that write nothing, and can be lent to characters that have none.
    pub(super) free: usize,
}

/// How a character is written with a key that the keyboard has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stroke {
    /// The number of the key.
    pub(super) code: u8,
    /// Whether Shift is held with it.
    pub(super) shifted: bool,
}

impl Keys {
    /// From the server's table: one row of keysyms a key, the first key is `first`. A row begins
    /// with what the key writes alone and with Shift.
    pub(super) fn new(first: u8, rows: &[&[u32]]) -> Self {
        let mut keys = Self::default();
        for (code, row) in (first..=u8::MAX).zip(rows) {
            // The lowest number means "no key" further down the line, and is never lent.
            keys.free += usize::from(code > 8 && row.iter().all(|&keysym| keysym == 0));
            for (&keysym, shifted) in row.iter().zip([false, true]) {
                let stroke = Stroke { code, shifted };
                // A key that writes it alone is better than one that needs Shift.
                let known = keys.by_keysym.entry(keysym).or_insert(stroke);
                if known.shifted && !shifted {
                    *known = stroke;
                }
            }
        }
        keys
    }

    /// The key for a character, if there is one.
    pub(super) fn stroke(&self, c: char) -> Option<Stroke> {
        // Keysyms of printed Latin-1 are its code points. Others go by two numbers, and keys
        // for them are rare enough to be lent.
        let latin = matches!(c, ' '..='~' | '\u{a0}'..='\u{ff}');
        self.by_keysym.get(&u32::from(c)).copied().filter(|_| latin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stroke(code: u8, shifted: bool) -> Option<Stroke> {
        Some(Stroke { code, shifted })
    }

    #[test]
    fn a_key_writes_alone_and_with_shift() {
        // q Q, a dead key, 1 ! and a key on which ! stands alone, ä, and an unused one.
        let rows: [&[u32]; 6] = [
            &[0x71, 0x51, 0x40],
            &[0xfe52, 0xb0],
            &[0x31, 0x21],
            &[0x21, 0],
            &[0xe4, 0xc4],
            &[0, 0],
        ];
        let keys = Keys::new(24, &rows);
        assert_eq!(keys.stroke('q'), stroke(24, false));
        assert_eq!(keys.stroke('Q'), stroke(24, true));
        assert_eq!(keys.stroke('!'), stroke(27, false));
        assert_eq!(keys.stroke('Ä'), stroke(28, true));
        assert_eq!(keys.stroke('@'), None, "the third level is not used");
        assert_eq!(keys.stroke('^'), None, "a dead key writes nothing by itself");
        assert_eq!(keys.stroke('\0'), None);
        assert_eq!(keys.free, 1);
    }
}
