"""Spanish."""

from footnoted.domain.text.messages import Messages

NAME = "Español"

GRAMMAR = """a al algo algunas alguno algunos ante antes aquel aquella aquellas aquellos aquí así aun aunque cada
como cómo con contra cual cuál cuales cuáles cualquier cuando cuándo cuanta cuánta cuantas cuántas cuanto cuánto
cuantos cuántos de del desde donde dónde dos durante e el él ella ellas ellos en entre era eran es esa esas ese eso
esos esta está estaba estaban están estas este esto estos fue fueron ha había habían han hasta hay la las le les lo
los más me mi mientras mis muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros
para pero poco por porque pues que qué quien quién quienes quiénes se sea según ser si sí sido sin sino sobre son
su sus también tan tanto te tiene tienen todo toda todas todos tu tus un una unas uno unos usted ustedes y ya yo"""

EMPTY = """usar uso usa usan utilizar utilizo debo quiero
hacer hace hacen hizo decir dice dijo llama llamaba llamado llaman dar da dado hola gracias favor puede
pueden podría podrían debe deben tal través además entonces luego cosa cosas tener tuvo tenía siendo ello"""

ABBREVIATIONS = """sr sra srta dr dra prof ud uds p.ej ej pág págs fig núm nº vol art cap aprox etc s ee.uu av d.c
a.c"""

MESSAGES = Messages(
    refusal="El libro no lo dice. He buscado pasajes sobre esto y no he encontrado ninguno que responda.",
    selection_refusal="El texto seleccionado no lo dice.",
    selection_answers="La respuesta se basa solo en el texto seleccionado.",
    unclear="No sé bien a qué te refieres. Pregunta de nuevo y nómbralo, por favor.",
    fallback="El modelo de lenguaje no está disponible ahora. Estos pasajes del libro son los más cercanos.",
    corrected="Las fuentes no dicen esto. Dicen: ",
    hedge="El libro trata esto solo en parte. ",
    shown="Esta parte del libro trata de ello:",
    closest="Puede que el libro no lo diga. Esta es la parte más cercana:",
    session_unknown="No existe esa sesión.",
    index_down="El índice del libro no responde. Inténtalo de nuevo en un momento.",
    model_down="El modelo de lenguaje no responde. Inténtalo de nuevo en un momento.",
    unavailable="El servicio no está disponible ahora. Inténtalo de nuevo en un momento.",
    internal="Algo ha fallado por nuestra parte.",
    key_wanted="Este servidor pide una clave: `Authorization: Bearer` o `X-API-Key`.",
    rate_limited="Demasiadas preguntas a la vez. Espera un poco, por favor.",
    body_too_large="La petición es mayor de lo que acepta este servidor.",
    body_too_slow="La petición no llegó a tiempo.",
    empty="Haz una pregunta, por favor: `query` está vacío.",
    too_long="La pregunta es demasiado larga: {limit} caracteres como máximo.",
    selection_too_long="El texto seleccionado es demasiado largo: {limit} caracteres como máximo.",
)
