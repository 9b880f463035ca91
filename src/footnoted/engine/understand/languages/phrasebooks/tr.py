"""Turkish."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="tr",
    books="bu kitap|kitap|bu kılavuz|bu belge|bu site|bu kurs|bu kitabın|kitabın",
    greeting="merhaba|selam|günaydın|iyi günler|iyi akşamlar|merhaba nasılsın|nasılsın|selamlar",
    thanks=(
        "teşekkürler|teşekkür ederim|çok teşekkürler|çok teşekkür ederim|sağ ol|sağol|tamam teşekkürler|anladım|tamam"
    ),
    farewell="hoşça kal|görüşürüz|güle güle|iyi geceler|hoşçakal",
    abilities=(
        "sen kimsin|neler yapabilirsin|ne yapabilirsin|bu nasıl çalışıyor|bu nedir|yardım|ne sorabilirim|"
        "bana nasıl yardım edebilirsin"
    ),
    overview=(
        "[book] ne hakkında|[book] ne anlatıyor|[book] konusu ne|[book] konusu nedir|"
        "[book] hangi konuları ele alıyor|özet|bir özet|bu ne hakkında|[book] kimler için"
    ),
    start=(
        "nereden başlamalıyım|nereden başlayayım|nereden başlarım|önce ne okumalıyım|nasıl başlarım|nereden başlanır"
    ),
    contents=(
        "bölümler|içindekiler|hangi bölümler var|bölümleri göster|içindekileri göster|[book] bölümleri neler|"
        "bölümler neler"
    ),
    explain=(
        "bunu açıkla|bunu açıklar mısın|bu metni açıkla|bu bölümü açıkla|bu ne demek|bu ne anlama geliyor|"
        "bunun anlamı ne|bunu anlamadım"
    ),
    before=(
        "merhaba|selam|günaydın|iyi günler|lütfen|bana söyler misin|söyler misiniz|bilmek istiyorum|"
        "öğrenmek istiyorum|merak ediyorum|acaba"
    ),
    after="lütfen|teşekkürler|teşekkür ederim|şimdiden teşekkürler",
    goes_on="ve|peki|peki ya|ya|ama|o zaman|ayrıca",
    pronouns="onu|onun|ona|onlar|onları|onların|bunu|bunun|buna|bunlar|şunu",
    starting_points="giriş|başlarken|ilk adımlar|hoş geldiniz",
    book=BookWords(
        replies={
            Request.GREETING: "Merhaba! {title} hakkında istediğinizi sorun: kendi metniyle yanıtlar, nerede geçtiğini gösteririm.",
            Request.THANKS: "Rica ederim. İstediğiniz zaman sormaya devam edin.",
            Request.FAREWELL: "Hoşça kalın, iyi okumalar.",
            Request.ABILITIES: "{title} ile ilgili soruları kitabın kendi sözleriyle yanıtlar, nerede geçtiklerini gösteririm. "
            "Onun söylemediğini ben de söylemem.",
        },
        also=" ve ",
        this_book="bu kitap",
        pages="{title}, sayfa sayısı {count}:",
        a_page="{title}, tek sayfa:",
        start="“{title}” ile başlayın: ",
        after_it="Ardından gelenler:",
        its_pages="Sayfaları:",
        more="ve {count} tane daha",
        place="“{place}” bölümünden:",
    ),
)
