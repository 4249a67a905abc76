//! The other tests rest on this: what the page complains of is noticed.

use super::page::Window;
use super::{stage, turn};

#[test]
fn what_the_page_complains_of_is_noticed() {
    let _turn = turn();
    let stage = stage();
    let window = Window::open(&stage);
    window.await_state("Ready");
    assert_eq!(window.complaints(), Vec::<String>::new());

    window.script(
        "const script = document.createElement('script');
         script.textContent = 'window.ran = true';
         document.body.append(script);",
    );
    window.await_complaint("policy: script-src");
    assert_ne!(window.script("return String(window.ran)"), "true", "the policy holds");
    window.script("setTimeout(() => { throw new Error('by this test'); });");
    window.await_complaint("error: Error: by this test");
    window.script("void Promise.reject(new Error('broken by this test'));");
    window.await_complaint("rejection: Error: broken by this test");
}
