"""Vietnamese: its little words; what the product says is not translated yet."""

NAME = "Tiếng Việt"

GRAMMAR = """và hoặc hay là của có không được bị cho với trong ngoài trên dưới từ đến tới tại ở vào ra về do bởi
vì nên mà thì nếu khi lúc như cũng đã đang sẽ vẫn còn rất quá lại chỉ những các mọi mỗi một này kia đó ấy đây gì
nào ai đâu sao bao nhiêu mấy thế bằng theo để rằng hơn nhất cùng giữa sau trước họ nó chúng ta tôi bạn anh ông
bà hắn thể phải đều vậy nhưng tuy dù việc sự cái con chiếc người điều loại"""

EMPTY = """gọi tên cảm ơn xin chào làm hãy biết năm"""

ABBREVIATIONS = """ts ths gs pgs tp tr tcn scn v.v vd tx"""
