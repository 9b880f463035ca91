"""Turkish: its little words, and what the product says to readers."""

from footnoted.domain.text.messages import Messages

NAME = "Türkçe"

GRAMMAR = """acaba ama ancak aslında az bazı belki ben bir biri birkaç biz bu buna bunda bundan bunlar bunu bunun
da daha de defa diye en gibi hangi hangisi hem hep hepsi her hiç ile için ise kaç kadar kendi ki kim kime kimi
kimin kimler mi mı mu mü nasıl ne neden nedir nelerdir nerede nereden nereye niçin niye o olan olarak oldu olduğu
olduğunu olmuş olur on ona onlar onu onun sen siz sonra şey şu tarafından tüm ve veya ya yani zaman ne vardır var
yok idi ilk hangileri"""

EMPTY = """etti eden edildi edilir edilen verdi verilen denir denilen adı lütfen teşekkür merhaba yapar yapan yaptı
yapılır yapılan yapıldı yapmak yapmalı yapılmalı"""

ABBREVIATIONS = """dr prof doç yrd av bkz örn vb vs yy m.ö m.s sn alb gen no nr s st"""

MESSAGES = Messages(
    refusal="Kitap bunu söylemiyor. Konuyla ilgili yerleri aradım, ama soruyu yanıtlayan bir yer bulamadım.",
    selection_refusal="Seçilen metin bunu söylemiyor.",
    selection_answers="Yanıt yalnızca seçilen metne dayanır.",
    unclear="Bunun neyle ilgili olduğunu anlayamadım. Lütfen adını vererek yeniden sorun.",
    fallback="Dil modeline şu anda ulaşılamıyor. Kitabın soruya en yakın yerleri şunlar.",
    corrected="Kaynaklar bunu söylemiyor. Söyledikleri şu: ",
    hedge="Kitap bunu ancak kısmen ele alıyor. ",
    shown="Kitabın bununla ilgili yeri şudur:",
    closest="Kitap bunu söylemiyor olabilir. En yakın yer şudur:",
    session_unknown="Böyle bir oturum yok.",
    index_down="Kitabın dizini yanıt vermiyor. Lütfen biraz sonra yeniden deneyin.",
    model_down="Dil modeli yanıt vermiyor. Lütfen biraz sonra yeniden deneyin.",
    unavailable="Hizmete şu anda ulaşılamıyor. Lütfen biraz sonra yeniden deneyin.",
    internal="Bizde bir şeyler ters gitti.",
    key_wanted="Bu sunucu bir anahtar istiyor: `Authorization: Bearer` ya da `X-API-Key`.",
    rate_limited="Aynı anda çok fazla soru geldi. Lütfen biraz bekleyin.",
    body_too_large="İstek, bu sunucunun kabul ettiğinden daha büyük.",
    body_too_slow="İstek zamanında ulaşmadı.",
    empty="Lütfen bir soru sorun: `query` boş.",
    too_long="Soru çok uzun: en fazla {limit} karakter.",
    selection_too_long="Seçilen metin çok uzun: en fazla {limit} karakter.",
)
