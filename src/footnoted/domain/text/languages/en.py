"""English."""

from footnoted.domain.text.messages import Messages

NAME = "English"

GRAMMAR = """a about after all also am an and any are as at be because been before being between both but by can
could did do does doing don down each few for from had has have having he her here hers him his how i if in into is
it its just me more most my no nor not of off on once only or other our out over own s same she should so some such
t than that the their them then there these they this those through to too under until up us very was we were what
when where which while who whom why will with would you your"""

EMPTY = """above again against although always another anybody anyone anything around below cannot done during
either else etc even ever every further get gets getting give given gives go goes going got hello herself hey hi
himself however instead itself know let like lot lots made make makes many may maybe might mine much must myself
name neither now okay one onto others ours ourselves per please quite rather really said say says shall since
somebody someone something still tell thank thanks theirs themselves therefore thing things though thus toward
towards unto upon use used uses using via want wants well whatever whereas whether whose within without yes yet
yours yourself yourselves ain doesn didn isn wasn aren weren hasn haven hadn wouldn couldn shouldn mustn making
giving saying told telling knew known knowing gave ll ve re d m"""

ABBREVIATIONS = """e.g i.e cf op loc vs viz fig figs eq eqs dr mr mrs ms prof rev gen sen st mt approx ca resp incl esp
ref refs"""

IRREGULAR = {
    "took": "take", "taken": "take", "went": "go", "gone": "go", "saw": "see", "seen": "see", "gave": "give",
    "found": "find", "wrote": "write", "written": "write", "began": "begin", "begun": "begin", "built": "build",
    "became": "become", "kept": "keep", "held": "hold", "left": "leave", "led": "lead", "lost": "lose", "met": "meet",
    "paid": "pay", "ran": "run", "sent": "send", "spent": "spend", "taught": "teach", "thought": "think",
    "told": "tell", "won": "win", "chose": "choose", "chosen": "choose", "grew": "grow", "grown": "grow",
    "drew": "draw", "drawn": "draw", "broke": "break", "broken": "break", "fell": "fall", "fallen": "fall",
    "brought": "bring", "bought": "buy", "caught": "catch", "came": "come", "knew": "know", "known": "know",
    "men": "man", "women": "woman", "children": "child", "feet": "foot", "teeth": "tooth", "mice": "mouse",
    "lenses": "lens", "indices": "index", "axes": "axis", "lives": "life",
    "easily": "easy", "bigger": "big", "biggest": "big", "better": "good", "best": "good", "wives": "wife",
}  # fmt: skip
"""Forms that no ending tells."""

SHORT_FOR = {
    "admin": "administrator", "app": "application", "approx": "approximately", "arg": "argument",
    "async": "asynchronous", "attr": "attribute", "bike": "bicycle", "bool": "boolean", "btn": "button",
    "cert": "certificate", "char": "character", "cmd": "command", "conf": "configuration", "config": "configuration",
    "cred": "credential", "ctx": "context", "db": "database", "dep": "dependency", "dev": "development",
    "dir": "directory", "doc": "document", "env": "environment", "exam": "examination", "fn": "function",
    "fridge": "refrigerator", "func": "function", "idx": "index", "img": "image", "info": "information",
    "lab": "laboratory", "lib": "library", "math": "mathematics", "max": "maximum", "msg": "message", "num": "number",
    "obj": "object", "param": "parameter", "perm": "permission",
    "pic": "picture", "pkg": "package", "pref": "preference", "repo": "repository", "src": "source",
    "sync": "synchronize", "tmp": "temporary", "var": "variable",
}  # fmt: skip
"""What readers type and books write out, also in the plural; none that may stand for two words ("auth", "min")."""

AMERICAN = {
    "aluminium": "aluminum", "analyse": "analyze", "analysed": "analyzed", "analysing": "analyzing",
    "artefact": "artifact", "catalogue": "catalog", "defence": "defense", "dialogue": "dialog", "grey": "gray",
    "licence": "license", "mould": "mold", "offence": "offense", "programme": "program",
}  # fmt: skip
"""British spellings that follow no rule in words.py."""

MESSAGES = Messages(
    refusal="The book does not say. I looked for passages about this and found none that answer it.",
    selection_refusal="The selected text does not say.",
    selection_answers="The selected text is the only ground of the answer.",
    unclear="I am not sure what this refers to. Please ask again and name it.",
    fallback="The language model is not available just now. These passages of the book come closest.",
    corrected="The sources do not say this. They say: ",
    hedge="The book covers this only in part. ",
    shown="This part of the book is about it:",
    closest="The book may not say this. This part comes closest:",
    session_unknown="There is no such session.",
    index_down="The book's index does not answer. Please try again soon.",
    model_down="The language model does not answer. Please try again soon.",
    unavailable="The service is not available just now. Please try again soon.",
    internal="Something went wrong on our side.",
    key_wanted="This server wants a key: `Authorization: Bearer` or `X-API-Key`.",
    rate_limited="Too many questions at once. Please wait a little.",
    body_too_large="The request is larger than this server takes.",
    body_too_slow="The request did not arrive in time.",
    empty="Please ask a question: `query` is empty.",
    too_long="The question is too long: at most {limit} characters.",
    selection_too_long="The selected text is too long: at most {limit} characters.",
)
