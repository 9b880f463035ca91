"""French."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="fr",
    books="ce livre|le livre|ce guide|cette documentation|ce manuel|ce site|ce cours",
    greeting="bonjour|salut|bonsoir|coucou|bonjour à tous|bonjour comment ça va|comment ça va|ça va",
    thanks="merci|merci beaucoup|merci bien|un grand merci|ok merci|d'accord|d'accord merci|compris|parfait merci",
    farewell="au revoir|à bientôt|à plus tard|bonne journée|bonne soirée|bonne nuit",
    abilities=(
        "qui es-tu|qui êtes-vous|que peux-tu faire|que pouvez-vous faire|comment ça marche|"
        "qu'est-ce que c'est|aide|que puis-je demander|comment peux-tu m'aider"
    ),
    overview=(
        "de quoi parle [book]|de quoi traite [book]|de quoi s'agit-il|de quoi il s'agit|de quoi ça parle|"
        "que contient [book]|résume [book]|résumé|un résumé|quels sujets traite [book]|"
        "à qui s'adresse [book]|c'est quoi [book]"
    ),
    start=(
        "par où commencer|par où dois-je commencer|où commencer|que lire en premier|comment commencer|"
        "je débute par où commencer"
    ),
    contents=(
        "chapitres|table des matières|sommaire|quels sont les chapitres|quels chapitres y a-t-il|"
        "montre-moi le sommaire|quels sont les chapitres de [book]|liste des chapitres|quelles pages y a-t-il"
    ),
    explain=(
        "explique ça|explique cela|explique ceci|expliquez ceci|explique ce passage|explique ce texte|"
        "expliquez ce passage|explique-moi ça|explique-moi ce passage|que veut dire ceci|que signifie ceci|"
        "qu'est-ce que ça veut dire|que veut dire cela|je ne comprends pas ça|peux-tu expliquer ce passage"
    ),
    before=(
        "bonjour|salut|bonsoir|s'il vous plaît|s'il te plaît|peux-tu me dire|pouvez-vous me dire|"
        "pourriez-vous me dire|je voudrais savoir|j'aimerais savoir|je veux savoir|dis-moi|dites-moi|"
        "que dit [book] sur|que dit [book] de"
    ),
    after="s'il vous plaît|s'il te plaît|svp|stp|merci|merci d'avance|merci beaucoup",
    goes_on="et|mais|et si|alors|donc|ou|aussi",
    pronouns="celui-ci|celui-là|celle-ci|celle-là|ceux-ci|cela|ça|elles|eux",
    starting_points="introduction|bienvenue|premiers pas|prise en main|démarrage",
    book=BookWords(
        replies={
            Request.GREETING: "Bonjour ! Posez-moi toute question sur {title} : je réponds avec son propre texte et montre où "
            "il se trouve.",
            Request.THANKS: "Je vous en prie. Continuez quand vous voulez.",
            Request.FAREWELL: "Au revoir, et bonne lecture.",
            Request.ABILITIES: "Je réponds aux questions sur {title} avec ses propres mots et montre où ils se trouvent. Ce "
            "qu’il ne dit pas, je ne le dis pas.",
        },
        also=" et ",
        this_book="ce livre",
        pages="{title} a {count} pages :",
        a_page="{title} a une page :",
        start="Commencez par « {title} » : ",
        after_it="Ensuite viennent :",
        its_pages="Ses pages :",
        more="et {count} de plus",
        place="De « {place} » :",
    ),
)
