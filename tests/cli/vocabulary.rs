//! A vocabulary, with the real model: terms are spelled as listed, and said by nobody else.

use super::call::{Answer, Call, Home};
use super::recognised::{models, silence, spoken};

const TERMS: &str = "PostgreSQL TypeScript Webpack Kubernetes Terraform Ansible Grafana \
    Prometheus Nginx Redis Kafka RabbitMQ Elasticsearch Jenkins GitLab Bitbucket Jira Confluence \
    Figma Svelte Tauri Cargo Tokio Serde Axum Diesel WebRTC GraphQL OAuth SAML LDAP Keycloak Vault \
    Consul Nomad Packer Caitlyn Jaan Kristoffer Siobhan";

/// Listens to a file by a profile with these terms.
fn listen(home: &Home, terms: &[&str], file: &str) -> Answer {
    let profile = serde_json::json!({ "name": "terms", "output": "stdout", "vocabulary": terms });
    let settings = serde_json::json!({ "version": 1, "profiles": [profile] });
    home.write("settings.json", settings.to_string().as_bytes());
    let arguments = ["listen", "--wav", file, "--profile", "terms", "--model", "whisper-base-Q8_0"];
    Call::of(home, &arguments).with_models(&models()).answer()
}

#[test]
fn three_of_forty_terms_are_spelled_as_listed_and_silence_says_none() {
    let home = Home::empty();
    let terms: Vec<&str> = TERMS.split_whitespace().collect();
    assert_eq!(terms.len(), 40);
    let said = "We store it in Postgres, write it in TypeScript and build it with Webpack.";
    let file = spoken(&home, "en-us", said);
    let answer = listen(&home, &terms, &file);
    for term in &terms[..3] {
        assert!(answer.stdout.contains(term), "{term}: {}", answer.stdout);
    }
    let answer = listen(&home, &terms, &silence(&home));
    assert_eq!((answer.code, answer.stdout.as_str()), (5, ""));
}

#[test]
fn of_too_many_terms_the_first_are_kept() {
    let home = Home::empty();
    let file = spoken(&home, "en-us", "Please send the report to Caitlyn, Jon and Kristoffer.");
    let first = ["Caitlyn", "Jaan", "Kristoffer"];
    let more = TERMS.split_whitespace().cycle().filter(|term| !first.contains(term)).take(600);
    let answer = listen(&home, &first.into_iter().chain(more).collect::<Vec<_>>(), &file);
    assert!(answer.stdout.contains("Caitlyn, Jaan and Kristoffer"), "{}", answer.stdout);
}
