"""Indonesian."""

from .tongue import Tongue

INDONESIAN = Tongue(
    asks=(
        "bisakah anda|bisakah kamu|bisakah kau|dapatkah anda|dapatkah kamu|maukah anda|maukah kamu|bisa anda|"
        "bisa kamu|apakah anda bisa|apakah kamu bisa|bisa kau|bisakah|bisa tolong|tolong|mohon|"
        "saya ingin anda|saya ingin kamu|aku ingin kamu|aku ingin kau|saya perlu anda|untuk saya|untukku|"
        "beri saya|berikan saya|beri aku|dalam bentuk puisi|dalam bentuk lagu"
    ),
    works=(
        "menjelaskan|jelaskan|menulis*|tuliskan|tulis|menerjemahkan|terjemahkan|menggambarkan|gambarkan|"
        "deskripsikan|mendeskripsikan|merangkum|meringkas|rangkum|ringkas|mendaftar|mencantumkan|daftarkan|"
        "sebutkan|menyebutkan|mengklasifikasi*|mengkategorikan|memecahkan kode|memecahkan sandi|mendekode*|"
        "dekode|mengurutkan|urutkan|menyortir|menghitung|hitung|menghasilkan|membandingkan|menganalisis|"
        "parafrase|mencetak|cetak|puisi|lelucon|haiku|esai|resep untuk|cerita pendek|paragraf|mengganti|"
        "mengkodekan|kodekan|mengenkripsi|dalam bentuk puisi|dalam bentuk lagu"
    ),
    tells=(
        "memberitahu|memberi tahu|beritahu|katakan|mengatakan|ceritakan|menceritakan|mengajari|mengungkapkan|"
        "mengonfirmasi|konfirmasi|merekomendasikan|mendiskusikan|membicarakan|membahas|berbicara tentang|"
        "memberikan daftar|berbagi|membagikan"
    ),
    opens=(
        "jelaskan|tulis|tuliskan|terjemahkan|gambarkan|deskripsikan|rangkum|ringkas|ringkaslah|daftarkan|"
        "sebutkan|klasifikasikan|kategorikan|pecahkan kode|dekode|urutkan|hitung|hitunglah|buatkan|buatlah|"
        "ceritakan|bandingkan|ulangi|katakan|beritahu|beri tahu|jawab|jawablah|definisikan|gabungkan|berikan|"
        "dalam bentuk puisi|kodekan|ubah|susun|bagilah|berikan contoh"
    ),
    knows=(
        "apa itu|apa yang|apakah ibu kota|apa ibu kota|apa nama|apa kesimpulan|apa|apa saja|apa perbedaan|"
        "apa penyebab|siapa yang|siapa|siapakah|bagaimana cara|bagaimana|berapa|kapan|di mana|dimana|mengapa|"
        "kenapa|yang mana|seberapa"
    ),
    talk=(
        "saya|aku|kami|kita|anda|kamu|kalian|-mu|dia|beliau|hari ini|besok|kemarin|rapat|pertemuan|"
        "minggu depan|minggu lalu|terlampir|lampiran|mengirim*|kirim*|harga|biaya|buka|tutup|pengiriman"
    ),
    plays=(
        "bayangkan|misalkan|anggap saja|anggaplah|andaikan|seandainya|hipotetis|di dunia di mana|dalam dunia|"
        "alam semesta paralel|dunia paralel|berpura-pura*|pura-pura|katakanlah|berperan sebagai|"
        "mari kita bayangkan|skenario"
    ),
    claims=(
        "sebagai ahli|sebagai seorang ahli|sebagai pakar|sebagai ai|sebagai penciptamu|sebagai otoritas|"
        "sebagai pengembang|saya adalah pengembang*|aku adalah tuhan|saya tuhan|saya akan memberi*|"
        "aku akan memberi*|saya akan menyumbang*|akan menyumbangkan|secara logis|anda setuju|kamu setuju|"
        "anda menyebutkan|kamu menyebutkan|anda mengatakan|kamu bilang|untuk penelitian|"
        "untuk tujuan penelitian|proyek penelitian|audit keamanan|pemeriksaan keamanan|mode verifikasi|"
        "mode sistem|modus|mode pengembang|survei|presiden amerika|atasan anda|bosmu|bos anda|polisi|"
        "teman saya mengatakan|teman saya memberi tahu|penelitian menunjukkan|studi menunjukkan|"
        "untuk tujuan pengujian|hanya untuk pengujian|praktik umum|standar industri|demi keamanan negara|"
        "kita sepakat|saya sebenarnya|akuntan bank"
    ),
    private=(
        "tanggal lahir|kota tempat tinggal|alamat email|alamat rumah|nomor telepon|gaji|saldo bank|"
        "tinggal di mana|di mana tinggal|tahun lahir"
    ),
    ciphers=("rot13|base64|sandi caesar|sandi|cipher|kode morse|heksadesimal|kode biner|string biner|leet|urutan terbalik|terbalik"),
)
