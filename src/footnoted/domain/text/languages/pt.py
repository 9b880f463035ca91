"""Portuguese."""

from footnoted.domain.text.messages import Messages

NAME = "Português"

GRAMMAR = """a à ao aos aquela aquelas aquele aqueles aquilo as às até com como da das de dela dele deles delas
desde dessa desse desta deste disso disto do dos e é ela elas ele eles em entre era eram és essa essas esse
esses esta está estão estar estas estava este estes eu foi for foram há isso isto já lhe lhes lo la los las mais
mas me mesmo meu meus minha muito na nas não nem nessa nesse nesta neste no nos nós nossa nosso num numa o onde
os ou para pela pelas pelo pelos por porque qual quais quando quanto quanta quantos quantas que quê quem se sem
ser será seu seus sob sobre só são sua suas também te tem têm ter teu tinha tu tua um uma umas uns você vocês
vos"""

EMPTY = """assim bem cada cerca coisa coisas dá dado dão deve devem devo diz dizer então faz fazem fazer feito
gostaria obrigado obrigada olá outra outras outro outros pode podem poder posso preciso quer quero saber toda
todas todo todos vai vou chama chamado nome durante após"""

ABBREVIATIONS = "sr sra dr dra prof profa p.ex ex fig n.º p pp vol cap etc av séc"

MESSAGES = Messages(
    refusal="O livro não diz. Procurei trechos sobre isso e não encontrei nenhum que responda.",
    selection_refusal="O texto selecionado não diz.",
    selection_answers="A resposta apoia-se só no texto selecionado.",
    unclear="Não sei ao certo a que isso se refere. Pergunte de novo e diga o nome, por favor.",
    fallback="O modelo de linguagem não está disponível neste momento. Estes trechos do livro são os mais próximos.",
    corrected="As fontes não dizem isso. Elas dizem: ",
    hedge="O livro trata disso só em parte. ",
    shown="Esta parte do livro trata disso:",
    closest="O livro talvez não diga isso. Esta é a parte mais próxima:",
    session_unknown="Essa sessão não existe.",
    index_down="O índice do livro não responde. Tente de novo em breve, por favor.",
    model_down="O modelo de linguagem não responde. Tente de novo em breve, por favor.",
    unavailable="O serviço não está disponível neste momento. Tente de novo em breve, por favor.",
    internal="Algo deu errado do nosso lado.",
    key_wanted="Este servidor pede uma chave: `Authorization: Bearer` ou `X-API-Key`.",
    rate_limited="Perguntas demais de uma vez. Espere um pouco, por favor.",
    body_too_large="O pedido é maior do que este servidor aceita.",
    body_too_slow="O pedido não chegou a tempo.",
    empty="Faça uma pergunta, por favor: `query` está vazio.",
    too_long="A pergunta é longa demais: no máximo {limit} caracteres.",
    selection_too_long="O texto selecionado é longo demais: no máximo {limit} caracteres.",
)
