//! What lies on a clipboard: the same thing in several forms.

use std::sync::Arc;

use x11rb::protocol::xproto::{Atom, AtomEnum};

use super::Atoms;

/// Everything that a selection offers, kept byte for byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::deliver) struct Content {
    pub(super) forms: Vec<Form>,
}

/// One of its forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// What it is asked for by.
    pub(super) target: Atom,
    /// The type of the answer.
    pub(super) kind: Atom,
    /// Bits of a unit: 8, 16 or 32.
    pub(super) width: u8,
    /// The answer. Shared, because it is handed out slowly where it is large.
    pub(super) bytes: Arc<[u8]>,
}

impl Content {
    /// A text, with the wish that clipboard managers do not record it.
    pub(in crate::deliver) fn text(text: &str, atoms: &Atoms) -> Self {
        let utf8: Arc<[u8]> = text.as_bytes().into();
        let form = |target, kind, bytes: &Arc<[u8]>| Form {
            target,
            kind,
            width: 8,
            bytes: Arc::clone(bytes),
        };
        let mut forms = vec![
            form(atoms.UTF8_STRING, atoms.UTF8_STRING, &utf8),
            form(atoms.PLAIN_UTF8, atoms.PLAIN_UTF8, &utf8),
            form(atoms.TEXT, atoms.UTF8_STRING, &utf8),
            form(atoms.PLAIN, atoms.PLAIN, &utf8),
            form(atoms.SECRET, atoms.SECRET, &b"secret"[..].into()),
        ];
        // Old programs ask for STRING, which is Latin-1: only offered where it is the same text.
        if let Some(latin) = text.chars().map(|c| u8::try_from(c).ok()).collect::<Option<Arc<_>>>()
        {
            forms.push(form(AtomEnum::STRING.into(), AtomEnum::STRING.into(), &latin));
        }
        Self { forms }
    }

    /// The form that is asked for by `target`.
    pub(super) fn form(&self, target: Atom) -> Option<&Form> {
        self.forms.iter().find(|form| form.target == target)
    }

    /// Whether there is nothing to offer.
    pub(in crate::deliver) fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }
}
