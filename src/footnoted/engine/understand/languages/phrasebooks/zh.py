"""Chinese."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="zh",
    books="这本书|本书|这个手册|这份文档|这个网站|这本手册|此书|这个教程|該書|這本書",
    greeting="你好|您好|大家好|早上好|下午好|晚上好|嗨|你好吗|哈喽|你好啊",
    thanks="谢谢|谢谢你|谢谢您|多谢|非常感谢|好的谢谢|明白了|知道了|好的|感谢|謝謝",
    farewell="再见|拜拜|回头见|晚安|再會",
    abilities="你是谁|你能做什么|你会什么|这是什么|怎么用|帮助|我可以问什么|你能帮我什么",
    overview=(
        "[book]讲什么|[book]讲了什么|[book]是讲什么的|[book]是关于什么的|[book]的主题是什么|[book]的内容是什么|[book]主要讲什么|概述|简介|总结[book]|"
        "总结一下[book]|[book]适合谁|这是关于什么的"
    ),
    start="从哪里开始|我从哪里开始|我应该从哪里开始|从哪儿开始|先读什么|怎么开始|我该先读哪一章",
    contents="目录|章节|有哪些章节|[book]有哪些章节|[book]有几章|显示目录|给我看目录|列出章节",
    explain="解释一下|解释这个|解释这段话|解释这段|解释一下这段话|这是什么意思|这段话是什么意思|什么意思|我不明白这个|请解释",
    before="你好|您好|请问|请告诉我|能告诉我|你能告诉我|我想知道|我想了解",
    after="谢谢|谢谢你|多谢",
    goes_on="那|那么|那么如果|还有|另外|然后|但是|而且",
    pronouns="它|它们|他们|她们",
    starting_points="简介|介绍|入门|快速开始|欢迎|前言|引言",
    book=BookWords(
        replies={
            Request.GREETING: "你好！关于{title}的问题都可以问我：我用书中的原文回答，并指出出处。",
            Request.THANKS: "不客气，随时可以继续问。",
            Request.FAREWELL: "再见，祝阅读愉快。",
            Request.ABILITIES: "我用{title}自己的文字回答有关它的问题，并指出出处。书里没有说的，我不会说。",
        },
        also="和",
        this_book="这本书",
        pages="{title}共有 {count} 页：",
        a_page="{title}共有一页：",
        start="先读“{title}”： ",
        after_it="接下来是：",
        its_pages="各页：",
        more="另有 {count} 页",
        place="出自“{place}”：",
    ),
)
