"""Italian."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="it",
    books="questo libro|il libro|questa guida|questo manuale|questa documentazione|questo sito|questo corso",
    greeting="ciao|salve|buongiorno|buonasera|buona sera|ciao come va|come va|ciao a tutti",
    thanks="grazie|grazie mille|molte grazie|ok grazie|va bene|capito|perfetto grazie|ti ringrazio",
    farewell="arrivederci|a presto|buona giornata|buona notte|ci vediamo",
    abilities=(
        "chi sei|cosa puoi fare|che cosa sai fare|come funziona|cos'è questo|aiuto|cosa posso chiedere|"
        "come puoi aiutarmi"
    ),
    overview=(
        "di cosa parla [book]|di che cosa parla [book]|di cosa tratta [book]|cosa contiene [book]|"
        "riassumi [book]|un riassunto|riassunto|di cosa si tratta|per chi è [book]|"
        "quali argomenti tratta [book]"
    ),
    start="da dove comincio|da dove inizio|da dove cominciare|da dove iniziare|cosa leggo prima|come comincio",
    contents=(
        "capitoli|indice|sommario|quali sono i capitoli|quali capitoli ci sono|mostrami l'indice|"
        "quali sono i capitoli di [book]|elenco dei capitoli|che capitoli ci sono"
    ),
    explain=(
        "spiega questo|spiegami questo|spiega questo passo|spiega questo testo|spiegami questo passaggio|"
        "cosa significa questo|che cosa significa|cosa vuol dire|cosa vuol dire questo|non capisco questo"
    ),
    before=(
        "ciao|salve|buongiorno|buonasera|per favore|puoi dirmi|mi puoi dire|potresti dirmi|potrebbe dirmi|"
        "vorrei sapere|voglio sapere|mi piacerebbe sapere|cosa dice [book] su|dimmi"
    ),
    after="per favore|per piacere|grazie|grazie mille",
    goes_on="e|ed|ma|allora|e se|anche|oppure",
    pronouns="esso|essa|essi|esse|lui|lei|ciò",
    starting_points="introduzione|primi passi|benvenuto|iniziare",
    book=BookWords(
        replies={
            Request.GREETING: "Ciao! Chiedimi quello che vuoi su {title}: rispondo con il suo testo e mostro dove si trova.",
            Request.THANKS: "Prego. Chiedi pure ancora quando vuoi.",
            Request.FAREWELL: "Arrivederci, e buona lettura.",
            Request.ABILITIES: "Rispondo alle domande su {title} con le sue stesse parole e mostro dove si trovano. Quello che "
            "non dice, non lo dico.",
        },
        also=" e ",
        this_book="questo libro",
        pages="{title} ha {count} pagine:",
        a_page="{title} ha una pagina:",
        start="Comincia da “{title}”: ",
        after_it="Poi vengono:",
        its_pages="Le sue pagine:",
        more="e altre {count}",
        place="Da “{place}”:",
    ),
)
