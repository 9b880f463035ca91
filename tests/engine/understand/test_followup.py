"""Follow-up questions: what is carried, what is left alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footnoted.domain.question import Turn
from footnoted.domain.text.words import words
from footnoted.engine.understand.followup import resolve
from footnoted.engine.understand.stands_alone import stands_alone


def turn(question: str, answer: str = "") -> Turn:
    return Turn(question, answer, datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    "question",
    [
        "What is a sourdough starter?",
        "How do I clean an eyepiece without scratching it?",
        "Is there a bridge over the Vistula?",
        "Is it safe to eat raw flour?",
        "How long does it take to cool a loaf?",
        "What is the name of the river that crosses Warsaw?",
        "Why do bees leave when they swarm?",
        "Which oven is best?",
        "Is rye the same as wheat?",
        "What happened on the first night?",
    ],
)
def test_a_question_that_stands_alone_is_left_unchanged(question: str) -> None:
    resolved = resolve(question, [turn("How is cheese aged?")])
    assert resolved.stands_alone
    assert resolved.text == question


@pytest.mark.parametrize(
    "question",
    [
        "Why?",
        "How so?",
        "What else?",
        "And in winter?",
        "I meant in winter",
        "What about goats?",
        "How long does that take?",
        "Who invented it?",
        "Can you explain more?",
        "Give me an example",
        "What are its parts?",
        "Are they expensive?",
        "Tell me about the second one",
        "And the other?",
        "Where did he live?",
    ],
)
def test_a_follow_up_takes_the_subject_along(question: str) -> None:
    resolved = resolve(question, [turn("How is sourdough bread baked?")])
    assert not resolved.stands_alone
    assert resolved.text.startswith(question)
    assert set(words("sourdough bread baked")) <= set(words(resolved.text))


def test_without_earlier_turns_nothing_is_carried() -> None:
    assert resolve("Why?", []).text == "Why?"


def test_the_subject_survives_a_chain_of_follow_ups() -> None:
    earlier = [turn("How is sourdough baked?"), turn("How long does it take?"), turn("Why?")]
    assert "sourdough" in resolve("And in summer?", earlier).text


def test_a_new_subject_replaces_the_old_one() -> None:
    earlier = [turn("How is sourdough baked?"), turn("What does a hygrometer measure?")]
    resolved = resolve("Who invented it?", earlier)
    assert "hygrometer" in resolved.text
    assert "sourdough" not in resolved.text
    assert "sourdough" in resolved.context


def test_a_short_answer_is_what_the_pronoun_means() -> None:
    assert "Marie Curie" in resolve("When was she born?", [turn("Who discovered radium?", "Marie Curie [1].")]).text


def test_a_long_answer_and_a_refusal_are_not_carried() -> None:
    long = turn("What is rye?", "Rye is a grass grown as a grain, a cover crop and a forage crop in cold places [1].")
    refused = turn("What is rye?", "The book does not say.")
    assert "forage" not in resolve("Why?", [long]).text + resolve("Why?", [long]).context
    assert "book" not in resolve("Why?", [refused]).text


def test_a_bare_why_is_about_what_the_answer_said() -> None:
    earlier = [
        turn("Which flour should I use for my bread at home?", "Bring:\n\n- salt\n- strong flour and a sieve [1]")
    ]
    assert resolve("Why?", earlier).text == "Why? strong flour"


def test_an_ordinal_points_into_the_last_answers_list() -> None:
    listed = turn("Which flours are there?", "These:\n\n1. rye flour\n2. spelt flour\n3. maize flour [1]")
    assert resolve("How much water does the second one need?", [listed]).text.endswith("spelt flour")
    assert resolve("And the last one?", [listed]).text.endswith("maize flour")


def test_the_former_and_the_latter_are_those_of_the_question() -> None:
    asked = turn("What is the difference between lager and stout?")
    assert "stout" in resolve("Is the latter stronger?", [asked]).text


def test_a_swapped_name_pushes_its_rival_out() -> None:
    text = resolve("And the Danube?", [turn("How long is the Vistula?")]).text
    assert "Vistula" not in text


def test_no_word_is_said_twice() -> None:
    text = resolve("Why does it rise?", [turn("Why does bread rise?"), turn("How fast does it rise?")]).text
    assert len(words(text)) == len(set(words(text)))


QUESTIONS = st.sampled_from(
    ["Why?", "What is rye?", "And it?", "the second one", "", "?", "How is Rye milled?", "黑麦是什么？"]
)


@given(QUESTIONS, st.lists(st.builds(turn, QUESTIONS, st.sampled_from(["", "Rye.", "- a\n- b", "no idea", "x " * 50]))))
def test_the_question_always_leads_and_carried_words_are_from_the_conversation(
    question: str, earlier: list[Turn]
) -> None:
    resolved = resolve(question, earlier)
    assert resolved.text.startswith(question.strip())
    known = set(words(" ".join([question, *(turn.question + " " + turn.answer for turn in earlier)])))
    assert set(words(resolved.text + " " + resolved.context)) <= known


@given(st.text(max_size=80))
def test_no_question_breaks_it(question: str) -> None:
    resolved = resolve(question, [turn("What is rye?")])
    assert stands_alone(question) == (resolved.stands_alone or question in resolved.others)


@pytest.mark.parametrize(
    ("question", "text", "others"),
    [
        ("milled?", "milled? rye", ("milled?",)),
        ("oldest mill", "oldest mill rye", ("oldest mill",)),
        ("How is wheat milled?", "How is wheat milled?", ()),
        ("wheat flour mill price history", "wheat flour mill price history", ()),
    ],
)
def test_few_keywords_may_be_a_follow_up_or_a_new_question(question: str, text: str, others: tuple[str, ...]) -> None:
    resolved = resolve(question, [turn("What is rye?")])
    assert (resolved.text, resolved.others) == (text, others)


@pytest.mark.parametrize(
    ("question", "last", "carried"),
    [
        ("Und wie reinige ich es?", "Welche Brennweite hat ein Okular?", {"Okular", "Brennweite"}),
        ("Wie lange dauert das?", "Wie justiere ich einen Newton?", {"justiere", "Newton"}),
        ("Und die Sonne?", "Wie weit ist der Mond entfernt?", {"weit", "entfernt"}),
        ("Warum?", "Wie weit ist der Mond entfernt?", {"Mond"}),
    ],
)
def test_a_german_follow_up_takes_its_subject_along(question: str, last: str, carried: set[str]) -> None:
    resolved = resolve(question, [Turn(last, "Der Mond ist im Mittel 384400 km entfernt [1].", datetime.now(UTC))])
    assert not resolved.stands_alone
    assert carried <= set(resolved.text.split())
    if "Sonne" in question:
        assert "Mond" not in resolved.text.split()
        assert resolved.others == ("Wie weit ist der Sonne entfernt?",)


@pytest.mark.parametrize(
    ("code", "question", "last", "carried"),
    [
        ("hi", "और सर्दी में?", "गर्मी में पौधों को पानी दें?", ["गर्मी", "पौधों", "पानी"]),
        ("bn", "শীতে?", "গাছে পানি দিন", []),
        ("ar", "وماذا لو ماتت؟", "كم تعيش الملكة؟", ["الملكة"]),
        ("ko", "그럼 무는요?", "배추는 언제 절이나요?", ["배추는", "절이나요"]),
    ],
)
def test_a_follow_up_carries_whole_words_in_every_script(
    code: str, question: str, last: str, carried: list[str]
) -> None:
    text = resolve(question, [Turn(last, "", datetime.now(UTC))], code).text
    assert set(text.removeprefix(question).split()) >= set(carried)
    assert set(text.removeprefix(question).split()) <= set(last.strip("؟?").split())


@pytest.mark.parametrize(
    "question", ["Wie hell ist der Neptun?", "Welcher Same keimt im Dunkeln?", "Her gezegenin kaç uydusu var?"]
)
def test_english_pronouns_are_none_in_other_languages(question: str) -> None:
    assert stands_alone(question)
