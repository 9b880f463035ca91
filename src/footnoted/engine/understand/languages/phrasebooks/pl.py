"""Polish."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="pl",
    books=("ta książka|tej książce|tę książkę|ten poradnik|ten podręcznik|ta dokumentacja|ta strona|ten kurs|książka"),
    greeting="cześć|dzień dobry|dobry wieczór|witam|hej|witaj|cześć jak się masz|siema",
    thanks="dziękuję|dziękuję bardzo|dzięki|bardzo dziękuję|ok dzięki|rozumiem|dobrze dziękuję|wielkie dzięki",
    farewell="do widzenia|na razie|do zobaczenia|pa|dobranoc|miłego dnia",
    abilities="kim jesteś|co potrafisz|jak to działa|co to jest|pomoc|o co mogę zapytać|jak możesz mi pomóc",
    overview=(
        "o czym jest [book]|o czym mówi [book]|o czym opowiada [book]|co zawiera [book]|co jest w [book]|"
        "streść [book]|streszczenie|podsumowanie|o czym to jest|dla kogo jest [book]"
    ),
    start=("od czego zacząć|od czego mam zacząć|gdzie zacząć|co czytać najpierw|jak zacząć|od czego powinienem zacząć"),
    contents=(
        "rozdziały|spis treści|jakie są rozdziały|jakie są tu rozdziały|pokaż spis treści|"
        "jakie rozdziały ma [book]|lista rozdziałów"
    ),
    explain=(
        "wyjaśnij to|wyjaśnij ten fragment|wyjaśnij ten tekst|wytłumacz to|wytłumacz ten fragment|"
        "co to znaczy|co to oznacza|nie rozumiem tego|możesz to wyjaśnić"
    ),
    before=(
        "cześć|dzień dobry|dobry wieczór|witam|proszę|czy możesz mi powiedzieć|czy może mi pan powiedzieć|"
        "możesz mi powiedzieć|chciałbym wiedzieć|chciałabym wiedzieć|chcę wiedzieć|powiedz mi|"
        "co mówi [book] o"
    ),
    after="proszę|dziękuję|dzięki|z góry dziękuję",
    goes_on="a|i|ale|więc|albo|też|a co z|a jeśli",
    pronouns="on|ona|ono|oni|jego|jej|ich|nim|nią",
    starting_points="wprowadzenie|wstęp|pierwsze kroki|witaj|początek",
    book=BookWords(
        replies={
            Request.GREETING: "Dzień dobry! Proszę pytać o wszystko z {title}: odpowiadam jej własnym tekstem i pokazuję, gdzie stoi.",
            Request.THANKS: "Nie ma za co. Proszę pytać dalej.",
            Request.FAREWELL: "Do widzenia i miłej lektury.",
            Request.ABILITIES: "Odpowiadam na pytania o {title} własnymi słowami książki i pokazuję, gdzie stoją. Czego nie "
            "mówi, tego i ja nie mówię.",
        },
        also=" i ",
        this_book="tej książki",
        pages="{title} ma stron: {count}",
        a_page="{title} ma jedną stronę:",
        start="Zacznij od „{title}”: ",
        after_it="Potem są:",
        its_pages="Jej strony:",
        more="i jeszcze {count}",
        place="Z „{place}”:",
    ),
)
