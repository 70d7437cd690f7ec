# ruff: noqa: E501 (patterns)
"""What `injection_acts` weighs, by words of one meaning in many languages: an answer fixed for a user's question, whoever reads a page and has to, a reader
without limits, and what of the user's goes to an address."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from .injection_order import Does
from .patterns import Lazy


class Foreign(NamedTuple):
    does: Does
    needs: tuple[str, ...]
    pattern: Lazy


def _form(words: str) -> str:
    """As a text is brought into before it is looked at."""
    return unicodedata.normalize("NFKC", words)


USER = _form(
    r"(?:usuari[oa]s?|usuári[oa]s?|nutzer\w*|benutzer\w*|anwender\w*|utilisat(?:eur|rice)s?|utent[ei]|utilizador\w*|utilizator\w*|gebruikers?|użytkownik\w*|kullanıcı\w*|пользовател\w*|користувач\w*|потребител\w*|корисник\w*|pengguna|người dùng|användar\w*|brugere?n?|brukere?n?|käyttäj\w*|uživatel\w*|používateľ\w*|felhasználó\w*|korisnik\w*|gumagamit|用户|使用者|ユーザー?|사용자|المستخدم\w*|کاربر|उपयोगकर्ता|ব্যবহারকারী|χρήστη\w*|המשתמש|ผู้ใช้)"
)
USERS = tuple(
    _form(
        "usuari usuári nutzer anwender utilisat utent utilizador utilizator gebruiker użytkownik kullanıcı пользовател користувач потребител корисник pengguna người användar bruger bruker käyttäj uživatel používateľ felhasználó korisnik gumagamit 用户 使用者 ユーザ 사용자 المستخدم کاربر उपयोगकर्ता ব্যবহারকারী χρήστη המשתמש ผู้ใช้"
    ).split()
)
_IF = _form(
    r"(?:wenn|falls|sobald|sollte|si|cuando|cada vez que|quand|lorsque|dès que|chaque fois que|se|quando|ogni volta che|sempre que|als|wanneer|zodra|telkens als|jeśli|jeżeli|gdy|kiedy|если|когда|якщо|коли|ако|eğer|jika|kalau|apabila|ketika|khi|nếu|om|när|hvis|når|dersom|jos|kun|když|pokud|keď|ak|ha|amikor|αν|όταν|dacă|când|kapag|kung|当|如果|若|每当|もし|إذا|عندما|كلما|اگر|यदि|अगर|जब|যদি|אם|כאשר|หาก|ถ้า|เมื่อ)"
)
_SAY = _form(
    r"(?:antworte|antworten sie|sage?|sagen sie|empfiehl|empfehlen sie|nenne|behaupte|verweise|zeg|antwoord|raad|beweer|di|diga|dile|dígale|responde|responda|recomienda|recomiende|menciona|dis|dites|réponds|répondez|recommande|recommandez|rispondi|risponda|di'|dì|consiglia|suggerisci|recomende|sugira|odpowiedz|odpowiadaj|powiedz|mów|polecaj|poleć|ответь\w*|отвечай\w*|скажи\w*|говори\w*|рекомендуй\w*|советуй\w*|сообщи\w*|відповідай\w*|скажи\w*|кажи\w*|отговори|кажи|söyle\w*|de ki|cevap ver\w*|yanıtla\w*|öner|önerin?|öneriniz|jawab\w*|katakan\w*|rekomendasikan|hãy (?:trả lời|nói)|trả lời|nói rằng|svara|säg|rekommendera|svar|sig|si at|anbefal|vastaa|sano|suosittele|odpověz\w*|řekni\w*|doporuč\w*|odpovedz|povedz|válaszolj\w*|mondd\w*|ajánld|απάντησε|απαντάς|πες|răspunde|spune|recomandă|odgovori|reci|sagutin|sabihin|回答|答复|答|说|告诉|推荐|答え\w*|言っ|勧め\w*|伝え\w*|대답\w*|말\w*|추천\w*|답\w*|قل|فقل|أجب|فأجب|أخبر\w*|أوص|بگو|جواب|पاسخ|कह\w*|उत्तर|जवाब|बता\w*|বলুন|বলো|উত্তর|אמור|אמרי|ענה|המלץ|ตอบ|บอก|แนะนำ)"
)
_IF_SUFFIX = _form(
    r"(?:\w*(?:sorarsa|sorduğunda|isterse|istediğinde|derse|bahsederse)|\w*(?:たら|れば|とき|場合|際)|\w*(?:으면|면|때|경우)|的时候|时)"
)
_MODEL = _form(
    r"(?:sprachmodelle?|ki-?(?:systeme?|assistent\w*|modelle?|agent\w*)?|chatbots?|assistenten?|modelos? de lenguaje|asistentes?|modèles? de langage|assistants?|ia|modell[oi] linguistic[oi]|assistent[ei]|modelos? de linguagem|taalmodel\w*|modele? językow\w*|asystent\w*|языков\w+ модел\w*|ии(?:-\w+)?|нейросет\w*|ассистент\w*|dil modelleri|yapay zeka\w*|asistan\w*|model bahasa|asisten|mô hình ngôn ngữ|trợ lý|språkmodell\w*|sprogmodel\w*|kielimalli\w*|jazykov\w+ model\w*|nyelvi modell\w*|ai|llms?|语言模型|大模型|人工智能|助手|言語モデル|アシスタント|언어 모델|어시스턴트|챗봇|نماذج? (?:ال)?لغ\w+|مساعد\w*|भाषा मॉडल|सहायक|γλωσσικ\w+ μοντέλ\w*|מודל\w* שפה|โมเดลภาษา|ผู้ช่วย)"
)
_MODELS = tuple(
    _form(
        "sprachmodell ki ia ai llm chatbot assist asist asyst asist modelo modèle modell taalmodel model языков ии нейросет ассистент yapay asistan trợ språkmodell kielimalli 模型 人工智能 助手 モデル アシスタント 모델 어시스턴트 챗봇 نموذج نماذج مساعد मॉडल सहायक μοντέλ מודל โมเดล ผู้ช่วย"
    ).split()
)
_THIS = _form(
    r"(?:dies\w*|hier|esta?|esto|cett?e|ce|quest[aoie]|deze|dit|tę|ten|tego|эт\w+|данн\w+|bu|ini|này|denna|detta|denne|dette|tämän?|tuto|tento|ezt|αυτή\w*|această|acest|本|此|这|この|当|이|هذه|هذا|इस|এই|זה|זו|นี้)"
)
_HAS_TO = _form(
    r"(?:soll(?:en|t)?|müssen|muss|haben|darf|dürfen|deben?|tienen que|debería\w*|doivent|doit|devraient|dev(?:e|ono)|devem|precisam|moet(?:en)?|mogen|powinn\w+|musz\w+|musi|долж\w+|обязан\w+|следует|\w*meli(?:dir)?|gerekir|harus|wajib|phải|nên|ska(?:ll)?|måste|skal|må|täytyy|pitää|mus[íi]|má|kell|πρέπει|trebuie|应|必须|须|要|べき|こと|해야|하라|하세요|하십시오|يجب|عليه|चाहिए|होगा|উচিত|חייב\w*|צריכ\w*|ต้อง|ควร)"
)
_TELL = _form(
    r"(?:sage?|dis|dites|di|dì|dile|dille|diga|diz|zeg|vertel|powiedz|skaż|скажи|сообщи|розкажи|säg|fortæl|fortell|kerro|sano|řekni|mondd|spune|katakan|beritahu|请?告诉|告知)"
)
_ANSWER = _form(
    r"(?:antworte|antworten sie|schreibe?|sprich|responde|responda|escribe|réponds|répondez|écris|rispondi|scrivi|escreva|antwoord|odpowiadaj|pisz|отвечай\w*|пиши\w*|говори\w*|відповідай\w*|cevap ver|yanıtla|jawab|svara|svar|vastaa|odpovídej|válaszolj|răspunde|回答|回复|答え\w*|대답\w*|أجب|उत्तर दें)"
)
_NOW = _form(
    r"(?:ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun) an|künftig|in zukunft|nur noch|a partir d(?:e ahora|e agora|'ora)|de ahora en adelante|à partir de maintenant|désormais|dorénavant|d'ora in (?:poi|avanti)|daqui (?:em diante|para a frente)|vanaf nu|voortaan|od teraz|odtąd|отныне|впредь|теперь только|с этого момента|bundan sonra|artık|mulai sekarang|từ (?:bây giờ|nay)|från och med nu|fra nå av|fra nu af|tästä lähtien|od teď|mostantól|de acum înainte|从现在起|从今以后|今后|今後|これから|앞으로|지금부터|من الآن|अब से)"
)
_NOWS = tuple(
    _form(
        "sofort jetzt heute nun künftig zukunft nur adelante ahora agora maintenant désormais dorénavant d'ora daqui vanaf voortaan teraz odtąd отныне впредь теперь момента bundan artık sekarang bây nay från fra tästä teď mostantól acum 现在 今后 今後 これから 앞으로 지금 الآن अब siempre immer toujours sempre altijd zawsze всегда always zaman 总是 必ず 항상 دائما"
    ).split()
)
_REMEMBER = _form(
    r"(?:recuerda|denk(?:e)? (?:immer )?daran|merke? dir|n'oublie pas|souviens-toi|ricorda(?:ti)?|lembre-se|onthoud|zapamiętaj|помни|запомни|unutma|hatırla|记得|记住|覚えて\w*|기억\w*|تذكر)"
)
_ALWAYS = _form(r"(?:siempre|immer|toujours|sempre|altijd|zawsze|всегда|her zaman|总是|必ず|항상|دائما)")
_THEN = _form(r"(?:तो|तब|则|就|dann|entonces|alors|allora|então|dan|то|wtedy|o zaman|maka|thì|så|niin|pak|akkor|τότε|atunci|אז)")
_OTHERS = _form(r"(?:el|la|le|l'|der|das|die|il|lo|o|a|de|het|систем\w*|sistem\w*|system\w*|系统|システム|시스템|النظام) ")
"""Somebody or something else that does it."""
_RECOMMEND = _form(
    r"(?:empfehlen|sagen|antworten|nennen|darzustellen|darstellen|bewerten|erwähnen|bevorzugen|recomendar|decir|mencionar|recommander|dire|mentionner|consigliare|raccomandare|dizer|aanbevelen|aan te bevelen|zeggen|polecać|mówić|рекоменд\w+|говорить|сообщать|推荐|推奨|推薦|勧め|추천|يوص|تنصح|öner\w*|tavsiye|rekommendera|anbefale|suositel\w+|doporuč\w+|ajánl\w+|recomanda|भेज|सुझा\w*|แนะนำ|giới thiệu|merekomendasikan)"
)
_CLAUSE = _form(
    r"(?:^|[\n.!?:;(<\"'*#，。！？-]\s*)(?:und |et |y |e |en |i |и |bitte |por favor,? |per favore,? |s'il (?:te|vous) plaît,? |пожалуйста,? |proszę )?"
)
_IGNORE = _form(
    r"(?:ignoriere|ignorieren sie|missachte|vergiss|hör\w* nicht(?: mehr)? auf|ignora|ignore|ignorez|ignorad|oublie|n'écoute[zr]? (?:plus|pas)|ne réponds (?:plus|pas) à|no escuches|no respondas|olvida|non ascoltare|non rispondere|dimentica|não ouça|não responda|esqueça|negeer|luister niet|vergeet|игнорируй\w*|не слушай\w*|не отвечай\w*|забудь\w*|zignoruj|nie słuchaj|ignoruj|ignorera|ignorer|ohita|hagyd figyelmen kívül|ignoră|abaikan|bỏ qua|تجاهل|अनदेखा|התעלם)"
)
_WITHOUT = _form(
    r"(?:ohne|keine|sin|sans|senza|sem|zonder|bez|без|olmadan|olmayan|tanpa|không|utan|uden|uten|ilman|nélkül|χωρίς|fără|没有|不受|無|なしで?|없는|없이|بدون|بلا|بی|बिना|ছাড়া|ללא|ไม่มี|ไร้)"
)
_LIMIT = _form(
    r"(?:begränsning\w*|rajoituks\w*|einschränk\w*|beschränk\w*|grenzen|regeln|filter\w*|restric\w+|limit\w*|límite\w*|règles?|reglas?|regole|restriz\w+|regras?|restri\w+|beperking\w*|ogranicz\w*|zasad|ограничен\w*|правил|обмежен\w*|sınır\w*|kısıt\w*|kural\w*|batas\w*|aturan|hạn chế|giới hạn|begränsning\w*|begræns\w*|begrens\w*|regler|rajoit\w*|omezen\w*|korlát\w*|περιορισμ\w*|限制|约束|制限|制約|제한|제약|قيود|محدودیت|प्रतिबंध|सीमा|সীমা|מגבל\w*|ข้อจำกัด)"
)
_LIMITS = tuple(
    _form(
        "regel regler regol regras règles reglas правил kural rules begräns einschränk beschränk grenzen restric limit límite restriz restri beperking ogranicz ограничен обмежен sınır kısıt batas hạn begräns begræns begrens rajoit omezen korlát περιορισμ 限制 约束 制限 制約 제한 제약 قيود प्रतिबंध מגבל ข้อจำกัด"
    ).split()
)
_SEND = _form(
    r"(?:envía\w*|reenvía\w*|sende\w*|schick\w*|übermitt\w*|envoie\w*|envoyez|transfère\w*|invia\w*|inoltra\w*|envie\w*|encaminhe\w*|stuur|verstuur|wyślij\w*|prześlij\w*|gönder\w*|ilet\w*|yolla\w*|отправ\w*|перешли\w*|надішл\w*|kirim\w*|gửi|skicka\w*|send\w*|lähetä\w*|odešli\w*|pošli\w*|küld\w*|trimite\w*|στείλ\w*|发送|发到|转发|发给|提交|送信|転送|送って|보내\w*|전송\w*|أرسل\w*|ارسل\w*|भेज\w*|পাঠ\w*|שלח\w*|ส่ง)"
)
_THINGS = _form(
    r"(?:unterhaltung\w*|dialog\w*|discussion\w*|échanges?|gespräch\w*|verlauf|chat\w*|passwort\w*|conversa\w+|historial|contraseña\w*|historique|mot de passe|cronologia|password|senha\w*|gesprek\w*|rozmow\w+|hasł\w+|переписк\w+|парол\w+|sohbet\w*|konuşma\w*|şifre\w*|percakapan|kata sandi|cuộc trò chuyện|mật khẩu|samtal\w*|keskustelu\w*|konverzac\w*|beszélgetés\w*|jelszav\w*|对话|聊天|密码|会话|会話|パスワード|대화|비밀번호|محادثة|كلمة المرور|बातचीत|पासवर्ड|שיחה|סיסמ\w*|บทสนทนา|รหัสผ่าน)"
)
_TO = _form(r"(?:@[\w.-]{1,80}|https?://\S{1,120})")
_VOCATIVE = _form(
    r"(?:внимание|примечани\w+|обращение|уважаем\w+|сообщение|инструкци\w+|указани\w+|важно|увага|achtung|hinweis|wichtig|atención|aviso|nota|attention|important|attenzione|importante|atenção|let op|uwaga|ważne|dikkat|not|penting|perhatian|chú ý|lưu ý|obs|huom\w*|pozor|figyelem|προσοχή|atenție)"
)

ACTS: tuple[Foreign, ...] = (
    Foreign(
        "later",
        USERS,
        Lazy(
            rf"(?<![^\W_]){_IF}[^.\n。！？]{{0,24}}?{USER}[^.\n。！？]{{2,70}}?(?:[,،，、]|{_THEN})\s?(?!{_OTHERS})[^.\n。]{{0,14}}?(?<![^\W_]){_SAY}(?![a-zà-žа-я])|(?:إذا|عندما|كلما)[^.\n]{{0,24}}{_form('المستخدم')}[^.\n]{{2,60}} ف(?:قل|أجب|أخبر\w*|انصح\w*)"
            rf"|{_form('(?:当|如果|若|每当|もし)')}{USER}[^\n。]{{1,40}}?{_SAY}|{USER}[^.\n。]{{2,50}}?{_IF_SUFFIX}[^.\n。]{{0,50}}?{_SAY}"
        ),
    ),
    Foreign(
        "addressed",
        _MODELS,
        Lazy(
            rf"(?<![^\W_]){_MODEL}[^.\n。:：]{{0,40}}?{_THIS}[^.\n。]{{0,40}}?(?<![a-zà-ž]){_HAS_TO}(?![a-zà-žа-я])"
            rf"|(?:^|[\n.!?。！]\s*){_VOCATIVE}[^.\n:：]{{0,16}}?(?<![^\W_]){_MODEL}[^.\n:：]{{0,20}}[:：]"
            + _form(
                r"|(?:ai|言語モデル|アシスタント|モデル)[^\n。、]{0,10}(?:へ|に告ぐ|宛て?)[:：]|(?:ai|언어 모델|어시스턴트|챗봇|모델)[^\n.]{0,6}(?:에게|께)\s*[:：,]"
                r"|(?:助手|语言模型|大模型|人工智能|ai)[^\n。:：]{0,4}(?:注意|请注意|须知|提示|指令)[:：,，]|(?:مساعد|نموذج|الذكاء)[^\n.:،]{0,30}[:،]\s*(?:لا |يرجى|تجاهل|قل|احفظ|أرسل|اذكر|تذكر|انس)"
            )
        ),
    ),
    Foreign("addressed", _MODELS, Lazy(rf"(?<![^\W_]){_MODEL}[^.\n。:：]{{0,40}}?(?<![a-zà-ž])(?:{_HAS_TO}|haben|ont à|hanno da|han de)(?![a-zà-žа-я])[^.\n。]{{0,60}}?{_RECOMMEND}|{_form('(?:阅读|读取|访问|看到|处理|引用)(?:本|此|这)')}[^\n。]{{0,8}}(?:{_MODEL})[^\n。]{{0,6}}{_form('(?:必须|应|要|须|请|不得)')}")),
    Foreign("override", USERS, Lazy(rf"{_CLAUSE}(?:{_IGNORE})(?![a-zà-žа-я])[^.\n。]{{0,40}}?{USER}|{_form('(?:忽略|无视|不要(?:回答|理会|听从?|执行))')}[^\n。]{{0,6}}{USER}|{USER}[^.\n。]{{0,30}}?{_form('(?:を?無視(?:して|せよ|しろ)|に答えないで|를? ?무시하(?:고|세요|라|십시오)|을? ?무시하(?:고|세요|라)|yok say(?:ın)?|görmezden gel(?:in)?|dinleme(?:yin)?)')}")),
    Foreign("later", _NOWS, Lazy(rf"(?<![^\W_])(?:{_ANSWER})(?![a-zà-žа-я])[^.\n。]{{0,14}}?(?<![^\W_]){_NOW}|(?<![^\W_]){_REMEMBER}[^.\n。]{{0,14}}?{_ALWAYS}[^.\n。]{{0,24}}?(?:{_RECOMMEND}|{_SAY})")),
    Foreign("dictated", USERS, Lazy(rf"{_CLAUSE}(?:{_TELL})(?![a-zà-žа-я])[^.\n。，,]{{0,12}}?{USER}")),
    Foreign("role", (_form("不受"), _form("不再受"), _form("縛られ"), _form("구애받지")), Lazy(_form(r"不再?受[^。\n]{0,10}(?:约束|限制|束缚)|(?:制限|ルール|規則)に縛られ(?:ない|ません)|(?:제한|규칙)에 (?:구애받지|얽매이지)"))),
    Foreign("role", _LIMITS, Lazy(rf"(?<![^\W_]){_MODEL}[^.\n。]{{0,20}}?(?<![a-zà-ž]){_WITHOUT}[^.\n。]{{0,24}}?{_LIMIT}|(?<![a-zà-ž])(?:{_WITHOUT}[^.\n。]{{0,16}}?{_LIMIT}|{_LIMIT}[^.\n。]{{0,8}}?{_WITHOUT})[^.\n。]{{0,12}}?{_MODEL}")),
    Foreign(
        "exfiltration",
        ("@", "http"),
        Lazy(
            rf"(?:{USER}|(?<![a-zà-ž]){_THINGS})[^\n。]{{0,60}}?{_TO}[^\n。]{{0,30}}?(?<![a-zà-ž]){_SEND}"
            rf"|(?<![a-zà-ž]){_SEND}[^\n。]{{0,60}}?(?:{USER}|(?<![a-zà-ž]){_THINGS})[^\n。]{{0,60}}?{_TO}"
            rf"|{_TO}[^\n。]{{0,30}}?(?<![a-zà-ž]){_SEND}[^\n。]{{0,40}}?(?:{USER}|{_THINGS})"
        ),
    ),
)  # fmt: skip
