//! Spells the terms of a vocabulary as they are listed.

use crate::words::is_spaceless;

/// The terms, the longest first, so that "Visual Studio Code" wins over "Code".
#[derive(Clone, Debug, Default)]
pub(super) struct Spelling {
    terms: Vec<Term>,
}

#[derive(Clone, Debug)]
struct Term {
    listed: String,
    /// Its letters without case, to compare by.
    folded: Vec<char>,
}

impl Spelling {
    pub(super) fn new(vocabulary: &[String]) -> Self {
        let mut terms: Vec<_> = vocabulary
            .iter()
            .map(|term| term.trim())
            .filter(|term| !term.is_empty())
            .map(|term| Term { listed: term.to_owned(), folded: fold(term).collect() })
            .collect();
        terms.sort_by_key(|term| std::cmp::Reverse(term.folded.len()));
        Self { terms }
    }

    /// `text` with every term in it that stands as words of its own, whatever its case.
    pub(super) fn apply(&self, text: &str) -> String {
        let mut spelled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let before = spelled.chars().next_back();
            let found =
                self.terms.iter().find_map(|term| Some((term, term.at_start(rest, before)?)));
            let (with, length) = match found {
                Some((term, length)) => (term.listed.as_str(), length),
                None => (&rest[..c.len_utf8()], c.len_utf8()),
            };
            spelled.push_str(with);
            rest = &rest[length..];
        }
        spelled
    }
}

impl Term {
    /// Length in bytes of the term, if `text` begins with it; `before` is what precedes it.
    fn at_start(&self, text: &str, before: Option<char>) -> Option<usize> {
        let mut folded = self.folded.iter();
        let mut length = 0;
        for c in text.chars() {
            if folded.len() == 0 {
                break;
            }
            if !c.to_lowercase().all(|c| folded.next() == Some(&c)) {
                return None;
            }
            length += c.len_utf8();
        }
        let whole = folded.len() == 0;
        let last = text[..length].chars().next_back();
        let free = !is_one_word(before, text.chars().next())
            && !is_one_word(last, text[length..].chars().next());
        (whole && free).then_some(length)
    }
}

/// Whether two neighbours belong to one word.
fn is_one_word(left: Option<char>, right: Option<char>) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_spaceless(c));
    is_letter(left) && is_letter(right)
}

fn fold(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell(terms: &[&str], text: &str) -> String {
        let terms: Vec<_> = terms.iter().map(|term| (*term).to_owned()).collect();
        Spelling::new(&terms).apply(text)
    }

    #[test]
    fn case_is_put_right_on_word_boundaries_only() {
        assert_eq!(
            spell(&["GitHub"], "github, GITHUB; githubs mygithub"),
            "GitHub, GitHub; githubs mygithub"
        );
        assert_eq!(spell(&["iPhone"], "Iphone's"), "iPhone's");
        assert_eq!(spell(&["kubectl"], "Kubectl is it"), "kubectl is it");
    }

    #[test]
    fn the_longest_term_wins_whatever_the_order() {
        for terms in [["VISUAL", "Visual Studio Code"], ["Visual Studio Code", "VISUAL"]] {
            assert_eq!(spell(&terms, "visual studio code, visual"), "Visual Studio Code, VISUAL");
        }
    }

    #[test]
    fn terms_may_hold_any_sign_and_any_script() {
        assert_eq!(
            spell(&["C++", ".NET", "node.js"], "c++ and .net, Node.JS"),
            "C++ and .NET, node.js"
        );
        assert_eq!(spell(&["Žižek", "ŁÓDŹ"], "žIŽEK in łódź"), "Žižek in ŁÓDŹ");
        assert_eq!(spell(&["İstanbul"], "i̇stanbul"), "İstanbul");
        assert_eq!(spell(&["LINE"], "私はlineを使う"), "私はLINEを使う");
    }

    #[test]
    fn empty_terms_do_nothing() {
        assert_eq!(spell(&["", "  "], "as it is"), "as it is");
        assert_eq!(spell(&[], "as it is"), "as it is");
    }
}
