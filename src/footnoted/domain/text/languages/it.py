"""Italian."""

from footnoted.domain.text.messages import Messages

NAME = "Italiano"

GRAMMAR = """a ad agli ai al alla alle allo anche avere aveva c che chi ci come con così cui d da dagli dai dal
dalla dalle dallo degli dei del della delle dello di dopo dove e è ed era erano essere fa fra gli ha hanno ho i
il in io l la le lei li lo loro lui ma me mi mia mio molto ne negli nei nel nella nelle nello no noi non nostro
o ogni per perché più prima qual quale quali quando quanta quante quanti quanto quel quella quelle quelli quello
questa queste questi questo qui se sei senza si sia sono sta stata state stati stato su sua sue sugli sui sul
sulla sulle suo suoi te tra tu tuo tutti tutto un una uno vi voi"""

EMPTY = """altra altre altri altro ancora bene cosa cose deve devo devono dice dire fanno fare fatto grazie ciao
già nome occorre però poi poco può possono posso qualche quindi solo sempre serve servono tanto vorrei vuole"""

ABBREVIATIONS = "sig sig.ra dott dr prof es p.es fig n p pp vol cap ecc sec a.c d.c"

MESSAGES = Messages(
    refusal="Il libro non lo dice. Ho cercato passi su questo e non ne ho trovato nessuno che risponda.",
    selection_refusal="Il testo selezionato non lo dice.",
    selection_answers="La risposta si basa solo sul testo selezionato.",
    unclear="Non capisco bene a che cosa si riferisce. Per favore, ripeti la domanda e dillo per nome.",
    fallback="Il modello linguistico non è disponibile in questo momento. Questi passi del libro sono i più vicini.",
    corrected="Le fonti non dicono questo. Dicono: ",
    hedge="Il libro ne parla solo in parte. ",
    shown="Questa parte del libro ne parla:",
    closest="Forse il libro non lo dice. Questa è la parte più vicina:",
    session_unknown="Questa sessione non esiste.",
    index_down="L’indice del libro non risponde. Riprova tra poco, per favore.",
    model_down="Il modello linguistico non risponde. Riprova tra poco, per favore.",
    unavailable="Il servizio non è disponibile in questo momento. Riprova tra poco, per favore.",
    internal="Qualcosa è andato storto da parte nostra.",
    key_wanted="Questo server chiede una chiave: `Authorization: Bearer` o `X-API-Key`.",
    rate_limited="Troppe domande in una volta. Aspetta un momento, per favore.",
    body_too_large="La richiesta è più grande di quanto questo server accetti.",
    body_too_slow="La richiesta non è arrivata in tempo.",
    empty="Fai una domanda, per favore: `query` è vuoto.",
    too_long="La domanda è troppo lunga: al massimo {limit} caratteri.",
    selection_too_long="Il testo selezionato è troppo lungo: al massimo {limit} caratteri.",
)
