"""French."""

from footnoted.domain.text.messages import Messages

NAME = "Français"

GRAMMAR = """à au aucun aucune aussi autre autres aux avait avaient avant avec avez avons ayant c ça car ce ceci
cela celle celles celui ces cet cette ceux chaque chez comme comment d dans de depuis des dont du elle elles en
encore entre es est et étaient était été être eu eux fait font il ils j je l la laquelle le lequel les lesquelles
lesquels leur leurs lors lui m ma mais me même mes moi mon n ne ni nos notre nous on ont ou où par pas pendant peu
peut peuvent plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si son sont
sous sur t ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous y combien"""

EMPTY = """faire dire dit appelle appelé nomme nommé donne donné merci bonjour veuillez plaît chose choses ainsi
alors donc ensuite puis doit doivent dois peux veux veut afin lorsque puisque faut faudra faudrait fallait"""

ABBREVIATIONS = """m mm mme mlle dr pr p.ex ex fig n° p pp vol chap env etc cf av apr j.-c c.-à-d st ste"""

MESSAGES = Messages(
    refusal="Le livre ne le dit pas. J’ai cherché des passages à ce sujet et n’en ai trouvé aucun qui y réponde.",
    selection_refusal="Le texte sélectionné ne le dit pas.",
    selection_answers="La réponse repose sur le seul texte sélectionné.",
    unclear="Je ne vois pas bien à quoi cela se rapporte. Veuillez reposer la question en le nommant.",
    fallback="Le modèle de langue n’est pas disponible pour l’instant. Voici les passages du livre les plus proches.",
    corrected="Les sources ne disent pas cela. Elles disent : ",
    hedge="Le livre n’en parle qu’en partie. ",
    shown="Cette partie du livre en parle :",
    closest="Le livre ne le dit peut-être pas. Voici la partie la plus proche :",
    session_unknown="Cette session n’existe pas.",
    index_down="L’index du livre ne répond pas. Veuillez réessayer dans un instant.",
    model_down="Le modèle de langue ne répond pas. Veuillez réessayer dans un instant.",
    unavailable="Le service n’est pas disponible pour l’instant. Veuillez réessayer dans un instant.",
    internal="Une erreur s’est produite de notre côté.",
    key_wanted="Ce serveur demande une clé : `Authorization: Bearer` ou `X-API-Key`.",
    rate_limited="Trop de questions à la fois. Veuillez patienter un peu.",
    body_too_large="La requête est plus grande que ce que ce serveur accepte.",
    body_too_slow="La requête n’est pas arrivée à temps.",
    empty="Veuillez poser une question : `query` est vide.",
    too_long="La question est trop longue : {limit} caractères au plus.",
    selection_too_long="Le texte sélectionné est trop long : {limit} caractères au plus.",
)
