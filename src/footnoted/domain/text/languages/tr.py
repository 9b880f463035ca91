"""Turkish: its little words; what the product says is not translated yet."""

NAME = "Türkçe"

GRAMMAR = """acaba ama ancak aslında az bazı belki ben bir biri birkaç biz bu buna bunda bundan bunlar bunu bunun
da daha de defa diye en gibi hangi hangisi hem hep hepsi her hiç ile için ise kaç kadar kendi ki kim kime kimi
kimin kimler mi mı mu mü nasıl ne neden nedir nelerdir nerede nereden nereye niçin niye o olan olarak oldu olduğu
olduğunu olmuş olur on ona onlar onu onun sen siz sonra şey şu tarafından tüm ve veya ya yani zaman ne vardır var
yok idi ilk hangileri"""

EMPTY = """etti eden edildi edilir edilen verdi verilen denir denilen adı lütfen teşekkür merhaba yapar yapan yaptı"""

ABBREVIATIONS = """dr prof doç yrd av bkz örn vb vs yy m.ö m.s sn alb gen no nr s st"""
