//! What the written model says about itself, under the names that the engine reads.

use super::Quantisation;
use super::mel::WINDOW;
use super::vocabulary::Vocabulary;
use super::whisper::Whisper;
use crate::models::fault::Fault;
use crate::models::gguf::Value;

/// Samples a second that Whisper takes.
const RATE: u32 = 16_000;

/// Samples from one column of the spectrogram to the next.
const HOP: u32 = 160;

/// Named values in the order in which they are written.
pub(crate) type Values = Vec<(&'static str, Value)>;

/// Everything but the front end, which [`frontend`] adds.
pub(crate) fn values(
    whisper: &Whisper,
    vocabulary: &Vocabulary,
    kind: Quantisation,
    parameters: u64,
) -> Result<Values, Fault> {
    let mut values = general(whisper, vocabulary, kind, parameters)?;
    values.extend(tokenizer(vocabulary)?);
    values.extend(halves(whisper));
    values.extend(steering(vocabulary)?);
    Ok(values)
}

fn general(
    whisper: &Whisper,
    vocabulary: &Vocabulary,
    kind: Quantisation,
    parameters: u64,
) -> Result<Values, Fault> {
    let multilingual = whisper.is_multilingual();
    let languages = if multilingual { vocabulary.languages()? } else { vec!["en".to_owned()] };
    let mut values = vec![
        ("general.architecture", text("whisper")),
        ("general.name", text(title(whisper))),
        ("general.basename", text("whisper")),
        ("general.size_label", text(format!("{:.0}M", parameters as f64 / 1e6))),
        ("general.author", text("OpenAI")),
        ("general.license", text("mit")),
        ("general.file_type", Value::U32(kind.file_type())),
        ("general.languages", Value::Texts(languages)),
        ("stt.variant", text(whisper.variant())),
        ("stt.capability.lang_detect", Value::Bool(multilingual)),
        ("stt.capability.translate", Value::Bool(whisper.translates())),
        ("stt.capability.timestamps", Value::Bool(true)),
    ];
    if whisper.translates() {
        let english = Value::Texts(vec!["en".to_owned()]);
        values.push(("stt.translation.target_languages", english));
    }
    Ok(values)
}

/// The name to show, such as `Whisper Large V3 Turbo`.
fn title(whisper: &Whisper) -> String {
    let mut title = "Whisper".to_owned();
    for word in whisper.size().split('-') {
        let (first, rest) = word.split_at(1);
        title.extend([" ", &first.to_uppercase(), rest]);
    }
    if !whisper.is_multilingual() {
        title.push_str(" (English)");
    }
    title
}

fn tokenizer(vocabulary: &Vocabulary) -> Result<Values, Fault> {
    let end = Value::U32(vocabulary.number("<|endoftext|>")?);
    let kinds = vocabulary.steers.iter().map(|steers| if *steers { 3 } else { 1 }).collect();
    Ok(vec![
        ("tokenizer.ggml.model", text("gpt2")),
        ("tokenizer.ggml.pre", text("gpt2")),
        ("tokenizer.ggml.tokens", Value::Texts(vocabulary.tokens.clone())),
        ("tokenizer.ggml.token_type", Value::I32s(kinds)),
        ("tokenizer.ggml.merges", Value::Texts(vocabulary.merges.clone())),
        ("tokenizer.ggml.bos_token_id", end.clone()),
        ("tokenizer.ggml.eos_token_id", end.clone()),
        ("tokenizer.ggml.padding_token_id", end),
        ("tokenizer.ggml.add_bos_token", Value::Bool(false)),
    ])
}

fn halves(whisper: &Whisper) -> Values {
    vec![
        ("stt.whisper.encoder.n_layers", count(whisper.encoder_layers)),
        ("stt.whisper.encoder.d_model", count(whisper.width)),
        ("stt.whisper.encoder.n_heads", count(whisper.heads)),
        ("stt.whisper.encoder.ffn_dim", count(whisper.encoder_inner)),
        ("stt.whisper.encoder.num_mel_bins", count(whisper.mels)),
        ("stt.whisper.encoder.max_source_positions", count(whisper.source_positions)),
        ("stt.whisper.encoder.activation", text("gelu")),
        ("stt.whisper.decoder.n_layers", count(whisper.decoder_layers)),
        ("stt.whisper.decoder.d_model", count(whisper.width)),
        ("stt.whisper.decoder.n_heads", count(whisper.heads)),
        ("stt.whisper.decoder.ffn_dim", count(whisper.decoder_inner)),
        ("stt.whisper.decoder.max_target_positions", count(whisper.target_positions)),
        ("stt.whisper.decoder.vocab_size", count(whisper.vocabulary)),
        ("stt.whisper.decoder.activation", text("gelu")),
        ("stt.whisper.decoder.tie_word_embeddings", Value::Bool(true)),
        ("stt.whisper.decoder.scale_embedding", Value::Bool(false)),
    ]
}

fn steering(vocabulary: &Vocabulary) -> Result<Values, Fault> {
    let mut values = vec![
        ("stt.whisper.decoder_start_token_id", "<|startoftranscript|>"),
        ("stt.whisper.no_timestamps_token_id", "<|notimestamps|>"),
    ]
    .into_iter()
    .map(|(name, token)| Ok((name, Value::U32(vocabulary.number(token)?))))
    .collect::<Result<Values, Fault>>()?;
    for (name, token) in [
        ("stt.whisper.sot_token_id", "<|startoftranscript|>"),
        ("stt.whisper.transcribe_token_id", "<|transcribe|>"),
        ("stt.whisper.translate_token_id", "<|translate|>"),
        ("stt.whisper.prev_sot_token_id", "<|startofprev|>"),
    ] {
        values.extend(vocabulary.find(token).map(|number| (name, Value::U32(number))));
    }
    for (name, tokens) in [
        ("stt.whisper.suppress_tokens", &vocabulary.suppressed),
        ("stt.whisper.begin_suppress_tokens", &vocabulary.suppressed_first),
    ] {
        if !tokens.is_empty() {
            values.push((name, Value::I32s(tokens.clone())));
        }
    }
    Ok(values)
}

/// The front end for an encoder window of so many seconds: the only part in which a model and
/// its twin differ. The engine takes as many encoder positions as the window has, from the
/// first on.
pub(crate) fn frontend(whisper: &Whisper, window_s: u32) -> Values {
    let [length, samples, frames] = window(window_s);
    let number = |(name, number)| (name, Value::U32(number));
    vec![
        ("stt.frontend.type", text("mel")),
        ("stt.frontend.num_mels", count(whisper.mels)),
        ("stt.frontend.sample_rate", Value::U32(RATE)),
        ("stt.frontend.n_fft", count(WINDOW as u64)),
        ("stt.frontend.win_length", count(WINDOW as u64)),
        ("stt.frontend.hop_length", Value::U32(HOP)),
        number(length),
        number(samples),
        number(frames),
        ("stt.frontend.window", text("hann_periodic")),
        ("stt.frontend.normalize", text("whisper_logmel")),
        ("stt.frontend.dither", Value::F32(0.0)),
        ("stt.frontend.pre_emphasis", Value::F32(0.0)),
        ("stt.frontend.f_min", Value::F32(0.0)),
        ("stt.frontend.f_max", Value::F32(8000.0)),
        ("stt.frontend.pad_mode", text("reflect")),
        ("stt.frontend.center", Value::Bool(true)),
        ("stt.frontend.mel_norm", text("slaney")),
    ]
}

/// What a file says about the length of its encoder window.
pub(crate) fn window(window_s: u32) -> [(&'static str, u32); 3] {
    let samples = window_s * RATE;
    [
        ("stt.frontend.chunk_length", window_s),
        ("stt.frontend.n_samples", samples),
        ("stt.frontend.nb_max_frames", samples / HOP),
    ]
}

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

fn count(count: u64) -> Value {
    Value::U32(u32::try_from(count).expect("dimensions in the source have 32 bits"))
}
