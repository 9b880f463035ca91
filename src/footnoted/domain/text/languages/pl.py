"""Polish."""

from footnoted.domain.text.messages import Messages

NAME = "Polski"

GRAMMAR = """a aby albo ale ani aż bez bo by był była było były być bym ci co czego czemu czy czyli czym dla do
gdy gdyż gdzie go i ich ile ilu im innych ja jak jaka jaki jakie jakich jakiej jakim jako je jednak jego jej
jest jestem jeśli jeżeli już każdy kiedy kim kogo komu kto która które którego której który których którym
którzy lub ma mają mam mi mnie mną może można mój my na nad nam nas nasz nie nich nie niej nim niż no o od on
ona one oni ono oraz po pod podczas ponieważ poza przed przez przy są się sobie swoje są ta tak taki także tam
te tego tej ten też to tu tych tylko tym u w we więc wszystko wy z za ze że żeby"""

EMPTY = """bardzo chcę chciałbym dać daje dość dużo dziękuję proszę cześć inne inny jakiś kilka mieć mówi należy
nazywa nazwa powinien powinno potem rzecz rzeczy trzeba wiele zawsze znaczy długo robi robić zrobić"""

ABBREVIATIONS = "np m.in tj tzn itd itp dr prof mgr inż ul r w nr str s ok godz pt św al"

MESSAGES = Messages(
    refusal="Książka tego nie mówi. Szukałem fragmentów na ten temat i nie znalazłem żadnego, który by odpowiadał.",
    selection_refusal="Zaznaczony tekst tego nie mówi.",
    selection_answers="Odpowiedź opiera się wyłącznie na zaznaczonym tekście.",
    unclear="Nie wiem dokładnie, do czego to się odnosi. Proszę zapytać ponownie i to nazwać.",
    fallback="Model językowy jest teraz niedostępny. Te fragmenty książki są najbliższe.",
    corrected="Źródła tego nie mówią. Mówią: ",
    hedge="Książka omawia to tylko częściowo. ",
    shown="O tym mówi ta część książki:",
    closest="Książka może tego nie mówić. Najbliższa jest ta część:",
    session_unknown="Nie ma takiej sesji.",
    index_down="Indeks książki nie odpowiada. Proszę spróbować za chwilę.",
    model_down="Model językowy nie odpowiada. Proszę spróbować za chwilę.",
    unavailable="Usługa jest teraz niedostępna. Proszę spróbować za chwilę.",
    internal="Coś poszło nie tak po naszej stronie.",
    key_wanted="Ten serwer wymaga klucza: `Authorization: Bearer` lub `X-API-Key`.",
    rate_limited="Za dużo pytań naraz. Proszę chwilę poczekać.",
    body_too_large="Żądanie jest większe, niż przyjmuje ten serwer.",
    body_too_slow="Żądanie nie dotarło na czas.",
    empty="Proszę zadać pytanie: `query` jest puste.",
    too_long="Pytanie jest za długie: najwyżej {limit} znaków.",
    selection_too_long="Zaznaczony tekst jest za długi: najwyżej {limit} znaków.",
)
