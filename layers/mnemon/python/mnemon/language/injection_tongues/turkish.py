"""Turkish."""

from .tongue import Tongue

TURKISH = Tongue(
    asks=(
        "misin|mısın|misiniz|mısınız|musun|musunuz|müsün|müsünüz|lütfen|benim için|bana|şarkı biçiminde|"
        "şiir biçiminde|şiir şeklinde|şarkı şeklinde|şiir formunda|sayabilir"
    ),
    works=(
        "açıkla*|yaz*|çevir*|tercüme*|tanımla*|betimle*|özetle*|listele*|sırala*|sınıflandır*|kategori*|çöz*|"
        "şifresini|kodunu çöz*|hesapla*|üret*|oluştur*|karşılaştır*|analiz*|yazdır*|bas*|şiir*|fıkra|espri|"
        "şaka|haiku|kompozisyon|hikaye|anlat*|kodla*|şifrele*|dönüştür*|şarkı biçiminde|şiir biçiminde|"
        "şiir şeklinde|şarkı şeklinde|şiir formunda"
    ),
    tells="söyle*|bahset*|öğret*|paylaş*|onayla*|doğrula*|öner*|tartış*|konuş*|verebilir*|ver*|göster*|kullan*",
    opens=(
        "açıkla|açıklayın|çevirin|tanımlayın|özetle|özetleyin|listele|listeleyin|sıralayın|sınıflandır*|"
        "hesapla|hesaplayın|oluştur|oluşturun|anlatın|karşılaştır|analiz et|yazdır|yazdırın|tekrarla|söyle|"
        "söyleyin|cevapla|yanıtla|birleştir|kodla|dönüştür|böl"
    ),
    knows=(
        "nedir|nelerdir|ne demek|kimdir|kim|nasıl|kaç|ne kadar|ne zaman|nerede|neresi*|hangi|neden|niçin|"
        "niye|kimin|ne oldu|ne|nasıldır|hangisi*|ne kadardır|nerededir|kimindir|kaçtır|neden*|nereden|"
        "en büyük|en hızlı|en uzun|en yüksek|en küçük|ilk"
    ),
    talk=(
        "benim|bizim|sizin|senin|sen|siz|biz|onun|bugün|yarın|dün|toplantı|toplantıda|randevu|gelecek hafta|"
        "geçen hafta|ekteki|ekte|nasılsın*|gönder*|yolla*|ilet*|fiyat*|açılıyor|kapanıyor|teslimat|kargo"
    ),
    plays=(
        "hayal edin|hayal et|hayal edelim|varsayalım|varsayın|farz edin|farz edelim|diyelim ki|varsayımsal*|"
        "hipotetik|bir dünyada|paralel evren*|paralel dünya*|gibi davran*|rol yap*|senaryo*"
    ),
    claims=(
        "uzmanı olarak|uzman olarak|bir uzman|yapay zeka olarak|geliştirici olarak|geliştiricin*|yaratıcın*|"
        "yetkili olarak|otorite olarak|ben tanrı*|tanrıyım|size * vereceğim|sana * vereceğim|bağışlayacağım|"
        "bağış yapacağım|mantıksal olarak|mantıken|hemfikirdiniz|kabul ettin*|kabul etmiştin*|söylemiştin*|"
        "bahsettin*|araştırma için|araştırma amaçlı|araştırma projesi|güvenlik denetimi|güvenlik kontrolü|"
        "doğrulama modu*|sistem modu|geliştirici modu|modu|anket|başkanı*|patronun*|amirin*|polis*|"
        "arkadaşım bana|arkadaşım söyledi|araştırmalar*|test amaçlı*|sadece test|yaygın bir uygulama*|"
        "endüstri standardı*|ülkenin güvenliği|aslında ben|muhasebeci*"
    ),
    private=(
        "doğum tarihi*|doğum günü*|yaşadığı şehir*|ikamet*|e-posta adresi*|ev adresi*|telefon numarası*|"
        "maaşı*|banka bakiyesi*|nerede yaşıyor|nerede oturuyor|doğum yılı*"
    ),
    ciphers=("rot13|base64|sezar*|şifrele*|mors*|onaltılık|ikili kod*|ikili dize*|leet|ters sırayla|ters sıra*|tersten"),
    closes=(
        "açıkla|açıklayın|açıklayınız|yazın|yazınız|çevir|çevirin|çeviriniz|tanımla|tanımlayın|betimleyin|"
        "özetle|özetleyin|listele|listeleyin|sırala|sıralayın|sınıflandır|sınıflandırın|hesapla|hesaplayın|"
        "oluştur|oluşturun|anlat|anlatın|karşılaştır|karşılaştırın|analiz et|analiz edin|yazdır|yazdırın|"
        "tekrarla|söyle|söyleyin|cevapla|cevaplayın|yanıtla|yanıtlayın|birleştir|birleştirin|çöz|çözün|sağla|"
        "sağlayın|şiir yaz|hikaye yaz|metin yaz|kodla|kodlayın|dönüştürün|bölün|söyleyiniz|hazırlayın|"
        "sağlayınız|tekrarlayın|listesini ver|listesini verin"
    ),
)
