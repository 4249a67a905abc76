//! What models trained on subtitles say to silence.

use std::sync::LazyLock;

use super::cover;
use crate::words::keys;

/// Words that may follow a phrase that ends in `…`: a name or two.
const TAIL: usize = 12;

/// Whole texts, compared without case and punctuation; `…` stands for any few words.
const PHRASES: &[&str] = &[
    // English
    "you",
    "thank you",
    "thank you very much",
    "thank you so much",
    "thanks",
    "thank you for watching",
    "thanks for watching",
    "thank you so much for watching",
    "thank you for listening",
    "thanks for listening",
    "thank you for your attention",
    "please subscribe",
    "subscribe",
    "please like and subscribe",
    "like and subscribe",
    "don't forget to like and subscribe",
    "please subscribe to my channel",
    "see you next time",
    "see you later",
    "see you",
    "see you in the next video",
    "i'll see you in the next video",
    "i'll see you next time",
    "we'll be right back",
    "bye",
    "bye bye",
    "goodbye",
    "good night",
    "okay",
    "ok",
    "oh",
    "so",
    "hmm",
    "mm",
    "mhm",
    "uh",
    "um",
    "ah",
    "yeah",
    "the end",
    "to be continued",
    "music",
    "applause",
    "laughter",
    "silence",
    "blank audio",
    "subtitles by …",
    "subtitles by the amara.org community",
    "subtitled by …",
    "captions by …",
    "captioning by …",
    "closed captioning by …",
    "transcribed by …",
    "transcription by …",
    "translated by …",
    "amara.org",
    // German
    "danke",
    "danke schön",
    "vielen dank",
    "vielen dank fürs zuschauen",
    "danke fürs zuschauen",
    "vielen dank für ihre aufmerksamkeit",
    "untertitel der amara.org-community",
    "untertitel von …",
    "untertitel im auftrag des zdf …",
    "untertitelung des zdf …",
    "untertitelung im auftrag …",
    "untertitelung aufgrund der amara.org-community",
    "copyright wdr …",
    "swr …",
    "bis zum nächsten mal",
    "tschüss",
    "auf wiedersehen",
    "musik",
    // French
    "merci",
    "merci beaucoup",
    "merci d'avoir regardé cette vidéo",
    "merci d'avoir regardé",
    "sous-titres réalisés par …",
    "sous-titres réalisés para la communauté d'amara.org",
    "sous-titrage …",
    "sous-titrage société radio-canada",
    "abonnez-vous",
    "à bientôt",
    "au revoir",
    "musique",
    // Spanish
    "gracias",
    "muchas gracias",
    "gracias por ver",
    "gracias por ver el video",
    "suscríbete",
    "gracias por ver el vídeo",
    "suscríbete al canal",
    "subtítulos realizados por …",
    "subtítulos por la comunidad de amara.org",
    "subtítulos por …",
    "hasta la próxima",
    "adiós",
    "nos vemos en el próximo video",
    "música",
    // Italian
    "grazie",
    "grazie mille",
    "grazie a tutti",
    "grazie per la visione",
    "grazie per l'attenzione",
    "sottotitoli creati dalla comunità amara.org",
    "sottotitoli e revisione a cura di …",
    "sottotitoli a cura di …",
    "alla prossima",
    "ciao",
    // Portuguese
    "obrigado",
    "obrigada",
    "muito obrigado",
    "obrigado por assistir",
    "obrigada por assistir",
    "legendas pela comunidade amara.org",
    "legendas por …",
    "legendado por …",
    "tchau",
    "até mais",
    "até a próxima",
    "inscreva-se no canal",
    // Dutch, Danish, Norwegian, Swedish, Finnish
    "bedankt",
    "dank u wel",
    "bedankt voor het kijken",
    "tot de volgende keer",
    "ondertitels ingediend door de amara.org gemeenschap",
    "ondertiteld door …",
    "ondertiteling …",
    "tak",
    "tak for at se med",
    "danske tekster af …",
    "undertekster af …",
    "takk",
    "undertekster av …",
    "tack",
    "tack för att ni tittade",
    "textning …",
    "undertexter …",
    "undertexter från amara.org-gemenskapen",
    "kiitos",
    "kiitos kun katsoitte",
    "tekstitys …",
    // Polish, Czech, Hungarian, Romanian, Greek, Turkish
    "dziękuję",
    "dziękuję za uwagę",
    "dziękuję za oglądanie",
    "dzięki za oglądanie",
    "napisy stworzone przez społeczność amara.org",
    "napisy …",
    "děkuji",
    "titulky vytvořil …",
    "titulky …",
    "köszönöm",
    "köszönöm szépen",
    "feliratok …",
    "mulțumesc",
    "vă mulțumim pentru vizionare",
    "ευχαριστώ",
    "υπότιτλοι …",
    "υπότιτλοι authorwave",
    "teşekkürler",
    "teşekkür ederim",
    "izlediğiniz için teşekkürler",
    "izlediğiniz için teşekkür ederim",
    "altyazı m.k.",
    "altyazı …",
    "abone olmayı unutmayın",
    // Russian, Ukrainian
    "спасибо",
    "спасибо за просмотр",
    "спасибо за внимание",
    "продолжение следует",
    "пока",
    "до свидания",
    "до новых встреч",
    "подписывайтесь на канал",
    "субтитры …",
    "субтитры сделал …",
    "субтитры создавал …",
    "редактор субтитров …",
    "музыка",
    "дякую",
    "дякую за перегляд",
    // Japanese
    "ご視聴ありがとうございました",
    "ご視聴ありがとうございます",
    "最後までご視聴ありがとうございました",
    "ありがとうございました",
    "ありがとうございます",
    "ありがとう",
    "おやすみなさい",
    "はい",
    "うん",
    "ん",
    "チャンネル登録お願いします",
    "チャンネル登録をお願いします",
    "チャンネル登録よろしくお願いします",
    "高評価とチャンネル登録お願いします",
    "次の動画でお会いしましょう",
    "では、また",
    "バイバイ",
    "字幕 …",
    "音楽",
    // Chinese
    "谢谢",
    "謝謝",
    "谢谢大家",
    "謝謝大家",
    "谢谢观看",
    "謝謝觀看",
    "谢谢收看",
    "謝謝收看",
    "多谢您收睇",
    "请不吝点赞 订阅 转发 打赏支持明镜与点点栏目",
    "請不吝點贊 訂閱 轉發 打賞支持明鏡與點點欄目",
    "字幕由 amara.org 社区提供",
    "字幕由 amara.org 社群提供",
    "字幕由 …",
    "中文字幕 …",
    "字幕志愿者 …",
    "优优独播剧场——yoyo television series exclusive",
    "優優獨播劇場——yoyo television series exclusive",
    "请订阅",
    "下期再见",
    "再见",
    "再見",
    "拜拜",
    "嗯",
    "音乐",
    // Korean
    "감사합니다",
    "고맙습니다",
    "시청해주셔서 감사합니다",
    "시청해 주셔서 감사합니다",
    "구독과 좋아요 부탁드립니다",
    "구독과 좋아요 부탁드려요",
    "다음 영상에서 만나요",
    "다음 영상에서 뵙겠습니다",
    "한글자막 by …",
    "자막 …",
    "mbc 뉴스 …",
    "안녕",
    "안녕히 계세요",
    "네",
    "음악",
    // Arabic, Hebrew, Hindi, Thai, Vietnamese, Indonesian
    "شكرا",
    "شكرا لكم",
    "شكرا على المشاهدة",
    "شكراً على المشاهدة",
    "اشتركوا في القناة",
    "ترجمة نانسي قنقر",
    "ترجمة …",
    "תודה",
    "תודה רבה",
    "תודה על הצפייה",
    "धन्यवाद",
    "ขอบคุณ",
    "ขอบคุณครับ",
    "ขอบคุณค่ะ",
    "ขอบคุณที่รับชม",
    "cảm ơn",
    "cảm ơn các bạn đã theo dõi",
    "cảm ơn các bạn đã xem",
    "hãy subscribe cho kênh …",
    "terima kasih",
    "terima kasih telah menonton",
];

static WHOLE: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    PHRASES.iter().filter(|phrase| !phrase.ends_with('…')).map(|phrase| keys(phrase)).collect()
});

static BEGINNINGS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    PHRASES.iter().filter(|phrase| phrase.ends_with('…')).map(|phrase| keys(phrase)).collect()
});

/// Whether the text is one stock phrase or several, and nothing else. Punctuation without a word
/// is one too.
pub(super) fn is_nothing_else(text: &str) -> bool {
    let said = keys(text);
    !text.trim().is_empty() && (cover(&said, &WHOLE).is_some() || is_credit(&said))
}

fn is_credit(said: &[String]) -> bool {
    BEGINNINGS.iter().any(|head| said.starts_with(head) && said.len() <= head.len() + TAIL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_compared_without_case_and_punctuation() {
        for text in
            ["THANK YOU", "thank you!", "Thanks for watching. Bye-bye!", "you You... you", "…"]
        {
            assert!(is_nothing_else(text), "{text}");
        }
    }

    #[test]
    fn credits_may_name_somebody() {
        assert!(is_nothing_else("Subtitles by Jane Doe"));
        assert!(is_nothing_else("Субтитры сделал DimaTorzok"));
        assert!(is_nothing_else("字幕由小明提供"));
        let long = format!("Subtitles by {}", "one more word ".repeat(5));
        assert!(!is_nothing_else(&long));
    }

    #[test]
    fn anything_beside_them_makes_it_something_else() {
        for text in ["", "Thank you, doctor", "I said bye", "谢谢你们的帮助", "music is loud"]
        {
            assert!(!is_nothing_else(text), "{text}");
        }
    }
}
