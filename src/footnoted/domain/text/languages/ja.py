"""Japanese: its little words, which also part what stands between them."""

from footnoted.domain.text.messages import Messages

NAME = "日本語"

GRAMMAR = """です ですか ます ますか ました ましたか ません でした でしたか である であり だった でしょう という
として について によって により において における からの までの ための している していた していました されている
された されました される する した して しました ている ていた ていました なった なりました なります いる いた
います ある あった あります こと もの とき ところ それ これ あれ その この あの どの どれ どこ どう どのくらい
どのような どんな いつ なぜ だれ 誰が 誰の 何が 何を 何の 何ですか いくつ いくら"""

EMPTY = """ください 下さい 教えて ありがとう こんにちは"""

ABBREVIATIONS = ""

MESSAGES = Messages(
    refusal="この本には書かれていません。関係する箇所を探しましたが、答えになるものは見つかりませんでした。",
    selection_refusal="選択した文章には書かれていません。",
    selection_answers="回答は選択した文章だけに基づいています。",
    unclear="何のことかはっきりしません。名前を挙げてもう一度お尋ねください。",
    fallback="言語モデルは今利用できません。本の中で最も近い箇所はこちらです。",
    corrected="出典にはそう書かれていません。出典にはこうあります： ",
    hedge="この本はこのことを一部しか扱っていません。 ",
    shown="本のこの部分がそれについて述べています：",
    closest="この本には書かれていないかもしれません。最も近いのはこの部分です：",
    session_unknown="そのようなセッションはありません。",
    index_down="本の索引が応答しません。しばらくしてからもう一度お試しください。",
    model_down="言語モデルが応答しません。しばらくしてからもう一度お試しください。",
    unavailable="サービスは今利用できません。しばらくしてからもう一度お試しください。",
    internal="こちらで問題が発生しました。",
    key_wanted="このサーバーには鍵が必要です：`Authorization: Bearer` または `X-API-Key`。",
    rate_limited="質問が一度に多すぎます。少しお待ちください。",
    body_too_large="リクエストがこのサーバーの上限を超えています。",
    body_too_slow="リクエストが時間内に届きませんでした。",
    empty="質問を入力してください：`query` が空です。",
    too_long="質問が長すぎます：最大 {limit} 文字です。",
    selection_too_long="選択した文章が長すぎます：最大 {limit} 文字です。",
)
