"""Dutch."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="nl",
    books="dit boek|het boek|deze gids|deze handleiding|deze documentatie|deze site|deze cursus",
    greeting="hallo|hoi|hey|goedemorgen|goedemiddag|goedenavond|goedendag|dag|hallo hoe gaat het|hoe gaat het",
    thanks=("bedankt|dank je|dank je wel|dank u|dank u wel|hartelijk dank|ok bedankt|duidelijk|begrepen|prima bedankt"),
    farewell="tot ziens|doei|tot later|tot straks|fijne dag",
    abilities=("wie ben je|wat kun je|wat kan je|hoe werkt dit|wat is dit|help|wat kan ik vragen|hoe kun je me helpen"),
    overview=(
        "waar gaat [book] over|waarover gaat [book]|wat staat er in [book]|vat [book] samen|een samenvatting|"
        "samenvatting|waar gaat dit over|voor wie is [book]|welke onderwerpen behandelt [book]"
    ),
    start="waar begin ik|waar moet ik beginnen|hoe begin ik|wat lees ik eerst|waar kan ik beginnen",
    contents=(
        "hoofdstukken|inhoudsopgave|inhoud|welke hoofdstukken zijn er|wat zijn de hoofdstukken|"
        "laat de inhoudsopgave zien|welke hoofdstukken heeft [book]|welke pagina's zijn er"
    ),
    explain=(
        "leg dit uit|leg uit|leg deze tekst uit|leg deze passage uit|wat betekent dit|wat wil dit zeggen|"
        "wat bedoelen ze hiermee|ik snap dit niet|kun je dit uitleggen"
    ),
    before=(
        "hallo|hoi|goedemorgen|goedemiddag|alsjeblieft|kun je me vertellen|kunt u mij vertellen|"
        "kan je me zeggen|ik wil graag weten|ik wil weten|ik zou graag willen weten|wat zegt [book] over|"
        "vertel me"
    ),
    after="alsjeblieft|alstublieft|graag|bedankt|dank je|bij voorbaat dank",
    goes_on="en|maar|dus|of|ook|en hoe zit het met",
    pronouns="hij|hem|ervan|daarvan|ermee|daarmee|erop|eraan",
    starting_points="inleiding|introductie|aan de slag|welkom|eerste stappen",
    book=BookWords(
        replies={
            Request.GREETING: "Hallo! Vraag me alles over {title}: ik antwoord met de eigen tekst en laat zien waar die staat.",
            Request.THANKS: "Graag gedaan. Vraag gerust verder.",
            Request.FAREWELL: "Tot ziens, en veel leesplezier.",
            Request.ABILITIES: "Ik beantwoord vragen over {title} met de eigen woorden van het boek en laat zien waar ze "
            "staan. Wat er niet staat, zeg ik niet.",
        },
        also=" en ",
        this_book="dit boek",
        pages="{title} heeft {count} pagina’s:",
        a_page="{title} heeft één pagina:",
        start="Begin met “{title}”: ",
        after_it="Daarna komen:",
        its_pages="De pagina’s:",
        more="en nog {count}",
        place="Uit “{place}”:",
    ),
)
