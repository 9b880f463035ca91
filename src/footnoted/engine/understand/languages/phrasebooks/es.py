"""Spanish."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="es",
    books="este libro|el libro|este manual|esta guía|esta documentación|este sitio|este curso",
    greeting="hola|buenos días|buenas tardes|buenas noches|buenas|hola qué tal|qué tal",
    thanks="gracias|muchas gracias|mil gracias|vale gracias|ok gracias|de acuerdo|entendido|perfecto gracias",
    farewell="adiós|hasta luego|hasta pronto|nos vemos|chao",
    abilities=(
        "quién eres|qué puedes hacer|cómo funciona esto|qué es esto|ayuda|qué puedo preguntar|cómo puedes ayudarme"
    ),
    overview=(
        "de qué trata [book]|sobre qué es [book]|de qué va [book]|qué contiene [book]|resume [book]|"
        "un resumen|resumen|qué temas trata [book]|de qué trata esto|para quién es [book]"
    ),
    start="por dónde empiezo|por dónde empezar|dónde empiezo|qué leo primero|por dónde debo empezar|cómo empiezo",
    contents=(
        "capítulos|índice|qué capítulos hay|cuáles son los capítulos|muéstrame el índice|"
        "qué capítulos tiene [book]|tabla de contenidos|qué páginas hay"
    ),
    explain=(
        "explica esto|explícame esto|qué significa esto|qué quiere decir esto|explica este texto|"
        "explica este pasaje|explícalo|no entiendo esto|aclara esto"
    ),
    before=(
        "hola|buenos días|buenas tardes|por favor|me puedes decir|puedes decirme|podría decirme|"
        "quisiera saber|quiero saber|me gustaría saber|qué dice [book] sobre|dime"
    ),
    after="por favor|gracias|muchas gracias",
    goes_on="y|pero|entonces|y si|también|y qué hay de",
    pronouns="él|ella|ellos|ellas|eso|esto|aquello|lo mismo",
    starting_points="introducción|primeros pasos|inicio|bienvenida",
    book=BookWords(
        replies={
            Request.GREETING: "¡Hola! Pregúntame lo que quieras sobre {title}: respondo con su propio texto y muestro dónde está.",
            Request.THANKS: "De nada. Sigue preguntando cuando quieras.",
            Request.FAREWELL: "Hasta pronto, y disfruta del libro.",
            Request.ABILITIES: "Respondo a preguntas sobre {title} con sus propias palabras y muestro dónde están. Lo que no "
            "dice, no lo digo.",
        },
        also=" y ",
        this_book="este libro",
        pages="{title} tiene {count} páginas:",
        a_page="{title} tiene una página:",
        start="Empieza por «{title}»: ",
        after_it="Después vienen:",
        its_pages="Sus páginas:",
        more="y {count} más",
        place="De «{place}»:",
    ),
)
