"""What German readers write around a question, and what they ask about the book instead of asking it something.

Data only: every row has examples beside it, which a test runs. The shape is english.py's.
"""

from __future__ import annotations

from footnoted.engine.understand.languages.rules import Asking, BookWords, Leaning, Phrase, Request, Rules

_KIND = (
    r"(?:buch(?:e?s)?|handbuch(?:e?s)?|doku|dokumentation|anleitung|leitfaden(?:s)?|seite|"
    r"website|webseite|kurs(?:e?s)?|"
    r"lehrbuch(?:e?s)?|tutorials?|unterlagen)"
)
_BOOK = rf"(?:(?:dieses|diesem|diesen|dieser|diese|das|dem|den|der|die|des|dein|deinem|ihr|ihrem|ganze[nsm]?) )*{_KIND}"
_IT = rf"(?:{_BOOK}|es|das|dies|hier)"
_BRIEFLY = (
    r"(?: (?:kurz|in kürze|kurz gesagt|im allgemeinen|allgemein|in einem satz|in wenigen worten|genau|insgesamt|bitte|"
    r"denn|eigentlich|überhaupt|so|alles|mal|nun))*"
)
_TOPIC = r"(?P<topic>.+?)"

_GREETING = (
    r"(?:hallo(?:chen)?|hi|hey|moin(?: moin)?|servus|grüß gott|grüezi|tach|guten (?:morgen|tag|abend)|willkommen)"
    r"(?: (?:zusammen|alle|allerseits|leute|nochmal|wieder|buch|ihr|du))*"
)
_SMALL_TALK = (
    r"(?:wie geht(?:['’]?s| es)?(?: dir| ihnen| euch)?(?: heute| so)?|alles gut|was geht|schön "
    r"(?:dich|sie) kennenzulernen)"
)
_THANKS = (
    r"(?:(?:vielen |herzlichen |besten |ok(?:ay)? |super |perfekt |prima |alles klar |nein |tausend )*"
    r"(?:danke|dank|dankeschön|merci|dankesehr)"
    r"(?: (?:schön|sehr|dir|ihnen|euch|vielmals|nochmals?|für (?:die|deine|ihre) (?:hilfe|"
    r"antwort)|dafür|das (?:hilft|half|"
    r"hat geholfen|reicht)|tschüss))*)"
)

_REQUESTS: tuple[Phrase, ...] = (
    Phrase(
        Request.GREETING,
        rf"{_GREETING}(?: {_SMALL_TALK})?|{_SMALL_TALK}|(?:ist )?jemand (?:da|hier)|bist du da",
        ("Hallo", "Guten Tag!", "hallo, wie geht's?", "Moin", "Guten Abend zusammen"),
    ),
    Phrase(
        Request.THANKS,
        rf"{_THANKS}|(?:ok(?:ay)?|super|perfekt|prima|toll|alles klar|verstanden|verstehe|ach so|das (?:hilft|half|hat "
        r"geholfen))(?: (?:dann|verstanden|danke|super))*",
        ("Danke", "Vielen Dank!", "ok danke", "Danke, das hat geholfen", "Alles klar", "Verstanden."),
    ),
    Phrase(
        Request.FAREWELL,
        r"(?:ok(?:ay)? )?(?:tschüss|tschüß|tschau|ciao|auf wiedersehen|bis (?:bald|später|dann|morgen)|gute nacht|"
        r"(?:einen )?schönen (?:tag|abend)(?: noch)?)(?: (?:dann|bis bald|bis später))*",
        ("Tschüss", "Auf Wiedersehen!", "ok, bis später", "Gute Nacht", "Schönen Tag noch"),
    ),
    Phrase(
        Request.ABILITIES,
        r"(?:was (?:kannst du|können sie|kann ich)(?: (?:alles|hier|denn|für mich|dich|sie))* ?(?:tun|machen|fragen|"
        r"beantworten|wissen)?|wer (?:bist du|sind sie)|was (?:bist du|sind sie)|wie heißt du|"
        r"(?:wie|womit|wobei) (?:kannst du|können sie)(?: mir)? helfen|wie funktioniert (?:das|dies|es)(?: hier)?|"
        r"was ist (?:das|dies)(?: hier)?|hilfe|"
        r"(?:bist du|sind sie|ist das) (?:ein(?:e)? )?(?:bot|mensch|roboter|ki|echter mensch|chatbot|maschine)|"
        r"(?:was|welche fragen) (?:kann|darf|soll) ich(?: dich| sie| dir| hier)* (?:fragen|stellen))"
        r"(?: (?:hier|denn|eigentlich))*",
        (
            "Was kannst du?",
            "Wer bist du",
            "Hilfe",
            "Wie funktioniert das?",
            "Was kann ich dich fragen?",
            "bist du ein Bot",
        ),
    ),
    Phrase(
        Request.OVERVIEW,
        rf"(?:worum geht(?:['’]?s| es)?(?: hier)?(?: (?:in|bei|auf) {_IT})?|wovon handelt {_IT}|"
        rf"um was geht(?:['’]?s| es)?"
        rf"(?: (?:in|bei) {_IT})?|worum es (?:in|bei) {_IT} geht|wovon {_BOOK} handelt|was behandelt {_BOOK}|"
        rf"was ist (?:das|der|die) (?:thema|inhalt|gegenstand|zweck|ziel) (?:von )?{_IT}|"
        rf"was (?:steht|findet man|finde ich|gibt es)(?: alles)? (?:in|auf) {_BOOK}|"
        rf"(?:fasse|fass|beschreibe|erkläre|erklär) (?:mir )?{_BOOK}(?: (?:kurz|bitte|mal))*(?: zusammen)?|"
        r"(?:(?:gib|geben sie|zeig|zeige) mir |ich (?:möchte|hätte gern|brauche|will) )?(?:eine[nr]? |die |den |das )?"
        rf"(?:kurze[nr]? )?(?:überblick|übersicht|zusammenfassung|einführung|inhaltsangabe)"
        rf"(?: (?:über|von|zu|des|der|für) ?{_IT})?|"
        rf"was (?:lerne ich|kann ich(?: hier)? lernen|lernt man)(?: (?:in|aus|mit|von|auf) {_IT})?(?: lernen)?|"
        rf"welche (?:themen|inhalte) (?:behandelt|hat|deckt|umfasst) {_IT}(?: ab)?|"
        rf"(?:für wen|an wen) (?:ist|richtet sich) {_BOOK}(?: gedacht| geschrieben)?|"
        rf"erzähl(?:e)? mir (?:etwas |was )?(?:über|von) {_BOOK}){_BRIEFLY}",
        (
            "Worum geht es in diesem Buch?",
            "wovon handelt das buch",
            "Worum geht's hier?",
            "Gib mir einen Überblick",
            "Was steht in diesem Handbuch?",
            "Fasse das Buch bitte zusammen",
            "Welche Themen behandelt die Dokumentation?",
            "Was lerne ich in diesem Kurs?",
            "Könntest du mir bitte sagen, worum es in dem Buch geht?",
        ),
    ),
    Phrase(
        Request.START,
        r"(?:wo|womit|wie|mit welchem kapitel|mit welcher seite) (?:soll(?:te)?|fange|fang|kann|"
        r"könnte|beginne|muss|steige|"
        r"starte) (?:ich|man|wir)(?: (?:am besten|denn|hier|zuerst|mit|in|bei|lesen|zu))*"
        rf"(?: {_IT})?(?: (?:am besten|zu lesen|mit dem lesen))*(?: (?:an|anfangen|beginnen|starten|einsteigen|ein))?|"
        rf"wo (?:ist|finde ich) (?:der|den) (?:anfang|einstieg|beginn)(?: (?:von )?{_IT})?|"
        r"(?:was|welches kapitel|welche seite|welchen teil) (?:soll(?:te)?|muss|kann) ich (?:zuerst|als erstes) lesen|"
        rf"(?:ich bin )?(?:neu|anfänger(?:in)?|neuling)(?: hier)?(?: wo fange ich an| womit fange ich an)?|"
        rf"erste schritte|(?:der )?einstieg{_BRIEFLY}",
        (
            "Wo fange ich an?",
            "womit soll ich anfangen",
            "Wo soll ich am besten beginnen?",
            "Was soll ich zuerst lesen?",
            "Ich bin neu hier, wo fange ich an?",
            "Mit welchem Kapitel soll ich anfangen?",
        ),
    ),
    Phrase(
        Request.CONTENTS,
        r"(?:(?:liste|zeig|zeige|nenne|nenn|gib|zähle)(?: mir| uns)?(?: (?:bitte|mal|alle|die|"
        r"das|den|sämtliche|eine liste der))* )?"
        r"(?:alle |die |das |den |der |sämtliche )*"
        rf"(?:kapitel|inhaltsverzeichnis|inhalt|inhalte|abschnitte|seiten|themen|teile|gliederung)"
        rf"(?: (?:von|in|des|der|aus) ?{_IT}| {_BOOK})?(?: auf)?|"
        rf"(?:welche|was für) (?:kapitel|abschnitte|seiten|teile|themen) (?:gibt es|hat|sind|umfasst|enthält)"
        rf"(?: (?:in|hier|es|{_IT}|enthalten))*|"
        rf"wie ?viele (?:kapitel|seiten|abschnitte|teile)(?: (?:hat|gibt|sind|es|in|{_IT}|umfasst))*|"
        rf"wie ist {_BOOK} (?:aufgebaut|gegliedert|strukturiert)",
        (
            "Liste die Kapitel auf",
            "Inhaltsverzeichnis",
            "Zeig mir bitte das Inhaltsverzeichnis",
            "Welche Kapitel gibt es?",
            "welche Kapitel hat das Buch",
            "Wie viele Kapitel hat es?",
            "Wie ist das Buch aufgebaut?",
        ),
    ),
    Phrase(
        Request.TOPIC,
        rf"(?:was (?:sagt|steht|schreibt|erzählt|weiß|weißt|erfahre ich)(?: (?:{_BOOK}|es|du|denn|"
        rf"mir|hier|in {_BOOK}))* "
        rf"(?:über|zu|zum|zur)|"
        rf"(?:gibt es|steht|findet sich)(?: (?:hier|in {_BOOK}))? (?:etwas|was|irgendetwas|"
        rf"ein(?:e|en)? (?:kapitel|abschnitt|"
        rf"seite|stelle))(?: in {_BOOK})? (?:über|zu|zum|zur)|"
        rf"(?:behandelt|erwähnt) {_BOOK}|"
        rf"wo (?:kann ich|finde ich|lese ich|steht|erfahre ich)(?: (?:mehr|etwas|was))* (?:über|zu|zum|zur)|"
        rf"(?:zeig|zeige|öffne)(?: mir)? (?:den |das |die )?(?:abschnitt|kapitel|seite|teil)(?: (?:über|zu|zum|zur))?|"
        rf"(?:erzähl|erzähle|sag|sage)(?: mir)?(?: (?:etwas|was|mehr|alles))? (?:über|von|zu)|"
        rf"(?:mehr|etwas|alles) (?:über|zu)) {_TOPIC}(?: in {_BOOK})?(?: (?:lesen|nachlesen|erfahren))?",
        (
            "Was sagt das Buch über die Dunkeladaption?",
            "was steht hier über Okulare",
            "Gibt es etwas über den Mars?",
            "gibt es ein Kapitel über Kollimation",
            "Behandelt das Buch Astrofotografie?",
            "Wo finde ich mehr über Filter?",
            "Erzähl mir etwas über den Mond",
            "Zeig mir den Abschnitt über indirektes Sehen",
        ),
    ),
)

_NAMED = Phrase(
    Request.OVERVIEW,
    rf"(?:was ist|worum geht es (?:in|bei)|wovon handelt) (?!{_IT}\b)(?P<topic>(?:\S+ ){{0,5}}?\S+?){_BRIEFLY}",
    ("Was ist FastAPI kurz gesagt?", "Wovon handelt The Backyard Observatory?"),
)

_EXPLAIN = Phrase(
    Request.TOPIC,
    r"(?:(?:kannst du|können sie|könntest du|könnten sie)(?: mir)?(?: bitte)? )?(?:bitte )?"
    r"(?:(?:erkläre?|erläutere?|beschreibe?|fasse?|vereinfache?|verdeutliche?)(?: mir| uns)?|hilf mir)?"
    r"(?: ?(?:das|dies|es|diese[ns]?|den|die|der|folgenden?|markierten?|mir))*"
    r"(?: ?(?:text|stelle|absatz|satz|begriff|abschnitt|teil|wort|überschrift))?"
    r"(?: ?(?:in (?:einfachen|anderen|eigenen|wenigen) worten|einfach(?:er)?|kurz|genauer|näher|bitte|noch ?mal|"
    r"im detail|hier))*"
    r"(?: ?(?:zu )?(?:erklären|erläutern|beschreiben|zusammenfassen|zusammen|verstehen|vereinfachen))?|"
    r"was (?:bedeutet|heißt|meint|besagt|ist) (?:das|dies|es|dieser (?:text|satz|begriff|absatz|"
    r"abschnitt|teil)|diese stelle|"
    r"dieses wort)(?: hier)?|was ist damit gemeint|(?:das|dies) verstehe ich nicht|ich verstehe (?:das|es|dies) nicht|"
    r"(?:erklärung|bedeutung|zusammenfassung)",
    (
        "Kannst du das erklären:",
        "Erkläre mir das in einfachen Worten",
        "Was bedeutet das?",
        "Könntest du diesen Absatz bitte zusammenfassen",
        "Das verstehe ich nicht",
        "Was ist damit gemeint?",
    ),
)

_LEANING = Leaning(
    pronoun=(
        r"\b(?:er|sie|es|ihn|ihm|ihnen|sein(?:e[mnrs]?)?|ihr(?:e[mnrs]?)?|dies(?:e[mnrs]?)?|das(?= *(?:[?.,!]|$))|"
        r"(?:ist|sind|war|dauert|kostet|heißt|bedeutet|geht|macht|funktioniert|kommt|liegt|hilft|passiert) das|"
        r"jene[mnrs]?|derselbe|dieselbe|dasselbe|solche[mnrs]?|beide[ns]?|dort|dorthin|da(?:mit|für|von|zu|bei|ran|rin|"
        r"rauf|gegen|durch|nach|vor)|deren|dessen)\b"
    ),
    not_a_pronoun=(
        r"\b(?:gibt|gab|geht|kommt|regnet|schneit|dauert|braucht|bedarf|heißt|ist|wird|hilft|lohnt|gilt) es\b|"
        r"\bes (?:gibt|gab|möglich|nötig|sicher|wahr|besser|sinnvoll)\b|\bwie spät ist es\b|"
        r"\bsie (?=mir|uns)|\b(?:können|könnten|haben|empfehlen|wissen|würden|sollten|müssen) sie\b|"
        r"\bdies(?:e[mnrs]?)? (?:buch|handbuch|anleitung|dokumentation|seite|kurs|kapitels?|leitfaden)\w*\b|"
        r"\bdamit (?=\w+ \w+)|\bist das (?=\w+ \w)|\bbeide[ns]? \w+ und\b"
    ),
    ellipsis=(
        r"^\W*(?:und|aber|oder|auch|dann|also|ok(?:ay)?|ja|nein|klar|was ist mit|wie ist es mit|"
        r"wie sieht es mit|was wenn|"
        r"was noch|sonst noch|noch (?:etwas|mehr|eins)|wer noch|wo noch|welche davon|wieso|"
        r"weshalb nicht|warum nicht|zum "
        r"beispiel|inwiefern|(?:kannst|könntest) du|bitte|erzähl mehr|gib mir|zeig mir|weiter|mehr|erklär|genauer|ein "
        r"beispiel|wirklich|seit wann|(?:der|die|das|den|dem) (?:erste|zweite|dritte|vierte|fünfte|letzte|andere|"
        r"nächste|vorige)[nrsm]?\b)\b"
    ),
    goes_on=r"^\W*(?:und|aber|also|oder|dann|auch)\b",
    ordinal=(
        r"\b(?:der|die|das|den|dem) (?:(erstere|letztere)[nrsm]?\b|(erste|zweite|dritte|vierte|"
        r"fünfte|letzte|andere)[nrsm]?"
        r"(?: (?:davon|punkt|schritt|art|weg|methode|möglichkeit)\b|(?= *(?:[?.,!]|$))|(?= "
        r"(?:ist|sind|war|hat|haben|braucht|"
        r"kostet|dauert)\b)))"
    ),
    places={
        "erste": 0,
        "erstere": 0,
        "zweite": 1,
        "letztere": -1,
        "andere": -1,
        "dritte": 2,
        "vierte": 3,
        "fünfte": 4,
        "letzte": -1,
    },
    antecedent=(
        r"\b(?:[Ee]ine?[mnrs]?|[Dd]er|[Dd]ie|[Dd]as|[Dd]em|[Dd]en|[Mm]eine?[mnrs]?|\d+) [\w-]+|"
        r"(?<=\w )[A-ZÄÖÜ]\w+"
    ),
    many=r"(?<=\w )[A-ZÄÖÜ]\w+(?:en|er|e|s|n)\b",
    of_many=frozenset(("sie", "ihnen", "ihre", "ihren", "diese", "diesen")),
    swap=(
        r"^\W*(?:(?:und|aber|ok(?:ay)?),? )?(?:was ist mit|wie (?:ist|sieht) es mit|wie steht es mit|und|aber|oder)\b"
        r"(?!.*\b(?:ist|sind|war|waren|hat|haben|kann|soll|wird|tut|braucht|dauert|geht|mache?|"
        r"funktioniert)\b(?! es mit))"
        r"(?: (?:der|die|das|den|dem)\b)?"
    ),
    series=r"([^,;:.()]+(?:, [^,;:.()]+)*),? (?:und|oder) ([^,;:.()]+)",
    spells_out=r"\b(?:steht für|kurz für|abkürzung|abgekürzt|ausgeschrieben|akronym)\b",
    filler=(
        "art sorte typ weise sehen schauen finden brauchen bedeuten erwähnen erklären beschreiben "
        "beispiel verschieden funktionieren passieren"
    ),
    capital_nouns=True,
)

_RELEASES = Asking(
    r"\b(?:version\w{0,3}|veröffentlich\w{1,6}|änderungen|geändert|neu (?:in|seit|bei)|neue funktionen|"
    r"(?:hinzugefügt|eingeführt|entfernt|veraltet|umbenannt|behoben)|seit|neuest\w{1,2}|umstieg|aktualisier\w{1,4})\b",
    ("Seit welcher Version gibt es das?", "Was ist neu in 3.2?", "Wann wurde die Option entfernt?"),
    ("Wie füge ich eine Seite hinzu?", "Was ist ein Sieb?"),
)

RULES = Rules(
    code="de",
    requests=_REQUESTS,
    releases=_RELEASES,
    named=_NAMED,
    explain=_EXPLAIN,
    bare_pointer=rf"\b(?:es|das|dies|diese[mnrs]?)\b(?! (?:ganze[nsm]? )?{_KIND}\b)",
    next_clause=r"[,;.?!]+\s+(?:und\s+)?|\s+und\s+(?=(?:was|wo|womit|welche|wer|liste|zeige?)\b)",
    common_words=(
        "alt anfangen arbeit bedeuten beginnen beispiel beste bleiben brauchen bringen dauern "
        "ding ende finden folgen form "
        "frage funktionieren gehen gehören genau geschehen groß grund gruppe gut halten hand "
        "helfen hoch hören jahr kommen "
        "kosten kurz land lang lange leben legen leicht lernen lesen liegen mann mensch nehmen neu nötig ort passieren "
        "person platz problem punkt recht richtig sache schlecht schreiben sehen seite sinn "
        "stadt stehen stellen stück tag "
        "teil tun typ viel weg welt weit wichtig wort zahl zeigen zeit ziel zweck"
    ),
    starting_points=(
        r"(?:erste schritte|einstieg|schnellstart|loslegen|einführung|einleitung|vorwort|willkommen|"
        r"hier anfangen)\b"
    ),
    itself=r"\W*(?:dieses|das|die|diese|dieser) (?:buch|handbuch|anleitung|dokumentation|leitfaden|kurs|tutorial)\b",
    is_about=r"\b(?: \w+)? (?:ist|sind|hilft|zeigt|erklärt|behandelt)\b",
    book=BookWords(
        replies={
            Request.GREETING: (
                "Hallo! Fragen Sie mich alles zu {title}: Ich antworte aus dem Text selbst und zeige, wo es steht."
            ),
            Request.THANKS: "Gern geschehen. Fragen Sie weiter, wann immer Sie möchten.",
            Request.FAREWELL: "Auf Wiedersehen, und viel Freude mit dem Buch.",
            Request.ABILITIES: (
                "Ich beantworte Fragen zu {title} in den Worten des Buches, und jeder Satz hat "
                "eine Fußnote, die die Stelle "
                "öffnet. Was das Buch nicht sagt, sage ich auch nicht. Sie können auch fragen, worum es geht, wo man "
                "anfängt und welche Kapitel es gibt, oder einen Text markieren und ihn sich erklären lassen."
            ),
        },
        also=" und ",
        this_book="diesem Buch",
        pages="{title} hat {count} Seiten:",
        a_page="{title} hat eine Seite:",
        start="Beginnen Sie mit „{title}“: ",
        after_it="Danach kommen:",
        its_pages="Die Seiten:",
        more="und {count} weitere",
        place="Aus „{place}“:",
    ),
    leading=(
        rf"{_GREETING}(?:(?:\s*[,.!:;–—…-]+\s+|\s*\n\s*)|\s+(?=(?:was|wie|warum|wieso|weshalb|"
        rf"wann|wo|woher|wohin|womit|wer|wen|wem|"
        r"welche[mnrs]?|ist|sind|kann|kannst|können|könnte|könntest|darf|gibt|ich|bitte|sag|"
        r"erklär|kurze|und|wenn|mein)\b))",
        rf"{_SMALL_TALK}\s*[?!.,]+\s+",
        r"(?:danke(?:schön)?|vielen dank|entschuldigung|entschuldigen sie|verzeihung|super|perfekt|prima)"
        r"(?: (?:dafür|sehr|nochmal|im voraus|aber|die störung))*(?:\s*[,.!:;–—-]+\s*|\s+aber\s+)",
        r"bitte\b,?\s*",
        r"(?:also|äh+m?|hm+|nun|tja|ok(?:ay)?|so),\s*",
        r"(?:und |aber )?(?:nur |mal )?(?:eine |noch eine |meine )?(?:(?:kurze|kleine|schnelle|"
        r"einfache|dumme|blöde) )?frage"
        r"\s*[:,.–—-]+\s*",
        r"ich (?:habe|hätte|hab)(?: (?:da|mal|noch))* eine (?:\w+ )?frage\s*[:,.–—-]+\s*",
        r"(?:kannst du|können sie|könntest du|könnten sie|kann|könnte|würdest du|würden sie)(?: "
        r"(?:mir|bitte|jemand|man|kurz|"
        r"vielleicht|mal|eben))* (?:sagen|erklären|verraten|zeigen|beantworten|beschreiben)\b(?: bitte)?,?\s*",
        r"(?:sag|sage|sagen sie|verrate?|erkläre?|erklären sie)(?: mir)?(?: (?:bitte|mal|"
        r"kurz))*,?\s+(?=(?:was|wie|warum|wieso|weshalb|"
        r"wann|wo|woher|wohin|womit|wer|welche[mnrs]?|ob)\b)",
        r"ich (?:möchte|würde|will|wollte)(?: (?:gerne?|nur|mal))* (?:wissen|verstehen|erfahren|fragen),?\s*",
        r"(?:mich|es) (?:würde|interessiert)(?: mich)?(?: (?:mal|nur))*(?: interessieren)?,?\s*",
        r"ich (?:frage|fragte) mich(?: (?:gerade|nur|oft))*,?\s*",
        r"(?:weißt du|wissen sie|weiß jemand)(?: (?:vielleicht|zufällig))*,?\s+(?=(?:was|wie|"
        r"warum|wieso|weshalb|wann|wo|wer|"
        r"welche[mnrs]?|ob)\b)",
    ),
    trailing=(
        r"[\s,.;!?–—-]+(?:bitte|danke(?:schön)?|vielen dank|merci)(?: (?:im voraus|sehr|schon mal|schön))*\s*[.!?]*",
        r"[\s,.;–—-]+(?:wenn (?:ich fragen darf|möglich|es geht)|falls möglich|weißt du das)\s*[.!?]*",
    ),
    polite=(
        ("Hallo, könntest du mir bitte sagen, wie weit der Mond weg ist?", "wie weit der Mond weg ist?"),
        ("Guten Tag! Was ist eine Austrittspupille?", "Was ist eine Austrittspupille?"),
        ("hi wie reinige ich einen Spiegel", "wie reinige ich einen Spiegel"),
        ("Können Sie mir erklären, was Seeing bedeutet?", "was Seeing bedeutet?"),
        ("Ich möchte gerne wissen, warum Sterne funkeln", "warum Sterne funkeln"),
        ("Kurze Frage: Welcher Filter ist sicher?", "Welcher Filter ist sicher?"),
        ("Welche Lampe soll ich nehmen, bitte?", "Welche Lampe soll ich nehmen?"),
        ("Wie hell ist der Neptun? Danke im Voraus!", "Wie hell ist der Neptun?"),
        ("Danke! Und wie reinige ich es?", "Und wie reinige ich es?"),
        ("Kann man die Sonne beobachten?", "Kann man die Sonne beobachten?"),
    ),
    leaning=_LEANING,
)
