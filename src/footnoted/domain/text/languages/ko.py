"""Korean: its little words, which also part what stands between them; what the product says is not translated yet."""

NAME = "한국어"

GRAMMAR = """무엇 무엇을 무엇이 무엇인가 무엇인가요 무엇입니까 누구 누가 누구의 누구인가 어디 어디에 어디에서
어디서 언제 언제인가 어떻게 얼마나 어느 어떤 그리고 그러나 하지만 또는 그것 이것 저것 있는 있다 있습니다 있나요
있습니까 없는 없다 하는 한다 합니다 하나요 합니까 했다 했습니다 했나요 했습니까 되는 된다 됩니다 되나요 되었다
되었습니다 되었나요 이다 입니다 입니까 인가요 이었다 였다 에서 으로 까지 부터 에게 에는 에도 에서는"""

EMPTY = """알려 주세요 알려주세요 감사합니다 안녕하세요"""

ABBREVIATIONS = ""
