"""Romanian: its little words."""

from footnoted.domain.text.messages import Messages

NAME = "Română"

GRAMMAR = """a ai al ale am ar are as asupra atunci au avea aveau avut ca când care căror cărora cărui căruia
cât câte câți ce cea cei cel cele celor celui cine cu cui cum d-a da dacă dar datorită de deci decât deși despre
din dintre doar după ea ei el ele era erau este eu fi fie fost fără iar în într înainte între îi își îl la le
lor lui mai mult multe mulți ne nici nu o ori pe pentru peste poate prin prea s-a s-au sa sale sau se spre și
sub sunt său săi toate toți tot un una unde unei unele unor unui unul va vor către cărei această acest acestea
acești acesta acestui acestor aceasta aceste acel acea acei acele aceea care-i ci vă te mi noi voi"""

EMPTY = """numit numită numește numesc numite există putea pot rog mulțumesc salut fel tip cineva făcut face"""

ABBREVIATIONS = """dl dna dr prof nr str ex pag art lit d.hr î.hr e.n î.e.n cca etc sec sf"""

MESSAGES = Messages(
    refusal="Cartea nu spune acest lucru. Am căutat pasaje despre el și nu am găsit niciunul care să răspundă.",
    selection_refusal="Textul selectat nu spune acest lucru.",
    selection_answers="Răspunsul se bazează numai pe textul selectat.",
    unclear="Nu sunt sigur la ce se referă. Vă rog să întrebați din nou și să îl numiți.",
    fallback="Modelul de limbă nu este disponibil acum. Aceste pasaje din carte sunt cele mai apropiate.",
    corrected="Sursele nu spun asta. Ele spun: ",
    hedge="Cartea tratează acest lucru doar în parte. ",
    shown="Această parte a cărții este despre asta:",
    closest="Poate că această carte nu spune acest lucru. Cea mai apropiată parte este aceasta:",
    session_unknown="Nu există o astfel de sesiune.",
    index_down="Indexul cărții nu răspunde. Vă rog să încercați din nou în curând.",
    model_down="Modelul de limbă nu răspunde. Vă rog să încercați din nou în curând.",
    unavailable="Serviciul nu este disponibil acum. Vă rog să încercați din nou în curând.",
    internal="Ceva nu a mers bine la noi.",
    key_wanted="Acest server cere o cheie: `Authorization: Bearer` sau `X-API-Key`.",
    rate_limited="Prea multe întrebări deodată. Vă rog să așteptați puțin.",
    body_too_large="Cererea este mai mare decât acceptă acest server.",
    body_too_slow="Cererea nu a sosit la timp.",
    empty="Vă rog să puneți o întrebare: `query` este gol.",
    too_long="Întrebarea este prea lungă: cel mult {limit} caractere.",
    selection_too_long="Textul selectat este prea lung: cel mult {limit} caractere.",
)
