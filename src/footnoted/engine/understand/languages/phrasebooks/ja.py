"""Japanese."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="ja",
    books="この本|本書|このガイド|このマニュアル|このドキュメント|このサイト|この講座",
    greeting="こんにちは|こんばんは|おはようございます|おはよう|はじめまして|やあ|どうも|お元気ですか",
    thanks="ありがとう|ありがとうございます|ありがとうございました|どうもありがとう|助かりました|了解です|わかりました|分かりました|なるほど",
    farewell="さようなら|またね|失礼します|おやすみなさい",
    abilities="あなたは誰ですか|何ができますか|使い方を教えてください|これは何ですか|ヘルプ|何を聞けますか|どうやって使いますか",
    overview=(
        "[book]は何についての本ですか|[book]は何についてですか|[book]は何の本ですか|[book]の内容は何ですか|[book]の内容を教えてください|[book]について教えてください|"
        "[book]には何が書いてありますか|[book]のテーマは何ですか|概要|要約|[book]を要約してください|[book]は誰向けですか"
    ),
    start="どこから読めばいいですか|どこから始めればいいですか|どこから始めますか|最初に何を読めばいいですか|何から始めればいいですか|どこから読めばよいですか",
    contents="目次|章|目次を見せてください|目次を見せて|どんな章がありますか|章の一覧|[book]の目次",
    explain="これを説明してください|説明してください|この文を説明してください|これはどういう意味ですか|どういう意味ですか|これはどういうことですか|意味を教えてください|この部分を説明してください",
    before="こんにちは|すみません|すみませんが|あの",
    after="ありがとう|ありがとうございます|お願いします|よろしくお願いします",
    goes_on="では|じゃあ|それでは|それから|また|でも|そして|それなら",
    pronouns="それ|それは|それを|それら|これら|彼|彼女|彼ら",
    starting_points="はじめに|入門|ようこそ|まえがき|序文",
    book=BookWords(
        replies={
            Request.GREETING: "こんにちは。{title}について何でも聞いてください。本の文章で答え、その場所を示します。",
            Request.THANKS: "どういたしまして。いつでもまた聞いてください。",
            Request.FAREWELL: "さようなら。読書をお楽しみください。",
            Request.ABILITIES: "{title}についての質問に、本の言葉で答え、その場所を示します。書かれていないことは言いません。",
        },
        also="と",
        this_book="この本",
        pages="{title}には {count} ページあります：",
        a_page="{title}は一ページです：",
        start="まず「{title}」から： ",
        after_it="その次は：",
        its_pages="ページ一覧：",
        more="ほか {count} ページ",
        place="「{place}」より：",
    ),
)
