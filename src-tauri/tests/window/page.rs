//! The window of Aloud as a person finds their way in it.

use std::process::Command;

use serde_json::{Value, json};

use super::APP;
use crate::common::driver::{Driver, Element, LIMIT};
use crate::common::stage::Stage;
use crate::common::wait::{until, until_right};

/// Keeps what the page complains of, and each state that stands at its top.
const WATCH: &str = "
    window.complaints = [];
    const complain = (...words) => window.complaints.push(words.map(String).join(' '));
    addEventListener('error', (event) => complain('error:', event.message));
    addEventListener('unhandledrejection', (event) => complain('rejection:', event.reason));
    document.addEventListener('securitypolicyviolation', (event) =>
        complain('policy:', event.violatedDirective, event.blockedURI, event.sourceFile));
    for (const level of ['error', 'warn']) {
        const before = console[level];
        console[level] = (...words) => { complain(level, ...words); before(...words); };
    }
    window.states = [];
    const look = () => {
        const state = document.querySelector('h1')?.innerText;
        if (state && state !== window.states.at(-1)) window.states.push(state);
    };
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, characterData: true });
    look();
";

/// What a menu offers, line by line.
const OFFER: &str = "return [...arguments[0].options].map((option) => ({
    label: option.label, disabled: option.disabled, under: option.closest('optgroup')?.label ?? '',
}));";

const CHOSEN: &str = "return arguments[0].selectedOptions[0]?.label ?? ''";

/// What kind of thing is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Button,
    Heading,
    Menu,
    Field,
    /// One of a few that exclude each other.
    Choice,
}

/// A line of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) label: String,
    pub(crate) disabled: bool,
    /// The words that stand over it.
    pub(crate) under: String,
}

/// See the module. The app ends with it.
pub(crate) struct Window {
    driver: Driver,
}

impl Window {
    /// Starts the app on a stage.
    pub(crate) fn open(stage: &Stage) -> Self {
        Self::open_with(stage, |_| {})
    }

    /// The same with changes to the app's environment.
    pub(crate) fn open_with(stage: &Stage, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = stage.program("WebKitWebDriver".as_ref(), &[]);
        change(&mut command);
        let window = Self { driver: Driver::start(command, APP, &[]) };
        until("the page", LIMIT, || window.driver.all("h1").first().cloned());
        window.driver.run(WATCH, &[]).expect("the page can be watched");
        window
    }

    /// Waits for something of this name.
    pub(crate) fn find(&self, kind: Kind, name: &str) -> Element {
        until_right(&format!("the {kind:?} \"{name}\""), LIMIT, || {
            self.look_for(kind, name).ok_or_else(|| self.words())
        })
    }

    /// Presses something of this name as soon as it is there.
    pub(crate) fn press(&self, kind: Kind, name: &str) {
        // What is found can be drawn anew before it is pressed; then it is looked for again.
        until_right(&format!("the {kind:?} \"{name}\" to press"), LIMIT, || {
            let found = self.look_for(kind, name).ok_or_else(|| self.words())?;
            self.driver.click(&found).map_err(|error| error.to_string())
        });
    }

    /// Goes to a page by the button in the rail.
    pub(crate) fn go(&self, page: &str) {
        self.press(Kind::Button, page);
    }

    /// Waits until this stands at the top of the page.
    pub(crate) fn await_state(&self, state: &str) {
        self.find(Kind::Heading, state);
    }

    /// Chooses from a menu, and waits until the menu shows it.
    pub(crate) fn choose(&self, menu: &str, label: &str) {
        until(&format!("\"{label}\" in the menu \"{menu}\""), LIMIT, || {
            let menu = self.look_for(Kind::Menu, menu)?;
            let options = self.driver.all_in(&menu, "option");
            let option = options.iter().find(|o| self.driver.property(o, "label") == label)?;
            self.driver.click(option).ok()
        });
        self.await_chosen(menu, label);
    }

    /// Presses a line of a menu, whatever comes of it.
    pub(crate) fn try_to_choose(&self, menu: &str, label: &str) {
        let menu = self.find(Kind::Menu, menu);
        let options = self.driver.all_in(&menu, "option");
        let option = options.iter().find(|o| self.driver.property(o, "label") == label);
        // The driver may refuse what a person could not do.
        let _ = self.driver.click(option.expect("the menu has it"));
    }

    /// Waits until a menu shows this.
    pub(crate) fn await_chosen(&self, menu: &str, label: &str) {
        let what = format!("the menu \"{menu}\" to show \"{label}\"");
        until_right(&what, LIMIT, || match self.chosen(menu) {
            Some(chosen) if chosen == label => Ok(()),
            other => Err(format!("{other:?}")),
        });
    }

    /// What a menu shows.
    pub(crate) fn chosen(&self, menu: &str) -> Option<String> {
        let menu = self.look_for(Kind::Menu, menu)?;
        let chosen = self.driver.run(CHOSEN, &[menu.argument()]).ok()?;
        chosen.as_str().map(str::to_owned)
    }

    /// What a menu offers.
    pub(crate) fn offers(&self, menu: &str) -> Vec<Offer> {
        let menu = self.find(Kind::Menu, menu);
        let offers = self.driver.run(OFFER, &[menu.argument()]).expect("a menu");
        let word = |offer: &Value, name: &str| offer[name].as_str().unwrap_or_default().to_owned();
        let offers = offers.as_array().expect("a list").iter().map(|offer| Offer {
            label: word(offer, "label"),
            disabled: offer["disabled"] == true,
            under: word(offer, "under"),
        });
        offers.collect()
    }

    /// Whether one of several is the one that is chosen.
    pub(crate) fn is_on(&self, choice: &str) -> bool {
        let choice = self.find(Kind::Choice, choice);
        let on = "return arguments[0].querySelector('input').checked";
        self.driver.run(on, &[choice.argument()]).is_ok_and(|on| on == true)
    }

    /// Writes into a field.
    pub(crate) fn write(&self, field: &str, text: &str) {
        let found = self.find(Kind::Field, field);
        let written = self.driver.write(&found, text).map_err(|error| error.to_string());
        assert_eq!(written, Ok(()), "{field}");
    }

    /// Waits until this can be read somewhere on the page.
    pub(crate) fn await_words(&self, words: &str) {
        until_right(&format!("\"{words}\" on the page"), LIMIT, || {
            let all = self.words();
            if all.contains(words) { Ok(()) } else { Err(all) }
        });
    }

    /// Everything that can be read on the page.
    pub(crate) fn words(&self) -> String {
        self.script("return document.body.innerText")
    }

    /// The text of the newest take.
    pub(crate) fn taken(&self) -> String {
        self.script("return [...document.querySelectorAll('[role=region] p')].at(-1)?.innerText")
    }

    /// Each state that has stood at the top of the page, in order.
    pub(crate) fn states(&self) -> Vec<String> {
        let states = self.driver.run("return window.states", &[]).expect("the page is watched");
        serde_json::from_value(states).expect("words")
    }

    /// Runs a script that returns a word; nothing, if it does not.
    pub(crate) fn script(&self, script: &str) -> String {
        let answer = self.driver.run(script, &[]).unwrap_or(json!(""));
        answer.as_str().unwrap_or_default().trim().to_owned()
    }

    /// Quits by the button of this name on the Settings page, and waits until the app is gone.
    pub(crate) fn quit(self, name: &str) {
        self.assert_content();
        // The app is gone before it can answer the press.
        let _ = self.driver.click(&self.find(Kind::Button, name));
        self.await_end();
    }

    /// Waits until the app is gone, which was asked for elsewhere.
    pub(crate) fn await_end(self) {
        until("the end of the app", LIMIT, || self.driver.has_ended().then_some(()));
    }

    /// Nothing on the page complained: no error, no rejected promise, nothing against the policy.
    pub(crate) fn assert_content(&self) {
        assert_eq!(self.complaints(), Vec::<String>::new(), "the page complains");
        let styled = "return String(document.styleSheets[0]?.cssRules.length > 0)";
        assert_eq!(self.script(styled), "true", "the page has its styles");
    }

    /// What the page complained of so far.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let complaints = self.driver.run("return window.complaints", &[]);
        serde_json::from_value(complaints.expect("the page is watched")).expect("words")
    }

    /// Waits until the page complains of this.
    pub(crate) fn await_complaint(&self, words: &str) {
        until_right(words, LIMIT, || {
            let all = self.complaints();
            let heard = all.iter().any(|one| one.contains(words));
            if heard { Ok(()) } else { Err(format!("{all:?}")) }
        });
    }

    fn look_for(&self, kind: Kind, name: &str) -> Option<Element> {
        let named = |element: &Element| self.name(kind, element).is_some_and(|is| is == name);
        self.driver.all(kind.css()).into_iter().find(named)
    }

    fn name(&self, kind: Kind, element: &Element) -> Option<String> {
        match kind {
            Kind::Choice => self.driver.text(element),
            Kind::Button | Kind::Heading | Kind::Menu | Kind::Field => self.driver.name(element),
        }
    }
}

impl Kind {
    fn css(self) -> &'static str {
        match self {
            Self::Button => "button",
            Self::Heading => "h1",
            Self::Menu => "select",
            Self::Field => "input[type=text], textarea",
            // The round mark itself is not drawn: its label is what is pressed.
            Self::Choice => "fieldset label",
        }
    }
}
