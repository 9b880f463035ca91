"""Dutch."""

from footnoted.domain.text.messages import Messages

NAME = "Nederlands"

GRAMMAR = """aan al alle als altijd ander andere ben bij daar dan dat de deze die dit doen door dus een en er
eraan erop geen had hadden heb hebben heeft hem het hier hij hoe hoeveel hun iets ik in is ja je jij jouw jullie
kan kunnen kunt maar me met mij mijn moet moeten na naar niet niets nog nu of om omdat onder ons onze ook op
over te tegen toch toen tot u uit uw van veel voor waar waarin waarmee waarom waarop wanneer want waren was wat
we welk welke werd werden wie wij wil word worden wordt zal ze zelf zich zij zijn zo zonder zou zullen"""

EMPTY = """bedankt dank beetje daarna ding dingen eens gaan gaat graag hallo heet heten iemand maken maakt mag
mogen naam sommige staan staat waarvoor wel zeggen zegt gebruik gebruikt tijdens via weet weten wilt"""

ABBREVIATIONS = "dhr mevr mw dr prof ir bijv b.v bv d.w.z enz fig nr blz p pp ca o.a m.b.t t.o.v"

MESSAGES = Messages(
    refusal="Het boek zegt het niet. Ik heb naar passages hierover gezocht en er geen gevonden die antwoord geeft.",
    selection_refusal="De geselecteerde tekst zegt het niet.",
    selection_answers="Het antwoord berust alleen op de geselecteerde tekst.",
    unclear="Ik weet niet goed waar dit over gaat. Vraag het alsjeblieft opnieuw en noem het bij naam.",
    fallback="Het taalmodel is nu niet beschikbaar. Deze passages uit het boek komen het dichtst in de buurt.",
    corrected="De bronnen zeggen dit niet. Ze zeggen: ",
    hedge="Het boek behandelt dit maar voor een deel. ",
    shown="Dit deel van het boek gaat erover:",
    closest="Misschien zegt het boek dit niet. Dit deel komt het dichtst in de buurt:",
    session_unknown="Deze sessie bestaat niet.",
    index_down="De index van het boek antwoordt niet. Probeer het straks nog eens.",
    model_down="Het taalmodel antwoordt niet. Probeer het straks nog eens.",
    unavailable="De dienst is op dit moment niet beschikbaar. Probeer het straks nog eens.",
    internal="Er ging bij ons iets mis.",
    key_wanted="Deze server vraagt om een sleutel: `Authorization: Bearer` of `X-API-Key`.",
    rate_limited="Te veel vragen tegelijk. Wacht alsjeblieft even.",
    body_too_large="Het verzoek is groter dan deze server aanneemt.",
    body_too_slow="Het verzoek kwam niet op tijd aan.",
    empty="Stel alsjeblieft een vraag: `query` is leeg.",
    too_long="De vraag is te lang: hoogstens {limit} tekens.",
    selection_too_long="De geselecteerde tekst is te lang: hoogstens {limit} tekens.",
)
