"""German."""

from footnoted.domain.text.messages import Messages

NAME = "Deutsch"

GRAMMAR = """aber alle allem allen aller alles als also am an ander andere anderen anderer anderes auch auf aus bei
beim bin bis bist da damit dann das dass dein deine deinem deinen deiner dem den denn der deren des dessen dich die
dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch
euer eure für gegen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer
ihres im in ins ist ja jede jedem jeden jeder jedes jene jenem jenen jener jenes kann kein keine keinem keinen
keiner können könnte man mein meine meinem meinen meiner mich mir mit muss müssen nach nicht nichts noch nun nur ob
oder ohne sehr sein seine seinem seinen seiner seines seit sich sie sind so soll sollen sollte sondern sonst über
um und uns unser unsere unter viel vom von vor wann war waren warum was weil welche welchem welchen welcher welches
wenn wer werde werden wessen wem wen wie wieder will wir wird wo wollen worden wurde wurden während zu zum zur zwar
zwischen"""

EMPTY = """bitte danke gibt geben gab gemacht macht machen heißt hieß heißen nennt genannt sagen sagt weise
lässt lassen dabei dafür darüber dazu davon daran darauf darin wobei wofür womit worauf woraus wozu bereits etwa
jedoch sowie ihrerseits gerne mal eben halt wohl möchte möchten dürfen darf mögen wissen hallo sogar dennoch
deshalb daher somit"""

ABBREVIATIONS = """z.b d.h u.a bzw ca usw etc vgl s abb nr bd dr prof hr fr st inkl ggf evtl sog u.u z.t mio mrd jh
jhd chr"""

ENDINGS = (r"(?<=\w{4})(?:ation|ier|(?<!e)i)$",)
"""Of words from Latin, behind Snowball's: "installieren" and "Installation"."""

MESSAGES = Messages(
    refusal="Das steht nicht im Buch. Ich habe nach passenden Stellen gesucht und keine mit einer Antwort gefunden.",
    selection_refusal="Das steht nicht im markierten Text.",
    selection_answers="Die Antwort stützt sich allein auf den markierten Text.",
    unclear="Mir ist nicht klar, worauf sich das bezieht. Bitte fragen Sie noch einmal und nennen Sie es beim Namen.",
    fallback="Das Sprachmodell ist gerade nicht erreichbar. Diese Stellen des Buches kommen der Frage am nächsten.",
    corrected="Die Quellen sagen das nicht. Sie sagen: ",
    hedge="Das Buch behandelt das nur zum Teil. ",
    shown="Davon handelt diese Stelle des Buches:",
    closest="Vielleicht steht das nicht im Buch. Diese Stelle kommt der Frage am nächsten:",
    session_unknown="Diese Sitzung gibt es nicht.",
    index_down="Der Index des Buches antwortet nicht. Bitte versuchen Sie es gleich noch einmal.",
    model_down="Das Sprachmodell antwortet nicht. Bitte versuchen Sie es gleich noch einmal.",
    unavailable="Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.",
    internal="Bei uns ist etwas schiefgegangen.",
    key_wanted="Dieser Server verlangt einen Schlüssel: `Authorization: Bearer` oder `X-API-Key`.",
    rate_limited="Zu viele Fragen auf einmal. Bitte warten Sie ein wenig.",
    body_too_large="Die Anfrage ist größer, als dieser Server annimmt.",
    body_too_slow="Die Anfrage ist nicht rechtzeitig angekommen.",
    empty="Bitte stellen Sie eine Frage: `query` ist leer.",
    too_long="Die Frage ist zu lang: höchstens {limit} Zeichen.",
    selection_too_long="Der markierte Text ist zu lang: höchstens {limit} Zeichen.",
)
