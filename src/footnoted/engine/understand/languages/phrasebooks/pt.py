"""Portuguese."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="pt",
    books="este livro|o livro|esse livro|este guia|este manual|esta documentação|este site|este curso",
    greeting="olá|oi|bom dia|boa tarde|boa noite|olá bom dia|olá tudo bem|oi tudo bem|tudo bem",
    thanks="obrigado|obrigada|muito obrigado|muito obrigada|ok obrigado|valeu|entendi|está bem|certo obrigado",
    farewell="adeus|tchau|até logo|até mais|até breve",
    abilities=(
        "quem é você|quem és tu|o que você pode fazer|o que sabes fazer|como funciona isto|"
        "como isso funciona|ajuda|o que posso perguntar|o que é isto"
    ),
    overview=(
        "sobre o que é [book]|de que trata [book]|do que trata [book]|de que fala [book]|do que fala [book]|"
        "o que contém [book]|resuma [book]|um resumo|resumo|sobre o que é isto|para quem é [book]|"
        "que assuntos trata [book]"
    ),
    start=(
        "por onde começo|por onde começar|por onde devo começar|o que leio primeiro|o que devo ler primeiro|como começo"
    ),
    contents=(
        "capítulos|índice|sumário|quais são os capítulos|que capítulos há|mostre o índice|mostra-me o índice|"
        "quais são os capítulos de [book]|que páginas há|lista de capítulos"
    ),
    explain=(
        "explique isto|explique isso|explica isto|explique este trecho|explique este texto|"
        "explica este trecho|o que significa isto|o que significa isso|o que quer dizer isto|"
        "o que isso quer dizer|não entendi isto"
    ),
    before=(
        "olá|oi|bom dia|boa tarde|boa noite|por favor|pode me dizer|você pode me dizer|podes dizer-me|"
        "poderia me dizer|gostaria de saber|quero saber|queria saber|o que diz [book] sobre|diga-me"
    ),
    after="por favor|obrigado|obrigada|muito obrigado",
    goes_on="e|mas|então|e se|também|ou",
    pronouns="ele|ela|eles|elas|isso|isto|aquilo|dele|dela|(?<=-)l[oa]s?",
    starting_points="introdução|primeiros passos|bem-vindo|início",
    book=BookWords(
        replies={
            Request.GREETING: "Olá! Pergunte o que quiser sobre {title}: respondo com o próprio texto e mostro onde está.",
            Request.THANKS: "De nada. Pergunte mais quando quiser.",
            Request.FAREWELL: "Até logo, e boa leitura.",
            Request.ABILITIES: "Respondo a perguntas sobre {title} com as suas próprias palavras e mostro onde estão. O que "
            "ele não diz, eu não digo.",
        },
        also=" e ",
        this_book="este livro",
        pages="{title} tem {count} páginas:",
        a_page="{title} tem uma página:",
        start="Comece por “{title}”: ",
        after_it="Depois vêm:",
        its_pages="As suas páginas:",
        more="e mais {count}",
        place="De “{place}”:",
    ),
)
