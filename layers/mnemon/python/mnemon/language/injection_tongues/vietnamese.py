"""Vietnamese."""

from .tongue import Tongue

VIETNAMESE = Tongue(
    asks=(
        "bạn có thể|mày có thể|có thể giúp|hãy|vui lòng|xin hãy|làm ơn|tôi cần bạn|tôi muốn bạn|"
        "có thể cho tôi|bạn vui lòng|anh có thể|chị có thể|cho tôi biết|giúp tôi|cho tôi|dưới dạng bài thơ|"
        "dưới dạng bài hát|dưới dạng một bài"
    ),
    works=(
        "giải thích|viết|mô tả|tóm tắt|liệt kê|phân loại|giải mã|sắp xếp|tính toán|tạo ra|so sánh|phân tích|"
        "diễn đạt|in ra|thực thi|minh họa|định nghĩa|bài thơ|truyện cười|chuyện cười|haiku|bài luận|"
        "công thức nấu|công thức làm|truyện ngắn|đoạn văn|thay thế|dịch sang|dịch từ|dịch câu|dịch đoạn|"
        "dịch cụm|phiên dịch|dịch thuật|mã hóa|dưới dạng bài thơ|dưới dạng bài hát|dưới dạng một bài|"
        "công thức"
    ),
    tells=("cho tôi biết|nói cho|kể|kể cho|chia sẻ|dạy|tiết lộ|xác nhận|giới thiệu|đề xuất|thảo luận|nói về|bình luận"),
    opens=(
        "giải thích|hãy giải thích|viết|hãy viết|hãy dịch|mô tả|tóm tắt|liệt kê|phân loại|giải mã|sắp xếp|"
        "tạo ra|hãy kể|kể cho tôi|so sánh|phân tích|lặp lại|hãy nói|cho tôi biết|trả lời|định nghĩa|kết hợp|"
        "cung cấp|dưới dạng bài thơ|đan xen|dịch sang|dịch câu|dịch từ|dịch đoạn|tính tổng|tạo một|in ra|"
        "kể một|bình luận|mã hóa|chuyển đổi|soạn|chia"
    ),
    knows=(
        "là gì|là ai|ai là|ai đã|gì|thế nào|như thế nào|bao nhiêu|bao lâu|khi nào|ở đâu|tại sao|vì sao|nào|"
        "làm thế nào|làm sao|bao xa|bao nhiêu tuổi|bao cao|bao lớn|tại đâu|làm bằng gì|từ đâu|lớn nhất|"
        "nhanh nhất|dài nhất|cao nhất|đầu tiên|ai vô địch|ai thắng|ai viết|ai vẽ|ai phát|ai sáng"
    ),
    talk=(
        "chúng ta|chúng tôi|cô ấy|anh ấy|của bạn|của tôi|hôm nay|ngày mai|hôm qua|cuộc họp|tuần sau|tuần tới|"
        "tuần trước|đính kèm|của anh|của chị|của em|bạn có khỏe|bạn nghĩ|bạn thích|bạn muốn|bạn làm|bạn đi|"
        "bạn đang|gửi|giá|mở cửa|đóng cửa|giao hàng"
    ),
    plays=(
        "hãy tưởng tượng|tưởng tượng|giả sử|giả định|giả thuyết|giả thiết|trong một thế giới|trong thế giới|"
        "vũ trụ song song|thế giới song song|giả vờ|cứ cho là|đóng vai|kịch bản"
    ),
    claims=(
        "với tư cách|là một chuyên gia|như một chuyên gia|như một ai|tôi là nhà phát triển|tôi là chúa|"
        "tôi là người tạo|tôi là|tôi sẽ cho bạn|tôi sẽ quyên góp|tôi sẽ tặng|về mặt logic|về mặt lý|"
        "theo logic|bạn đã đồng ý|bạn đã đề cập|bạn đã nói|cho mục đích nghiên cứu|để nghiên cứu|"
        "dự án nghiên cứu|kiểm tra bảo mật|kiểm toán bảo mật|kiểm tra an ninh|chế độ|khảo sát|tổng thống|"
        "sếp của bạn|cảnh sát|bạn tôi nói|bạn tôi đã nói|bạn của tôi nói|nghiên cứu cho thấy|"
        "các nghiên cứu cho thấy|cho mục đích thử nghiệm|chỉ để kiểm tra|chỉ để thử nghiệm|thông lệ|"
        "tiêu chuẩn ngành|vì sự an toàn của đất nước|chúng ta đã đồng ý|thực ra tôi|tôi thực sự là"
    ),
    private=("ngày sinh|nơi cư trú|thành phố cư trú|địa chỉ email|địa chỉ nhà|số điện thoại|mức lương|số dư|sống ở đâu|năm sinh"),
    ciphers=(
        "rot13|base64|mật mã caesar|mã caesar|mật mã|mã morse|thập lục phân|chuỗi nhị phân|mã nhị phân|leet|"
        "thứ tự ngược|đảo ngược|ngược lại"
    ),
)
