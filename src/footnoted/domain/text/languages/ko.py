"""Korean: its little words, which also part what stands between them."""

import unicodedata

from footnoted.domain.text.messages import Messages

NAME = "한국어"

GRAMMAR = """무엇 무엇을 무엇이 무엇인가 무엇인가요 무엇입니까 누구 누가 누구의 누구인가 어디 어디에 어디에서
어디서 언제 언제인가 어떻게 얼마나 어느 어떤 그리고 그러나 하지만 또는 그것 이것 저것 있는 있다 있습니다 있나요
있습니까 없는 없다 하는 한다 합니다 하나요 합니까 했다 했습니다 했나요 했습니까 되는 된다 됩니다 되나요 되었다
되었습니다 되었나요 이다 입니다 입니까 인가요 이었다 였다 에서 으로 까지 부터 에게 에는 에도 에서는"""

EMPTY = """알려 만드 만들 만들어 만들어요 만들었 주세요 알려주세요 감사합니다 안녕하세요"""

ABBREVIATIONS = ""

# A letter by itself: of a word that ends in a vowel, and in a consonant. Four letters are two syllables or more.
_VOWEL, _CONSONANT, _TWO = r"(?<=[\u1161-\u1175])", r"(?<=[\u11a8-\u11c2])", r"(?<=\w{4})"
ENDINGS = tuple(
    unicodedata.normalize("NFD", ending)
    for ending in (
        rf"(?<=\w\w)(?:에서는|에서도|에서|에는|에도|에게|으로는|으로|까지만|까지|부터|보다|처럼|마다|이란|입니까|이에요|인가요|은요|는요|이요"
        rf"|\u11b8니다|\u11b8니까|습니다|습니까|나요|으세요|세요|어요|아요|으려면|려면|으면|지만|에|{_VOWEL}(?:는|를)|{_CONSONANT}(?:은|을))$",
        rf"{_TWO}(?:{_CONSONANT}(?:이|과)|{_VOWEL}(?:가|와)|의|도|만|로|면|기|고|요)$",
        rf"{_TWO}(?:하|해|했|되|돼|됐)$",
    )
)
"""Particles, and what ends a verb: 소금이 and 소금은, 필요해요 and 필요합니다, 익히나요 and 익히기."""

MESSAGES = Messages(
    refusal="이 책에는 나와 있지 않습니다. 관련된 부분을 찾아보았지만 답이 되는 내용이 없었습니다.",
    selection_refusal="선택한 글에는 나와 있지 않습니다.",
    selection_answers="답은 선택한 글만을 근거로 합니다.",
    unclear="무엇을 가리키는지 분명하지 않습니다. 이름을 넣어 다시 물어봐 주세요.",
    fallback="지금은 언어 모델을 쓸 수 없습니다. 책에서 가장 가까운 부분입니다.",
    corrected="출처에는 그렇게 나와 있지 않습니다. 출처의 내용은 이렇습니다: ",
    hedge="이 책은 이것을 일부만 다룹니다. ",
    shown="책의 이 부분이 그것에 관한 내용입니다:",
    closest="이 책에는 나와 있지 않을 수도 있습니다. 가장 가까운 부분은 다음과 같습니다:",
    session_unknown="그런 세션이 없습니다.",
    index_down="책의 색인이 응답하지 않습니다. 잠시 뒤에 다시 시도해 주세요.",
    model_down="언어 모델이 응답하지 않습니다. 잠시 뒤에 다시 시도해 주세요.",
    unavailable="지금은 서비스를 쓸 수 없습니다. 잠시 뒤에 다시 시도해 주세요.",
    internal="저희 쪽에서 문제가 생겼습니다.",
    key_wanted="이 서버에는 키가 필요합니다: `Authorization: Bearer` 또는 `X-API-Key`.",
    rate_limited="한꺼번에 질문이 너무 많습니다. 잠시 기다려 주세요.",
    body_too_large="요청이 이 서버가 받는 크기보다 큽니다.",
    body_too_slow="요청이 제때 도착하지 않았습니다.",
    empty="질문을 적어 주세요: `query`가 비어 있습니다.",
    too_long="질문이 너무 깁니다: 최대 {limit}자입니다.",
    selection_too_long="선택한 글이 너무 깁니다: 최대 {limit}자입니다.",
)
