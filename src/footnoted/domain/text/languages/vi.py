"""Vietnamese: its little words."""

from footnoted.domain.text.messages import Messages

NAME = "Tiếng Việt"

GRAMMAR = """và hoặc hay là của có không được bị cho với trong ngoài trên dưới từ đến tới tại ở vào ra về do bởi
vì nên mà thì nếu khi lúc như cũng đã đang sẽ vẫn còn rất quá lại chỉ những các mọi mỗi một này kia đó ấy đây gì
nào ai đâu sao bao nhiêu mấy thế bằng theo để rằng hơn nhất cùng giữa sau trước họ nó chúng ta tôi bạn anh ông
bà hắn thể phải đều vậy nhưng tuy dù việc sự cái con chiếc người điều loại"""

EMPTY = """gọi tên cảm ơn xin chào làm hãy biết năm"""

ABBREVIATIONS = """ts ths gs pgs tp tr tcn scn v.v vd tx"""

MESSAGES = Messages(
    refusal="Cuốn sách không nói điều này. Tôi đã tìm các đoạn về nó và không thấy đoạn nào trả lời.",
    selection_refusal="Đoạn văn được chọn không nói điều này.",
    selection_answers="Câu trả lời chỉ dựa vào đoạn văn được chọn.",
    unclear="Tôi không rõ điều này nói về cái gì. Xin hỏi lại và nêu tên nó.",
    fallback="Mô hình ngôn ngữ hiện không dùng được. Đây là những đoạn gần nhất trong sách.",
    corrected="Các nguồn không nói như vậy. Chúng nói: ",
    hedge="Cuốn sách chỉ nói về điều này một phần. ",
    shown="Phần này của cuốn sách nói về điều đó:",
    closest="Có thể cuốn sách không nói điều này. Phần gần nhất là:",
    session_unknown="Không có phiên như vậy.",
    index_down="Chỉ mục của sách không trả lời. Xin thử lại sau ít phút.",
    model_down="Mô hình ngôn ngữ không trả lời. Xin thử lại sau ít phút.",
    unavailable="Dịch vụ hiện không dùng được. Xin thử lại sau ít phút.",
    internal="Đã có lỗi ở phía chúng tôi.",
    key_wanted="Máy chủ này cần một khóa: `Authorization: Bearer` hoặc `X-API-Key`.",
    rate_limited="Quá nhiều câu hỏi cùng lúc. Xin chờ một chút.",
    body_too_large="Yêu cầu lớn hơn mức máy chủ này nhận.",
    body_too_slow="Yêu cầu không đến kịp lúc.",
    empty="Xin đặt một câu hỏi: `query` đang trống.",
    too_long="Câu hỏi quá dài: tối đa {limit} ký tự.",
    selection_too_long="Đoạn văn được chọn quá dài: tối đa {limit} ký tự.",
)
