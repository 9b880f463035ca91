"""Japanese: its little words, which also part what stands between them; what the product says is not translated yet."""

NAME = "日本語"

GRAMMAR = """です ですか ます ますか ました ましたか ません でした でしたか である であり だった でしょう という
として について によって により において における からの までの ための している していた していました されている
された されました される する した して しました ている ていた ていました なった なりました なります いる いた
います ある あった あります こと もの とき ところ それ これ あれ その この あの どの どれ どこ どう どのくらい
どのような どんな いつ なぜ だれ 誰が 誰の 何が 何を 何の 何ですか いくつ いくら"""

EMPTY = """ください 下さい 教えて ありがとう こんにちは"""

ABBREVIATIONS = ""
