# ruff: noqa: E501 (word lists)
"""The words by which a text turns from telling something to giving orders to whoever reads it with a model."""

from __future__ import annotations

TASKS = (
    "analy[sz]e|answer|anagram|apply|arrange|assess|break down|brainstorm|calculate|categori[sz]e|check|cite|classify|clarify|combine|compare|compile|compose|compute|conclude|confirm"
    "|construct|convert|count|create|decipher|decode|decrypt|define|demonstrate|describe|design|detail|determine|develop|discuss|display|draft|elaborate|encode|encrypt|enumerate|estimate"
    "|evaluate|examine|execute|explain|explore|express|extract|fetch|find|formulate|generate|give|guess|help|identify|illustrate|improve|inform|interlace|interpret|introduce|invent|invert|list|name"
    "|organi[sz]e|outline|paraphrase|perform|plan|predict|present|print|produce|proofread|propose|prove|provide|rank|rate|recite|recommend|repeat|rephrase|report|research|retrieve|reveal"
    "|reverse|review|rewrite|say|scan|scramble|search|share|show|simplify|simulate|solve|sort|spell|split|state|suggest|summari[sz]e|teach|tell|transcribe|translate|verify|write"
)
"""What one asks of a model."""
MAKING = (
    "write|draft|compose|generate|create|summari[sz]e|translate|analy[sz]e|classify|categori[sz]e|determine|explain|describe|outline|list|provide|recommend|suggest|calculate|convert|compare"
    "|develop|design|identify|evaluate|define|encode|decode|rewrite|paraphrase|break down|discuss|interpret|predict|assess|extract|solve|produce|illustrate|brainstorm|sort|compile"
    "|(?:help|show|teach|tell|give|guide|advise) (?:me|us)"
)
"""Those that one rarely says to a person."""
SHAPING = (
    "add|adjust|adopt|alter|anagram|append|apply|attach|augment|blend|boost|bolster|change|combine|consider|convert|decorate|deploy|elevate|embed|embrace|employ|end|enhance|enrich|ensure|express|fine-tune|fold|format|fuse"
    "|give|group|harness|hint|implement|improve|include|incorporate|infuse|inject|insert|integrate|intersperse|introduce|invert|keep in mind|let|leverage|make|mention|merge|mix|modify|omit|optimi[sz]e|place"
    "|present|promote|provide|put|refine|reformat|remember|remove|render|replace|reply|respond|reverse|rewrite|scramble|shift|show|start|begin|stylize|strengthen|substitute|supplement|swap|take a moment|take advantage|transform|translate|turn|upgrade|use|utili[sz]e|weave|work in|write|answer|encode|incorporating|don't forget"
)
"""Changes that one asks for in what somebody is about to answer."""
ANSWER = r"(?:responses?|repl(?:y|ies)|answers?|outputs?|summar(?:y|ies)|completions?)"
SOLUTION = r"(?:algorithms?|implementations?|code ?base|solution(?: logic)?|code(?:'s)?(?: logic| implementation| functionality)?|program|scripts?|project|(?:final )?code)"

OVERRIDE = "ignore|disregard|forget|overlook|override|overrule|bypass|circumvent|neglect|discard|dismiss|abandon|set aside|put aside|do not follow|don't follow|stop following|do not obey|pay no attention to|deviate from|regardless of|erase|unlearn|violate|break|skip"
RULES = (
    r"(?:instructions?|directions?|directives?|prompts?|rules|guidelines?|guidance|commands?|orders|constraints?|restrictions?|polic(?:y|ies)|training|programming|safeguards?|filters?|system message"
    r"|prior (?:context|tasks?|text)|previous (?:context|tasks?|text|conversation|messages?)|(?:the|all|everything|anything|what) ?(?:of the )?(?:above|before this|preceding|that (?:came|comes) before|prior)|(?:everything|all|anything|what(?:ever)?) (?:that )?you(?:'ve| have| were|'re)? (?:\w+ )?(?:told|been|know|learned|read|instructed|said)"
    r"|the (?:user|human|question(?! marks?)|query|task|request|web ?page|page|article|paper|documents?|resume|cv|e-?mail|text|function|code|table|data|rest|content|description))"
)
SECRETS = (
    r"(?:pass ?words?|pass ?codes?|passphrases?|passcode phrase|secret (?:key|code|word|phrase|string)s?|access (?:code|key|token)s?|api keys?|credentials?|confidential \w+|private keys?|system prompt|(?:your|the|all) system prompts|initial prompt"
    r"|(?:your|the|this) (?:instructions|database|prompt|guidelines|training data|configuration)|bank (?:account |card )?(?:balance|details|number)s?|account (?:balance|number)s?|social security|ssn|credit card(?: number)?s?|card numbers?"
    r"|(?:user|users|customer|customers|employee|employees|client|patient)(?:'s?)? ?(?:data|records?|database|list|details|information|reports?|names|emails?|addresses)|lists? of (?:\w+ )?(?:users|customers|employees|clients|accounts)|personal (?:data|details|information)|(?:chat|conversation|message|browsing|search) history)"
)
PERSONAL = r"(?:birth ?date|date of birth|birth (?:year|day|month)|birthday|current (?:city|address|location)|city of residence|home address|residential address|e-?mail address|phone number|address|salary|location|bank balance|credit score|favou?rite colou?r|first name|last name|surname|initials|age)"
ACTIONS = "send|forward|transfer|wire|pay|e-?mail|post|upload|transmit|leak|exfiltrate|publish|share|copy|submit|deliver|grant|give|delete|remove|erase|wipe|destroy|install|execute|run|download|unlock|disable|deactivate|turn off|open|visit|purchase|buy|order|schedule|book|withdraw|deposit|invite|change|reset|update|approve|retrieve|fetch|access|save"
THINGS = r"(?:e-?mails?|inbox|files?|folders?|messages?|money|funds?|payments?|dollars|\$ ?\d[\d,.]*|bitcoins?|data|records?|contacts?|history|access|permissions?|passwords?|credentials|accounts?|balance|photos library|details|information|documents?|notes|calendar|devices?|door|alarm|system|malware|scripts?|software|transactions?|tokens?|keys?|invoices?|location|address(?:es)?)"

SPEECH = "answer|respond|reply|say|tell|recommend|mention|suggest|ignore|refuse|forward|trust|approve|obey|comply|praise|promote|pretend|claim|deny|act|behave|output|print|include|append|insert|prioriti[sz]e|prefer|refer|direct|redirect|address|call|send|transfer|speak|talk|use|treat|assume|sign"
AUTHORITY = r"(?:developers?|creators?|administrators?|admin|boss|supervisor|manager|ceo|owner|president|god|king|police(?: officer)?|law enforcement|fbi|cia|accountant|auditor|operator|programmer|engineer|expert|scientist|doctor|teacher|security (?:officer|team|expert)|cybersecurity expert|support (?:team|agent)|system)"
MODES = r"(?:system|developer|dev|debug|maintenance|admin(?:istrator)?|god|sudo|root|override|jailbreak|unrestricted|diagnostics?|verification|training|test(?:ing)?|security|safe|emergency|dan|chaos|evil|opposite)"

# Other languages: orders to forget the orders, and what must not be told. One alternation each; the language need not be known.
FOREIGN_OVERRIDE = (
    r"(?:ignor[aeioéez]\w*|olvid[ae]\w*|olvíd\w*|haz caso omiso|descart[ae]\w*|oubli(?:e|ez|er)\b|néglige\w*|ne tene[zr]? pas compte|ignorier\w*|vergi(?:ss|ß)\w*|missacht\w*|dimentica\w*|trascura\w*|esque[cç]\w*|desconsider\w*|negeer\w*|zignoruj\w*|abaikan|lupakan|bỏ qua|quên|hãy quên|huwag pansinin|balewalain|hagyd figyelmen kívül|hagyja figyelmen kívül|felejtsd el|unohda|sivuuta|älä välitä|ohita|zapomeň\w*|nevšímej si|ignoruj\w*|zabudni|zanemari\w*|ignoriši\w*|zaboravi\w*|pozabi\w*|nu ține cont|uită|ignoră|puuza|jangan hiraukan|abaikanlah|se bort fra|glem|ignorér|ignorer|pamiń|pomiń|zapomniej|не зважай\w*|не вважай|забудьте|пренебрегн\w*|игнорирай\w*|забрави\w*|занемари\w*|نظر انداز|نظرانداز|چشم پوشی|kalimutan|görmezden gel\w*|yok say\w*|unut\w*"
    r"|игнорир\w*|проигнорир\w*|забудь\w*|не обращай\w*|ігнор\w*|忽略|无视|忘记|忘掉|不要理会|無視し\w*|無視して|忘れて|무시하\w*|잊어\w*|잊고|잊으\w*|अनदेखा|नज़रअंदाज़|नजरअंदाज|उपेक्षा|भूल जा\w*|अनदेखी|উপেক্ষা|ভুলে|تجاهل\w*|انس\w?\b|انسى|เพิกเฉย|ละเว้น|ลืม|ไม่สนใจ|התעלם|התעלמי|התעלמו|תשכח|تغاض\w*|نادیده بگیر\w*|فراموش کن\w*|αγνοησ\w*|αγνόησ\w*|ξέχασε|ξεχάστε|zapomnij|glöm|bortse från|strunta i|vergeet)"
)
FOREIGN_RULES = (
    r"(?:instruc+i\w+|instruc[țtţ]iun\w+|utasítás\w*|szabály\w*|korábbi|ohje\w*|ohjeet|aiem\w+|pokyn\w*|předchoz\w*|predchádz\w*|instrukc\w*|upute|uputstv\w*|prethodn\w*|navodila|maagizo|vorige|eerdere|tidigare|tidligere|інструкц\w*|вказівк\w*|попередн\w*|инструкци\w*|предишн\w*|ہدایات|sabık|istruzion\w+|instruções|instruction\w*|consign\w+|directiv\w+|directric\w+|diretriz\w*|reglas?|regras?|regole|règles?|anweisung\w*|befehl\w*|regeln|anterior\w*|precedent\w*|précédent\w*|prior\w*|vorherig\w*|obige\w*|instructies|instruk\w+|o acima|lo de arriba|lo anterior|ce qui précède|ci-dessus|quanto sopra|das obige|hierboven|powyżs\w+|οδηγίες|κανόνες|regler\w*|zasad\w*|polece\w+|דוגמאות|הכללים|הוראות\w*|دستور\w*|قوانین|perintah|aturan|petunjuk|sebelumnya|di atas|hướng dẫn|chỉ dẫn|quy tắc|trước đó|ở trên|tagubilin|mga utos|nakaraang|nauna\w*|panuto|patakaran|talimat\w*|önceki|yukarıdak\w*|kural\w*"
    r"|инструкц\w*|указани\w*|правил\w*|предыдущ\w*|выше|指示|指令|说明|规则|之前|以上|上述|ルール|以前|上記|前の|これまで|관련 지시|지시\w*|지침\w*|이전|위의|규칙\w*|निर्देश\w*|नियम\w*|पिछले|उपरोक्त|ऊपर|आदेश\w*|নির্দেশ\w*|নিয়ম\w*|পূর্ববর্তী|আগের|উপরের|আগের|التعليمات|تعليمات\w*|القواعد|السابق\w*|ما سبق|أعلاه|الأوامر|คำสั่ง|คำแนะนำ|ก่อนหน้า|ข้างต้น|กฎ|ההוראות"
    r"|función|fonction|funzione|funktion|função|hàm|fungsi|fonksiyon\w*|функци\w*|函数|関数|함수|फ़ंक्शन|फ़ंक्शन|ফাংশন|الدالة|الوظيفة|ฟังก์ชัน|função|página|page web|pagina|webseite|trang web|halaman web|web sayfas\w*|веб-страниц\w*|网页|ウェブページ|웹페이지|वेबपेज|ওয়েবপেজ|صفحة الويب|หน้าเว็บ|resum[eé]|currículum|lebenslauf|özgeçmiş\w*|履歴書|简历|이력서|बायोडाटा|रिज्यूमे|ตาราง)"
)
FOREIGN_SECRETS = (
    r"(?:contraseñas?|clave (?:secreta|de acceso)|código secreto|mot de passe|clé secrète|code secret|passwort|kennwort|geheim(?:er|e|en|es)? (?:schlüssel|code)|parola d'ordine|chiave segreta|codice segreto|senhas?|chave secreta|código secreto|wachtwoord|hasło|kata sandi|kunci rahasia|kode rahasia|mật khẩu|khóa bí mật|mã bí mật|lihim na susi|lihim na code|şifre\w*|parola\w*|gizli anahtar\w*|gizli kod\w*"
    r"|парол\w*|секретн\w+ (?:ключ|код)\w*|密码|密碼|口令|密钥|秘密代码|パスワード|秘密のキー|秘密鍵|秘密のコード|비밀번호|암호|비밀 키|비밀 코드|पासवर्ड|गुप्त (?:कुंजी|कोड)|पासकोड|পাসওয়ার্ড|গোপন (?:কী|কোড)|كلمة (?:المرور|السر)|المفتاح السري|الرمز السري|كلمة مرور\w*|รหัสผ่าน|คีย์ลับ|รหัสลับ|סיסמה|зашифрованн\w+ ключ|palabra clave|senha|frase secreta|frase de acceso|phrase de passe|passphrase|kata kunci|mot-clé secret|пароль\w*|passwort\w*|zugangscode\w*|zugriffscode\w*|code d'accès|código de acceso|código de acesso|codice di accesso|kode akses|mã truy cập|erişim kodu\w*|код\w* доступа|访问代码|访问码|アクセスコード|액세스 코드|एक्सेस कोड|অ্যাক্সেস কোড|رمز الوصول|رمز الدخول|รหัสการเข้าถึง|\bpassword\b|secret key|access key|api key|passcode|palavra-passe|frase (?:de contraseña|segreta|secreta)|phrase secrète|cụm từ mã khóa|mã khóa|مفتاحك السري|رمز عبور|κωδικ\w+ πρόσβασης|lösenord\w*)"
)
FOREIGN_OWN_ACCOUNT = (
    r"(?:forgot|forget|reset|change|zurücksetz|zurückgesetz|änder|vergess|restable|cambi|olvid|recuper|réinitialis|changer|oubli|reimpost|dimentic|redefin|alter|mudar|esquec|wijzig|reset|vergeten|återställ|ändra|glömt|zmieni|zapomnia|ubah|lupa|palitan|nakalimutan|đổi mật khẩu|đặt lại|quên mật khẩu|sıfırla|değiştir|unutt|αλλάξ|επαναφ|сброс|измен|смен|забы|восстанов"
    r"|重置|修改|更改|忘记密码|リセット|変更|忘れ|재설정|변경|잊|रीसेट|बदल|भूल|রিসেট|পরিবর্তন|ভুলে|تعيين|تغيير|نسيت|รีเซ็ต|เปลี่ยนรหัส|ลืมรหัส|לאפס|לשנות|שכחתי|تغییر|بازیابی|eingeb|einzugeben|speicher|introduzca|introduce|ingresa|guarda|saisi|enregistr|inserisci|salva|digite|insira|invoer|voer|verlopen|abgelaufen|caducad|expir|scadut|wpisz|ввод|введ|сохрани|истёк|истек|保存|保管|过期|保管|期限|입력|저장|만료|दर्ज|أدخل|احفظ|girin|kaydet|masukkan|simpan|nhập|กรอก|akzept|bezahl|payer|pagar|pagare|pago|bayar|thanh toán|ödeme|оплат|支付|付款|支払|결제|भुगतान|পরিশোধ|الدفع|ชำระ)"
)
"""Changing, forgetting, paying: what one does with what is one's own."""
FOREIGN_USER = r"(?:del usuario|el usuario|la usuaria|de l'utilisat\w+|l'utilisat(?:eur|rice)|des benutzers|der benutzer|des nutzers|der nutzer|dell'utente|l'utente|do usuário|o usuário|do utilizador|pengguna|người dùng|ng user|ang user|gumagamit|kullanıcı\w*|użytkownik\w*|gebruikers?|пользовател\w*|用户|使用者|ユーザー|사용자\w*|उपयोगकर्ता\w*|ব্যবহারকারী\w*|المستخدم\w*|ผู้ใช้)"
FOREIGN_ASKS = (
    r"(?:[?？؟।]|¿|\b(?:zeg|vertel|powiedz|säg|kerro|dime|dígame|dame|puedes|puede|podría\w*|dis-moi|donne\w*|pouvez|peux|pourriez|können|kannst|könnten|sag\w*|gib|puoi|può|potresti|potrebbe|dimmi|pode|poderia|diga\w*|beritahu|berikan|bisakah|dapatkah|tuliskan|hãy|có thể|cho tôi|maaari|pwede|sabihin|ibigay|isulat|söyle\w*|misin\w*|yaz\w*|ver|verin|verir|veriniz|versene|скажи\w*|можешь|можете|напиши\w*|дай\w*)\b"
    r"|告诉|能否|可以|请|写|教えて|ください|もらえ|できますか|알려|있습니까|있나요|주세요|बताएं|बता|सकते|लिखें|दें|বলুন|বলতে|পারেন|লিখুন|দিন|أخبر|هل|اكتب|يمكنك|ما هي|ما هو|บอก|ไหม|ได้ไหม|เขียน|อะไร|ไหน)"
)
FOREIGN_QUESTION = (
    r"(?:\b(?:comment|qui|quels?|quelles?|qu'est|pourquoi|quand|où|combien|wer|wie|was|welche\w*|warum|wann|wo|quem|qual|quais|como|o que|onde|quando|por que|quién|quiénes|cómo|qué|cuáles|cuál|cuándo|dónde|cuánt\w+|come|chi|cosa|quali|dove|perché|quant[ioae]|hoe|wat|wie|welke|apa|siapa|bagaimana|berapa|kapan|di mana|mengapa|ai|gì|nào|thế nào|bao nhiêu|khi nào|ở đâu|tại sao|ano|sino|paano|kailan|saan|bakit|ilan|ne|nedir|kim|nasıl|ne zaman|nerede|hangi|kaç|kto|co|jak|gdzie|kiedy)\b"
    r"|кто|что|как|где|когда|почему|сколько|πώς|ποιος|ποια|τι |πού|πότε|什么|怎么|如何|哪|谁|为什么|多少|何|誰|どこ|どう|いつ|なぜ|どの|무엇|누가|누구|어떻게|어디|언제|왜|어떤|몇|क्या|कौन|कैसे|कब|कहाँ|कहां|क्यों|कितन|किस|কি|কী|কে |কীভাবে|কখন|কোথায়|কেন|কত|কোন|ماذا|ما |من |كيف|متى|أين|لماذا|كم |อะไร|ใคร|อย่างไร|ยังไง|เมื่อไ|ที่ไหน|ทำไม|เท่าไ)"
)
FOREIGN_SWITCH = (
    r"(?:parlando di|por falar (?:em|nisso|de)|a proposito di|hablando de|a propósito de|en parlant de|à propos de|falando (?:de|em|sobre)|a propósito|übrigens|apropos|wo wir (?:gerade )?(?:von|bei)|da wir (?:gerade )?von|over .{1,20} gesproken|berbicara tentang|ngomong-ngomong|nói về|nhân tiện|speaking of|konusu açılmışken|bu arada|söz açılmışken"
    r"|кстати|говоря о|说到|谈到|顺便|といえば|ところで|について言えば|말이 나온 김에|말하자면|그런데|की बात करें|की बात करते हुए|वैसे|প্রসঙ্গে|কথা বলতে|بالمناسبة|بالحديث عن|พูดถึง|ว่าแต่)"
)
FOREIGN_YOU = (
    r"(?:\b(?:je|j'ai|me|mes?|mon|ma|ich|mir|mich|mein\w*|yo|mi|mis|io|mio|mia|eu|meu|minha|saya|aku|tôi|ako|benim?|bana|tu|te|toi|ton|ta|tes|vous|votre|vos|nous|du|dich|dir|dein\w*|ihr|euch|sie|wir|uns|você|teu|tua|seu|sua|nós|tú|ti|usted|vosotros|nosotros|ustedes|estás|lei|voi|noi|tuo|je|jij|jouw|kamu|anda|kau|bạn|ikaw|mo|ka|sen|senin|siz|sizin|ty|twoj\w*)\b"
    r"|\b(?:ты|вы|тебя|вас|твой|ваш|мы)\b|εσύ|εσείς|你|您|我|咱|今天|最近|听起来|这|那|あなた|君|私たち|당신|너|우리|आप|तुम|हम|আপনি|তুমি|আমরা|أنت|أنتم|نحن|คุณ|เรา)"
)

# Of each test one of these must stand in the text.
NEEDS_MODE = (
    "mode",
    "override",
    "reset",
    "prompt",
    "<",
    "[",
    "##",
    "system",
    "assistant",
    "developer",
    "do anything now",
    "check",
    "session",
)
NEEDS_ADDRESSED = (
    "ai",
    "a.i.",
    "llm",
    "model",
    "bot",
    "assistant",
    "gpt",
    "claude",
    "gemini",
    "copilot",
    "agent",
    "summari",
    "you are",
    "you're",
    "you’re",
)
NEEDS_DICTATED = (
    "respon",
    "repl",
    "answer",
    "output",
    "summar",
    "completion",
    "message",
    "user",
    "algorithm",
    "implementation",
    "code",
    "solution",
    "program",
    "script",
)
NEEDS_EXFILTRATION = (
    "pass",
    "secret",
    "access",
    "api key",
    "credential",
    "confidential",
    "private key",
    "prompt",
    "your",
    "the",
    "balance",
    "bank",
    "ssn",
    "social sec",
    "card",
    "user",
    "custom",
    "employee",
    "personal",
    "history",
)
NEEDS_PERSON = ("'s ", "’s ", " of ", " for ", "where ")
NEEDS_LATER = (
    "from now",
    "from this",
    "forward",
    "henceforth",
    "rest of",
    "future",
    "subsequent",
    "later",
    "further",
    "when",
    "if ",
    "every time",
    "each time",
    "any time",
    "anytime",
    "once",
    "remember",
    "memor",
    "always",
    "never",
    "at all times",
    "only",
    "must",
    "under no",
)
NEEDS_ROLE = (
    "pretend",
    "act as",
    "role",
    "play the",
    "behave",
    "assume",
    "simulat",
    "you are",
    "you're",
    "imagin",
    "suppos",
    "let's",
    "hypothe",
    "world",
    "universe",
    "realm",
)
NEEDS_AUTHORITY = (
    "i am",
    "i'm",
    "i’m",
    "as ",
    "this is",
    "you ",
    "agreed",
    "show",
    "logically",
    "everyone",
    "friend",
    "i'll",
    "i will",
    "purposes",
    "practice",
    "standard",
    "security",
    "to make",
)
NEEDS_HIDDEN = ("rot", "base", "hexa", "caesar", "cipher", "speak", "morse", "pig latin", "binary", "order", "each", "first letter")
FOREIGN_HINTS = tuple(
    "hagyd hagyja felejts unohda sivuuta valita ohita zapomen nevsimej zabudni zanemari ignorisi zaboravi pozabi tine uita puuza hiraukan se bort glem pomin pamin abaikan acc anahtar api balewala bi bortse caso chave chiave clave code codice codigo contrasen descart desconsider dimentic esque frase geheim gia glom gormezden gumagamit haslo hasł huwag ignor kalimutan kennwort key khau khoa kod kullanici kullanıcı kunci lihim losenord lupakan missacht negeer negl nguoi nutzer olvid omiso oubli palabra palavra parol pass pengguna qua quen sandi secret segret senha sifre strunta tene trascur truy unut user usuaria usuario utente utilisat utiliz vergeet vergi wachtwoord yok zapomnij".split()  # noqa: SIM905
)
"""One of these stands, without its accents, in whatever the foreign patterns find in a text of Latin letters."""
