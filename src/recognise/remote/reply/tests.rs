use super::*;

const FROM: From<'_> = From { name: "gpu", key: Some("sk-secret") };

fn answer(status: u16, body: &str) -> Answer {
    Answer { status, body: body.as_bytes().to_vec(), ..Answer::default() }
}

fn trouble(answer: &Answer) -> Trouble {
    read(answer, FROM).unwrap_err()
}

#[test]
fn json_is_a_text() {
    let said = read(&answer(200, r#"{"text":" Hello there. ","usage":{"type":"duration"}}"#), FROM);
    let text = Hypothesis { text: "Hello there.".to_owned(), ..Hypothesis::default() };
    assert_eq!(said, Ok(text));
    assert_eq!(read(&answer(200, r#"{"text":""}"#), FROM), Ok(Hypothesis::default()), "silence");
}

#[test]
fn verbose_json_has_language_and_times() {
    let body = r#"{"task":"transcribe","language":"german","duration":2.5,"text":"Guten Tag. Ja.",
        "segments":[{"id":0,"seek":0,"start":0.12,"end":1.5,"text":" Guten Tag.","tokens":[1]},
                    {"id":1,"start":1.6,"end":1.2,"text":" Ja."},{"start":2,"end":2,"text":" "}]}"#;
    let said = read(&answer(200, body), FROM).unwrap();
    assert_eq!((said.text.as_str(), said.language.as_deref()), ("Guten Tag. Ja.", Some("de")));
    let part = |start_ms, end_ms, text: &str| Segment { start_ms, end_ms, text: text.to_owned() };
    assert_eq!(said.segments, [part(120, 1500, "Guten Tag."), part(1600, 1600, "Ja.")]);
}

#[test]
fn what_is_no_json_says_what_it_is_and_what_to_look_at() {
    let page = Answer {
        content_type: Some("text/html; charset=utf-8".to_owned()),
        ..answer(200, "welcome")
    };
    for (given, said) in [
        (page, "a web page"),
        (answer(200, "\n<!doctype html><title>vLLM</title>"), "a web page"),
        (answer(200, "just text"), "no text in JSON"),
        (answer(200, r#"{"words":[]}"#), "no text in JSON"),
        (answer(200, r#"{"text":7}"#), "no text in JSON"),
        (answer(200, r#"{"error":{"message":"no model is loaded"}}"#), "no model is loaded"),
    ] {
        let Trouble { kind, problem } = trouble(&given);
        assert_eq!(kind, Kind::Lasting, "{problem}");
        assert!(problem.contains(said), "{problem}");
    }
    assert_eq!(trouble(&answer(200, " \n")).kind, Kind::Passing, "nothing at all may pass");
}

#[test]
fn each_status_has_its_sentence_and_is_tried_again_or_not() {
    let error = r#"{"error":{"message":"boom","type":"x","code":null}}"#;
    for (status, kind, said) in [
        (301, Kind::Lasting, "sends elsewhere (301)"),
        (400, Kind::Lasting, "does not take what it is sent (400: boom)"),
        (401, Kind::Lasting, "refuses the key (401); keep the right one"),
        (403, Kind::Lasting, "`aloud remote key gpu`"),
        (404, Kind::Lasting, "no such model, or nothing at this address (404: boom)"),
        (413, Kind::Lasting, "no piece of this length (413: boom)"),
        (422, Kind::Lasting, "does not take what it is sent (422: boom)"),
        (429, Kind::Busy(None), "too much to do (429: boom)"),
        (500, Kind::Passing, "failed (500: boom)"),
        (502, Kind::Passing, "failed (502: boom)"),
        (503, Kind::Busy(None), "too much to do (503: boom)"),
    ] {
        let trouble = trouble(&answer(status, error));
        assert_eq!(trouble.kind, kind, "{status}");
        assert!(trouble.problem.contains(said), "{}", trouble.problem);
    }
    let keyless = read(&answer(401, error), From { key: None, ..FROM }).unwrap_err();
    assert!(keyless.problem.starts_with("wants a key"), "{}", keyless.problem);
}

#[test]
fn a_server_may_say_when_to_come_back() {
    let busy = |after: &str| {
        let after = Some(after.to_owned());
        trouble(&Answer { retry_after: after, ..answer(429, "") })
    };
    let Trouble { kind, problem } = busy(" 7 ");
    assert_eq!(kind, Kind::Busy(Some(Duration::from_secs(7))));
    assert!(problem.ends_with("asks to wait 7 s"), "{problem}");
    // A date means reading the clock, for what doubling waits do as well.
    assert_eq!(busy("Thu, 03 Dec 2026 12:00:00 GMT").kind, Kind::Busy(None));
}

#[test]
fn what_a_server_complains_of_is_found_shortened_and_names_no_key() {
    for body in [
        r#"{"error":"boom"}"#,
        r#"{"object":"error","message":"boom","code":400}"#,
        r#"{"detail":"boom"}"#,
        r#"{"detail":[{"loc":["body"],"msg":"boom"}]}"#,
    ] {
        assert_eq!(complaint(&answer(400, body), FROM).as_deref(), Some("boom"), "{body}");
    }
    let long = format!(r#"{{"error":"key sk-secret\n is {}"}}"#, "x".repeat(500));
    let said = complaint(&answer(400, &long), FROM).unwrap();
    assert!(said.starts_with("key …  is x") && said.chars().count() == LONGEST_COMPLAINT, "{said}");
    assert_eq!(complaint(&answer(500, "<html>sk-secret</html>"), FROM), None);
}

#[test]
fn what_never_came_is_tried_again() {
    let limit = Duration::from_millis(1500);
    for (how, kind, said) in [
        (Lost::Unreachable("refused".to_owned()), Kind::Passing, "does not answer: refused"),
        (Lost::Cut("it broke off".to_owned()), Kind::Passing, "broke off"),
        (Lost::Late, Kind::Late, "no answer in 2 s"),
        (Lost::Endless, Kind::Lasting, "without end"),
    ] {
        let trouble = lost(&how, limit);
        assert_eq!(trouble.kind, kind);
        assert!(trouble.problem.contains(said), "{}", trouble.problem);
    }
}
