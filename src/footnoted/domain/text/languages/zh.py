"""Chinese. Its little words are single characters and pairs: the text is not cut into words."""

from footnoted.domain.text.messages import Messages

NAME = "中文"

GRAMMAR = """什么 哪些 哪个 哪里 哪一 多少 怎么 怎样 如何 为什 为何 何时 是谁 谁是 是什 的是 了什 是多 有多 几个
这个 那个 这些 那些 一个 可以 以及 因为 所以 但是 如果 或者 他们 她们 它们 我们 你们 自己 之后 之前 其中 由于 并且
而且 是否 多久 多长 多大 多高 多远 多快 哪儿 什么样 怎么样 为什么 能否 能不能 是不是 有没有 要不要 什麼 哪個 哪裡
哪兒 怎麼 怎樣 為什 為什麼 為何 何時 是誰 誰是 幾個 這個 那個 這些 一個 因為 他們 我們 你們 之後 時候 多長 多遠 嗎
麼 吗 呢 吧 啊 么时 时候 什 么 的 了 是 在 和 与 有 被 把 也 就 都 而 及 或"""

EMPTY = """请问 你好 谢谢 叫做 称为 叫什 名字 东西"""

ABBREVIATIONS = ""

ENDINGS = (r"(?<=\w{2})[吗呢吧啊呀嗎]$", r"^那(?=\w{2})")
"""What asks and what takes up a thread: 那红茶呢 is about 红茶."""

MESSAGES = Messages(
    refusal="书中没有说明。我查找了相关段落，没有找到能回答这个问题的内容。",
    selection_refusal="所选文字没有说明。",
    selection_answers="回答只依据所选文字。",
    unclear="我不确定这指的是什么。请说明它的名称后再问一次。",
    fallback="语言模型暂时不可用。以下是书中最接近的段落。",
    corrected="来源并没有这样说。来源说的是： ",
    hedge="书中只涉及其中一部分。 ",
    shown="书中这一部分与此有关：",
    closest="书中可能没有说明。最接近的是这一部分：",
    session_unknown="没有这个会话。",
    index_down="本书的索引没有响应。请稍后再试。",
    model_down="语言模型没有响应。请稍后再试。",
    unavailable="服务暂时不可用。请稍后再试。",
    internal="我们这边出了问题。",
    key_wanted="此服务器需要密钥：`Authorization: Bearer` 或 `X-API-Key`。",
    rate_limited="同时提出的问题太多。请稍等片刻。",
    body_too_large="请求超出了此服务器接受的大小。",
    body_too_slow="请求没有及时到达。",
    empty="请提出问题：`query` 为空。",
    too_long="问题太长：最多 {limit} 个字符。",
    selection_too_long="所选文字太长：最多 {limit} 个字符。",
)
