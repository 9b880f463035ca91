"""What English readers write around a question, and what they ask about the book instead of asking it something.

Data only: every row has examples beside it, which a test runs. german.py is the same for another language.
"""

from __future__ import annotations

from footnoted.engine.understand.languages.rules import Asking, BookWords, Leaning, Phrase, Request, Rules

_CONTRACTIONS = (
    (r"\b(what|where|who|how|when|why|that|there|it|here)['’]?s\b(?<!\bits)", r"\1 is"),
    (r"\b(what|how|where|who)['’]?re\b(?<!\bwere)(?<!\bwhore)", r"\1 are"),
    (r"\b(i|you|we|they)['’]d\b", r"\1 would"),
    (r"\b(i)['’]?m\b", r"\1 am"),
    (r"\b(you|we|they)['’]re\b", r"\1 are"),
    (r"\b(i|you|we|they)['’]ve\b", r"\1 have"),
    (r"\bcan['’]?t\b", "cannot"),
    (r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should)n['’]?t\b", r"\1 not"),
    (r"\b(?:u|ya)\b", "you"),
    (r"\b(?:pls|plz)\b", "please"),
)
"""Patterns and what they are short for; "its" and "were" are words of their own."""

_BOOK = (
    r"(?:(?:this|the|your|these|that|of|whole|entire) ?)*"
    r"(?:book|books|guide|documentation|docs?|manual|site|website|course|textbook|tutorial|handbook|documents?)"
)
_IT = rf"(?:{_BOOK}|it|this|here)"
_BRIEFLY = (
    r"(?: (?:in (?:short|a nutshell|brief|general|one sentence|a few words)|briefly|exactly|overall|please|"
    r"for me|to me|then|actually|mainly|all|really|again|about))*"
)
_TOPIC = r"(?P<topic>.+?)"

_GREETING = (
    r"(?:hi|hiya|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day)|welcome|yo|sup)"
    r"(?: (?:there|all|everyone|everybody|again|folks|team|bot|book|friend))*"
)
_SMALL_TALK = (
    r"(?:how (?:are|is) (?:you|it|things|everything|life)(?: (?:doing|going|today))*|what is up|nice to meet you|"
    r"how do you do|how goes it)"
)
_WELL = r"(?:ok(?:ay)?|alright|great|perfect|cool|awesome|nice|got it|i see|understood|(?:that )?makes sense|that help(?:s|ed))"
_ANYBODY = r"(?:(?:is )?any(?:body|one) (?:there|here|home)|are you there)"
_THANKS = (
    r"(?:(?:many |lots of |ok(?:ay)? |great |perfect |cool |awesome |no )*"
    r"(?:thanks|thank you|thx|ty|cheers|much appreciated|i appreciate it)"
    r"(?: (?:a lot|a bunch|so much|very much|again|you|for (?:that|this|your help|the help|the answer|being here|helping)|that (?:helps?|"
    r"helped|is (?:great|perfect|all))|"
    r"it (?:helps?|helped)|bye|goodbye))*)"
)

_REQUESTS: tuple[Phrase, ...] = (
    Phrase(
        Request.GREETING,
        rf"{_GREETING}(?: (?:{_GREETING}|{_SMALL_TALK}|{_ANYBODY}|{_THANKS}))?|{_SMALL_TALK}|{_ANYBODY}",
        ("hi", "Hello there!", "hey, how's it going?", "Hey, good morning!", "what's up?", "hi, is anyone there?"),
    ),
    Phrase(
        Request.THANKS,
        rf"{_THANKS}|{_WELL}(?: (?:then|{_WELL}))*",
        ("thanks", "Thank you so much!", "ok thanks", "thx, that helped", "great, thank you", "Got it.", "ok cool"),
    ),
    Phrase(
        Request.FAREWELL,
        r"(?:ok(?:ay)? )?(?:bye|goodbye|bye bye|see you|see you later|good night|farewell|cya|have a (?:nice|good) "
        r"(?:day|evening|one))(?: (?:then|now|later|soon))*",
        ("bye", "Goodbye!", "ok, see you later", "good night"),
    ),
    Phrase(
        Request.ABILITIES,
        r"(?:what (?:can|do) (?:you|i) (?:do|ask|answer|know|help (?:me )?with)|who are you|what are you|"
        r"what is your name|(?:how )?(?:can|could|will) you help|i need (?:some |your )?help|"
        r"how do you work|how does this work|what is this|help|"
        r"what (?:kinds? of |sorts? of )?(?:questions )(?:can|should|may) i ask|"
        r"(?:are you|is this) (?:a |an )?(?:bot|human|person|robot|ai|real person|chatbot))"
        r"(?: (?:me|you|here|with|for me|this|now|about|to you))*",
        ("What can you do?", "who are you", "help", "How does this work?", "what can i ask you", "are you a bot"),
    ),
    Phrase(
        Request.OVERVIEW,
        rf"(?:what (?:is|are) {_IT}(?: all)? about|what {_BOOK} (?:is|are)(?: all)? about|"
        rf"what (?:does|do) {_BOOK} (?:cover|contain|discuss|teach|explain|"
        rf"describe|talk about|deal with|tell me|say)|"
        r"what (?:is|are) (?:the |your )?(?:main )?(?:subject|topic|purpose|point|theme|gist|content|scope)s?"
        rf" of {_IT}|"
        rf"(?:summari[sz]e|describe|introduce|explain|sum up) {_BOOK}|"
        rf"(?:(?:give|show|tell) me |i (?:would like|want|need) )?(?:an? |the )?(?:short |brief |quick |general )*"
        rf"(?:overview|summary|introduction|synopsis|outline)(?: (?:of|to|about|for) {_IT})?|"
        rf"what (?:topics?|subjects?|things?) (?:does|do|are|is) {_IT} (?:cover(?:ed)?|about|discuss(?:ed)?)|"
        rf"what (?:topics?|subjects?) are (?:covered|discussed|treated)(?: (?:in|by) {_IT})?|"
        rf"what (?:can|will|could|would|do) i learn (?:from|in|by reading|with)? ?{_IT}|(?:tell me )?about {_BOOK}|"
        rf"who (?:is|should read) {_BOOK}(?: for)?|what is in {_BOOK}){_BRIEFLY}",
        (
            "What is this book about?",
            "what's this documentation about, in short?",
            "hi, could you please tell me what the book is about",
            "give me an overview",
            "What do these docs cover?",
            "summarize this book for me",
            "what topics are covered in the guide",
            "What can I learn from this course?",
        ),
    ),
    Phrase(
        Request.START,
        rf"(?:where|how|with what|with which (?:chapter|page)) (?:do|should|can|could|would|must|to) ?"
        rf"(?:i|we|you|one)? ?"
        rf"(?:best )?(?:start|begin|get started|get going)(?: (?:reading|with|in|learning|from|on))*(?: {_IT})?|"
        rf"where (?:is|are) (?:the|a) (?:start|beginning|starting point|first (?:chapter|page))(?: of {_IT})?|"
        rf"(?:what|which (?:chapter|page|part|section)) (?:should|do|can|must) i (?:read|start|begin|look at)(?: with)?"
        rf"(?: first)?(?: in {_IT})?|(?:what|which (?:chapter|page)) (?:comes|is) first(?: in {_IT})?|"
        rf"(?:i am )?(?:a |an )?(?:new|beginner|newcomer)(?: (?:here|to {_IT}))*(?: where do i (?:start|begin))?|"
        rf"get(?:ting)? started{_BRIEFLY}",
        (
            "Where do I start?",
            "where should i begin",
            "how do I get started with this book?",
            "What should I read first?",
            "please tell me where to start",
            "I'm new here, where do I start?",
            "which chapter should I start with",
        ),
    ),
    Phrase(
        Request.CONTENTS,
        r"(?:(?:list|show|name|give|display|enumerate|print) ?(?:me|us)? ?(?:all|the|every|a list of|its|your)* ?)?"
        r"(?:all |the |every |of |your |its )*"
        rf"(?:chapters?|table of contents|contents|toc|sections?|pages|topics|parts)(?: (?:of|in) {_IT})?|"
        r"(?:what|which) (?:chapters|sections|pages|parts|topics)(?: (?:are|do|does|has|have|is)){1}"
        rf"(?: (?:there|in|{_IT}|of|have|has))*|what (?:are|is) (?:all |the )*(?:chapters|sections|parts|topics|"
        rf"contents|table of contents)(?: (?:of|in) {_IT})?|how many (?:chapters|pages|sections|parts)"
        rf"(?: (?:are|does|do|has|have|there|in|is|{_IT}))*|how is {_BOOK} (?:organi[sz]ed|structured|divided)",
        (
            "List the chapters",
            "list all chapters of the book",
            "table of contents",
            "show me the table of contents please",
            "What chapters are there?",
            "which chapters does this book have",
            "how many chapters does it have?",
            "what are the sections of this guide",
        ),
    ),
    Phrase(
        Request.TOPIC,
        rf"(?:what (?:does|do|can|did) (?:{_BOOK}|it|they|you) (?:say|tell|teach|explain|write|mention|have|know|got)"
        rf"(?: (?:me|us))? (?:about|on|regarding|concerning)|"
        rf"what is (?:said|written|there|known)(?: in {_BOOK})? (?:about|on)|"
        rf"(?:is|are) there (?:anything|something|any(?: \w+)?|a (?:chapter|section|page|part|passage|word))"
        rf"(?: in {_BOOK})? (?:about|on|regarding)|"
        rf"(?:does|do) (?:{_BOOK}) (?:cover|mention|discuss|treat|(?:talk|say|have|contain|include|tell)"
        rf"(?: me| us| anything| something| a (?:chapter|section|page))* (?:about|on))|"
        rf"where (?:can|do|could|should) i (?:read|find|learn|look)(?: (?:more|something|anything))*"
        rf" (?:about|on|up)|"
        rf"what (?:is|stands)(?: (?:said|written|covered))? in the (?:section|chapter|page|part)(?: (?:on|about|called|named|titled))*|"
        rf"(?:show|open|read|give|go to|take me to)(?: me)?(?: to)? (?:the |a )?(?:section|chapter|page|part)"
        rf"(?: (?:on|about|called|named|titled))*|"
        rf"(?:tell me )?(?:everything|something|more|a bit|a little)?(?: more)? ?about) {_TOPIC}(?: (?:chapter|section))?"
        rf"(?: in {_BOOK})?",
        (
            "What does the book say about dark adaptation?",
            "what does this guide say about eyepieces",
            "Is there anything in the book about Mars?",
            "is there a chapter on collimation",
            "does the book cover astrophotography?",
            "where can I read more about filters?",
            "tell me about the Moon",
            "show me the section about averted vision",
            "What is in the chapter on filters?",
            "tell me about the filters chapter",
            "Is there anything about the Moon in this book?",
        ),
    ),
)

_NAMED = Phrase(
    Request.OVERVIEW,
    rf"what (?:is|are) (?P<topic>(?:\S+ ){{0,5}}?\S+?)(?: (?:for|good for|used for))?{_BRIEFLY}",
    ("what's fastapi in a nutshell?", "What is The Backyard Observatory about?"),
)
"""An overview, if what it names is the book."""

_EXPLAIN = Phrase(
    Request.TOPIC,
    r"(?:(?:can|could|would|will) you )?(?:please )?(?:(?:explain|clarify|describe|summari[sz]e|simplify|rephrase|"
    r"elaborate(?: on)?|define|tell me (?:more )?about|help me (?:to )?understand|break down)"
    r"(?: (?:this|that|it|these|those|me|to me|the (?:following|selection|selected text|text|passage|paragraph|"
    r"sentence|term|section|part|word|heading|above)))*"
    r"(?: (?:text|passage|paragraph|sentence|term|section|part|word|here))?"
    r"(?: (?:in (?:simple|simpler|plain|other|easy|more|your own)(?: \w+)?|simply|briefly|to me|like i am \w+|please|"
    r"in detail|more|further|again|for me))*|"
    r"what (?:does|do|is|are) (?:this|that|it|these|those)(?: (?:text|passage|paragraph|sentence|term|word|part))?"
    r"(?: (?:mean|about|say|saying|supposed to mean))?(?: here)?|"
    r"what is meant (?:by (?:this|that|it))?|(?:i do not|cannot) (?:understand|get)(?: (?:this|that|it))?|"
    r"(?:explanation|meaning|summary)(?: of (?:this|that))?|why is (?:this|that) important)?",
    (
        "Can you explain this:",
        "explain this in simple words",
        "What does this mean?",
        "could you please summarize this paragraph",
        "I don't understand this",
        "help me understand this sentence",
    ),
)
"""Wants a selected text explained."""

_BARE_POINTER = (
    r"\b(?:it|this|that|these|those)\b(?! (?:book|guide|documentation|docs?|manual|site|website|course|textbook|"
)
_BARE_POINTER += r"tutorial|handbook|documents?)\b)"
"""Points at something that was said before."""

_COMMON_WORDS = (
    "able act area back bad become begin big bring call case change city come common consider country day describe "
    "different do end example fact feel find first form general good great group grow happen hand hard help high hold "
    "home important include involve keep kind large last late lead learn leave left less level life line live long "
    "look lose main man matter mean meet mention move need new next number occur old open order part people person "
    "place play point possible problem provide put question reach read reason refer result right run see seem set "
    "show side small start state story stop system take talk think time turn type way week win word work world write "
    "year young role function purpose significance importance aspect effect impact main kind sort"
)
"""Content words so common that a question of nothing else names no subject: "how long does it take?"."""

_STARTING_POINTS = r"(?:getting started|get started|quick ?start|first steps|start here|introduction|welcome)\b"
"""Names of the page that a newcomer reads first."""

_REPLIES = {
    Request.GREETING: "Hello! Ask me anything about {title}: I answer from its own text and show where it stands.",
    Request.THANKS: "You are welcome. Ask on whenever you like.",
    Request.FAREWELL: "Goodbye, and enjoy the book.",
    Request.ABILITIES: (
        "I answer questions about {title} in its own words, and every sentence has a footnote that opens the place. "
        "What the book does not say, I do not say either. You can also ask what it is about, where to start, for its "
        "chapters, or select a text and have it explained."
    ),
}
_LEADING = (
    # "hello world" is a program, and "hi-hat" no greeting: a mark or the beginning of a question has to follow.
    rf"{_GREETING}(?:(?:\s*[,.!:;–—…-]+\s+|\s*\n\s*)|\s+(?=(?:what|how|why|when|where|who|which|"
    rf"is|are|do|does|can|could|"
    r"would|should|will|i|i'm|i’m|im|please|pls|plz|tell|explain|quick|just|sorry|thanks|thank|and|so|if|my)\b))",
    rf"{_SMALL_TALK}\s*[?!.,]+\s+",
    r"(?:thanks|thank you|thx|sorry|excuse me|pardon me|great|perfect|cool)(?: (?:for that|so much|a lot|again|to "
    r"bother you|in advance|but))*(?:\s*[,.!:;–—-]+\s*|\s+but\s+)",
    r"(?:please|pls|plz|kindly)\b,?\s*",
    r"(?:well|um+|uh+|hmm+|right|alright|ok(?:ay)?|now),\s*",
    r"(?:and |but |so )?(?:just )?(?:a |one |another |my )?(?:(?:quick|short|small|simple|silly|stupid|dumb|basic) "
    r"question|question)\s*[:,.–—-]+\s*",
    r"i(?:['’]ve| have) (?:got )?(?:a|one|another) (?:\w+ )?question(?: for you)?\s*[:,.–—-]+\s*",
    r"(?:can|could|would|will|might) (?:you|u|someone|anyone|somebody|anybody)(?: (?:please|pls|plz|kindly|maybe|"
    r"possibly|quickly|briefly|just|perhaps))*"
    r" (?:(?:tell|show|teach|remind|let) me(?: know)?|explain(?: to me)?|help me(?: to)? (?:understand|with)|"
    r"clarify|describe|say)\b(?: please)?,?\s*",
    r"(?:can|could|would|will) (?:you|u) (?:please|pls|plz|kindly)\s+",
    r"(?:tell|remind) me(?: please)?,?\s+(?=(?:what|how|why|when|where|who|which|whether|if|about)\b)",
    r"explain(?: to me)?(?: please)?,?\s+(?=(?:what|how|why|when|where|who|which|whether)\b)",
    r"i(?:['’]d| would|d) (?:really |just )?(?:like|love|want) to (?:know|understand|learn|find out|ask|hear)"
    r"(?: you)?(?: (?:more|something))?(?: about)?,?\s*",
    r"i (?:want|need|wish|would need)(?:ed)? to (?:know|understand|learn|find out)(?: (?:more|something))?(?: about)?"
    r"\s*",
    r"i(?:['’]?m| am| was) (?:just |a bit |really )?(?:wondering|curious|interested)(?: (?:about|in|to know))?,?\s*",
    r"(?:do|would|might) (?:you|u) (?:happen to |by any chance )?know\s+(?=(?:what|how|why|when|where|who|which|if|"
    r"whether)\b)",
    r"any (?:idea|clue|chance you know)\s+(?=(?:what|how|why|when|where|who|which|if|whether)\b)",
)
"""What may stand in front of a question and is no part of it."""

_TRAILING = (
    r"[\s,.;!?–—-]+(?:please|pls|plz|thanks|thank you|thx|ty|cheers)(?: (?:in advance|so much|a lot|very much|"
    r"again))*\s*[.!?]*",
    r"[\s,.;–—-]+(?:if (?:you|u) (?:do not|don['’]?t) mind|if (?:possible|i may ask)|do you know)\s*[.!?]*",
)
"""What may stand behind it."""

_POLITE: tuple[tuple[str, str], ...] = (
    ("hi, could you please tell me how far the Moon is?", "how far the Moon is?"),
    ("Hello! What is an exit pupil?", "What is an exit pupil?"),
    ("hey there how do i clean a mirror", "how do i clean a mirror"),
    ("Can you explain what seeing means?", "what seeing means?"),
    ("I'd like to know why stars twinkle", "why stars twinkle"),
    ("quick question: which filter is safe?", "which filter is safe?"),
    ("do you know when Mars is well placed?", "when Mars is well placed?"),
    ("Which lamp should I use, please?", "Which lamp should I use?"),
    ("how bright is neptune? thanks in advance!", "how bright is neptune?"),
    ("Good evening, I was wondering how long my eyes need", "how long my eyes need"),
    ("Thanks! And how do I clean it?", "And how do I clean it?"),
    ("hello world in flask", "hello world in flask"),
    ("Can you look at the Sun?", "Can you look at the Sun?"),
    ("Please", "Please"),
    ("Can you explain this?", "Can you explain this?"),
)
"""What is left of a polite question; the last rows stay whole."""

_LEANING = Leaning(
    pronoun=(
        r"\b(?:it|its|itself|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|former|latter|"
        r"such|"
        r"one|ones|each other|both|either|neither|any of|some of|all of|same)\b"
    ),
    not_a_pronoun=(
        r"\b(?:is|are|was|were|will|would|can|could) there\b|\bthere (?:is|are|was|were|will|exists?)\b|"
        r"\b(?:is|was|would) it (?:possible|safe|true|necessary|better|best|worth|\w+ (?:to|that|if|for)|"
        r"\w+ \w+ (?:\w+ )?(?:to|that|if|for))\b|"
        r"\b(?:does|did|will|would|can) it (?:take|cost|make sense|matter) (?:to|if|for|when|whether)\b|"
        r"\bwhat time is it\b|"
        r"\b(?:so|such|now|true|mean|means|meant|say|says|said|know|think|sure|fact|ensure|way|the \w+|an? \w+|"
        r"(?!does\b)\w{3,}s) that\b(?! \?)|"
        r"\bthat (?:is|are|was|were|can|could|will|would|has|have|do|does|i|you|we|the|an?)\b|"
        r"\bone(?= of the| or | and |[- ](?:time|day|hour|minute|year|degree|another))|\bonly one\b|\bthis (?:book|"
        r"guide|documentation|site|course|chapter|page)\b|"
        r"\bboth \w+ and\b|\beither \w+ or\b|\bthe same (?:\w+ )?as\b|\bno one\b|\bany ?one\b|\bevery ?one\b|"
        r"\bsome ?one\b|\bsuch as\b"
    ),
    ellipsis=(
        r"^\W*(?:and|but|or|also|then|so|ok(?:ay)?|yes|no|sure|what about|how about|what if|what else|anything else|"
        r"any others?|i mean(?:t)?|"
        r"who else|where else|which (?:ones?|of)\b|how so|why not|why is that|like what|such as|"
        r"for example|in what way|"
        r"(?:can|could) you|please|tell me more|give me|show me|go on|more|explain|elaborate|an? example|really|"
        r"since when|"
        r"the (?:first|second|third|fourth|fifth|last|other|former|latter|next|previous)\b)\b"
    ),
    goes_on=r"^\W*(?:and|but|so|or|then|also)\b",
    ordinal=(
        r"\bthe (?:(former|latter)\b|(first|second|third|fourth|fifth|last|other)(?: (?:one|item|"
        r"step|point|option|kind|"
        r"type|way|method)\b|(?= *(?:[?.,!]|$))|(?= (?:is|are|was|were|has|does|do|have|needs?|costs?|takes?)\b)))"
    ),
    places={
        "first": 0,
        "former": 0,
        "second": 1,
        "latter": -1,
        "other": -1,
        "third": 2,
        "fourth": 3,
        "fifth": 4,
        "last": -1,
    },
    antecedent=(
        r"\b(?:an?|the|my|your|our|\d+) [\w-]+|(?<=\w )[A-Z]\w+|"
        r"\b[Ww]hat(?:['’]?s| is| are) (?!(?:it|its|this|that|these|those|they|there|wrong|up|going)\b)[\w-]+"
    ),
    many=r"\b(?!does\b)[a-z]{2,}[^s\W]s\b",
    of_many=frozenset(("they", "them", "their", "these", "those")),
    swap=(
        r"^\W*(?:(?:and|but|so|ok(?:ay)?),? )?(?:(?:what|how) about|and|but|or)\b(?!.*\b(?:is|are|was|were|do|does|"
        r"did|can|should|will|has|have)\b)"
    ),
    series=r"([^,;:.()]+(?:, [^,;:.()]+)*),? (?:and|or) ([^,;:.()]+)",
    spells_out=r"\b(?:stands? for|short for|abbreviat\w+|acronym|spelled out)\b",
    filler="kind type sort way see look find need mean mention explain describe example different work happen",
)

_RELEASES = Asking(
    r"\b(?:versions?|releas(?:es?|ed)|change ?logs?|what (?:has |was |is )?chang(?:ed|es)|"
    r"(?:was|were|been|got) (?:added|changed|fixed)|introduced|removed|deprecated|dropped|renamed|"
    r"new (?:in|features?|since|with)|since|upgrad\w{1,6}|latest|newest|migrat\w{1,6}|when (?:did|was|were))\b",
    (
        "Which version added window functions?",
        "what changed in 3.2",
        "When was the old flag removed?",
        "is the parser deprecated",
        "new features of the last release",
        "What breaks when I upgrade?",
    ),
    ("How do I add a tag?", "Can I install exactly Python 3.11.4?", "capsys vs capfd", "what is a singleton here"),
)

RULES = Rules(
    code="en",
    contractions=_CONTRACTIONS,
    requests=_REQUESTS,
    named=_NAMED,
    explain=_EXPLAIN,
    bare_pointer=_BARE_POINTER,
    next_clause=r"[,;.?!]+\s+(?:and\s+)?|\s+and\s+(?=(?:what|where|which|who|list|show)\b)",
    common_words=_COMMON_WORDS,
    releases=_RELEASES,
    starting_points=_STARTING_POINTS,
    itself=(
        r"\W*(?:this|the) (?:book|guide|documentation|document|manual|tutorial|course|handbook)\b"
        r"(?! (?:may|can|is) (?:not )?(?:be |only )?(?:\w+ly )?(?:licen[sc]ed|copied|copyright\w*|(?:re)?distributed))"
    ),
    is_about=r"\b(?: \w+)? (?:is|are|helps|lets)\b",
    book=BookWords(
        replies=_REPLIES,
        also=" and ",
        this_book="this book",
        pages="{title} has {count} pages:",
        a_page="{title} has one page:",
        start="Start with “{title}”: ",
        after_it="After it come:",
        its_pages="Its pages:",
        more="and {count} more",
        place="From “{place}”:",
    ),
    leading=_LEADING,
    trailing=_TRAILING,
    polite=_POLITE,
    leaning=_LEANING,
)
