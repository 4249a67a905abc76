//! What counts as good in all of this.

use crate::common::score::Score;

#[test]
fn one_word_or_fifteen_per_cent_is_good() {
    let score = |errors, said| Score { errors, said, written: said };
    assert!(score(1, 2).is_good());
    assert!(score(3, 20).is_good());
    assert!(!score(2, 13).is_good());
    assert!(!score(4, 20).is_good());
}
