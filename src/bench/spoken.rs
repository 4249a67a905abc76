//! Numbers as they are said, so that "£342.60" and "three hundred and forty two pounds and sixty
//! pence" are the same words. English, as the words that it writes. Pure.

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const SIZES: [(u64, &str); 4] =
    [(1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand"), (100, "hundred")];
const ORDINALS: [(&str, &str); 7] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("five", "fifth"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("twelve", "twelfth"),
];

/// The text, which must be in lower case, with every number in words.
pub(super) fn spoken(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut rest = Rest { chars: &without_separators(&chars), at: 0 };
    let mut said = String::new();
    while let Some(next) = rest.peek(0) {
        match currency(next) {
            Some(names) if rest.amount_follows() => said.push_str(&rest.money(names)),
            _ if next.is_ascii_digit() => said.push_str(&rest.number()),
            _ => {
                said.push(next);
                rest.at += 1;
            }
        }
    }
    said
}

/// Without the commas of "1,201": each has a digit before it and exactly three behind.
fn without_separators(chars: &[char]) -> Vec<char> {
    let is_digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
    let separates = |at: usize| {
        let ends = chars.get(at + 4).is_none_or(|next| !next.is_alphanumeric() && *next != '_');
        at > 0 && is_digit(at - 1) && (at + 1..=at + 3).all(is_digit) && ends
    };
    let kept = (0..chars.len()).filter(|at| chars[*at] != ',' || !separates(*at));
    kept.map(|at| chars[at]).collect()
}

fn currency(sign: char) -> Option<(&'static str, &'static str)> {
    match sign {
        '£' => Some(("pounds", "pence")),
        '$' => Some(("dollars", "cents")),
        '€' => Some(("euros", "cents")),
        _ => None,
    }
}

/// What is not read yet.
struct Rest<'a> {
    chars: &'a [char],
    at: usize,
}

impl Rest<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn is_digit(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|c| c.is_ascii_digit())
    }

    /// Whether a number stands behind the sign that is next, perhaps after a space.
    fn amount_follows(&self) -> bool {
        self.is_digit(1) || (self.peek(1).is_some_and(char::is_whitespace) && self.is_digit(2))
    }

    /// The digits that are next.
    fn digits(&mut self) -> String {
        let digits = self.chars[self.at..].iter().take_while(|c| c.is_ascii_digit());
        let digits: String = digits.collect();
        self.at += digits.len();
        digits
    }

    /// An amount behind its currency.
    fn money(&mut self, (whole, part): (&str, &str)) -> String {
        self.at += if self.is_digit(1) { 1 } else { 2 };
        let amount = cardinal(&self.digits());
        if self.peek(0) == Some('.') && self.is_digit(1) && self.is_digit(2) {
            let small: String = self.chars[self.at + 1..self.at + 3].iter().collect();
            self.at += 3;
            return format!(" {amount} {whole} {} {part} ", cardinal(&small));
        }
        format!(" {amount} {whole} ")
    }

    /// A number, a decimal one whose last digits are said one by one, or a rank.
    fn number(&mut self) -> String {
        let whole = self.digits();
        if self.peek(0) == Some('.') && self.is_digit(1) {
            self.at += 1;
            return format!(" {} point {} ", cardinal(&whole), one_by_one(&self.digits()));
        }
        let ending: String = self.chars[self.at..].iter().take(2).collect();
        let ends = self.peek(2).is_none_or(|next| !next.is_alphanumeric() && next != '_');
        if ends && ["st", "nd", "rd", "th"].contains(&ending.as_str()) {
            self.at += 2;
            return format!(" {} ", ordinal(&cardinal(&whole)));
        }
        format!(" {} ", cardinal(&whole))
    }
}

/// Digits as a whole number, without "and"; one that is too large for that digit by digit.
fn cardinal(digits: &str) -> String {
    digits.parse().map_or_else(|_| one_by_one(digits), spell)
}

fn one_by_one(digits: &str) -> String {
    let names = digits.bytes().map(|digit| ONES[usize::from(digit - b'0')]);
    names.collect::<Vec<_>>().join(" ")
}

fn spell(number: u64) -> String {
    let (above, below) = match SIZES.iter().find(|(size, _)| number >= *size) {
        Some((size, name)) => (format!("{} {name}", spell(number / size)), number % size),
        None if number < 20 => return ONES[number as usize].to_owned(),
        None => (TENS[(number / 10) as usize].to_owned(), number % 10),
    };
    if below == 0 { above } else { format!("{above} {}", spell(below)) }
}

/// A number in words as a rank.
fn ordinal(cardinal: &str) -> String {
    let (head, last) =
        cardinal.rsplit_once(' ').map_or(("", cardinal), |(head, last)| (head, last));
    let irregular = ORDINALS.iter().find(|(name, _)| *name == last).map(|(_, rank)| *rank);
    let rank = match (irregular, last.strip_suffix('y')) {
        (Some(rank), _) => rank.to_owned(),
        (None, Some(stem)) => format!("{stem}ieth"),
        (None, None) => format!("{last}th"),
    };
    if head.is_empty() { rank } else { format!("{head} {rank}") }
}
