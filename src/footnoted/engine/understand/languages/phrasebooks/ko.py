"""Korean."""

from footnoted.engine.understand.languages.phrasebook import Phrasebook
from footnoted.engine.understand.languages.rules import BookWords, Request

PHRASES = Phrasebook(
    code="ko",
    books="이 책|이 책은|이 안내서|이 문서|이 사이트|이 강좌|이 설명서|책",
    greeting="안녕하세요|안녕|안녕하십니까|반갑습니다|좋은 아침입니다|잘 지내세요|하이",
    thanks="감사합니다|고맙습니다|고마워요|고마워|정말 감사합니다|네 감사합니다|알겠습니다|이해했어요",
    farewell="안녕히 계세요|또 봐요|잘 가요|안녕히 가세요|잘 자요",
    abilities="당신은 누구인가요|누구세요|무엇을 할 수 있나요|뭘 할 수 있어요|어떻게 사용하나요|이게 뭐예요|도움말|무엇을 물어볼 수 있나요",
    overview=(
        "이 책은 무엇에 관한 책인가요|이 책은 무엇에 대한 책인가요|[book] 무엇에 관한 것인가요|이 책은 무슨 내용인가요|이 책의 주제는 무엇인가요|이 책의 내용은 무엇인가요|"
        "책 소개|요약|이 책을 요약해 주세요|이 책은 누구를 위한 것인가요|이 책은 뭐에 관한 거예요"
    ),
    start="어디부터 읽으면 되나요|어디서 시작하나요|어디부터 시작하면 되나요|무엇을 먼저 읽어야 하나요|어디서부터 시작해야 하나요|어떻게 시작하나요",
    contents="목차|차례|장 목록|목차를 보여 주세요|목차 보여줘|어떤 장이 있나요|이 책의 목차",
    explain="이게 무슨 뜻인가요|이것을 설명해 주세요|설명해 주세요|이 글을 설명해 주세요|무슨 뜻인가요|이게 무슨 말인가요|이 부분을 설명해 주세요|이해가 안 돼요|이건 무슨 뜻이에요",
    before="안녕하세요|저기요|실례합니다|혹시|궁금한데",
    after="감사합니다|고맙습니다|부탁합니다|부탁드립니다",
    goes_on="그럼|그러면|그리고|하지만|또|그런데",
    pronouns="그것|그것은|그것을|그것들|그게|그건|그는|그녀는|그들은",
    starting_points="소개|시작하기|환영합니다|머리말|들어가며",
    book=BookWords(
        replies={
            Request.GREETING: "안녕하세요! {title}에 대해 무엇이든 물어보세요. 책의 글로 답하고 어디에 있는지 보여 드립니다.",
            Request.THANKS: "천만에요. 언제든지 더 물어보세요.",
            Request.FAREWELL: "안녕히 가세요. 즐겁게 읽으세요.",
            Request.ABILITIES: "{title}에 대한 질문에 책의 말로 답하고 어디에 있는지 보여 드립니다. 책에 없는 것은 말하지 않습니다.",
        },
        also=", ",
        this_book="이 책",
        pages="{title}의 쪽 수 {count}:",
        a_page="{title}은 한 쪽입니다:",
        start="“{title}”부터 읽어 보세요: ",
        after_it="그다음은:",
        its_pages="쪽 목록:",
        more="그 밖에 {count}쪽",
        place="“{place}”에서:",
    ),
)
