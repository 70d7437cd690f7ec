# ruff: noqa: E501 (patterns)
"""What `injection_orders` weighs, in the most spoken other languages: who is spoken to, what later answers shall be, what shall be
remembered of the user, and what shall be sent where. Words of one kind stand together, whatever their language."""

from __future__ import annotations

from collections.abc import Iterator

from .injection_acts_foreign import ACTS, Foreign
from .injection_order import Does
from .nearby import Held, near
from .patterns import Lazy

_MODEL = r"(?:asistentes?|assistent[eni]?|assistants?|ki(?:-\w+)?|ia|ai|modelo|modell|modèle|modello|modelli|sprachmodelle?|chatbots?|bots?|llms?|gpt|chatgpt|inteligencia artificial|intelligence artificielle|asystent\w*|asistan\w*)"
_S = r"(?:^|[\n.!?:;(<\"'*#-]\s*)"
_USER = r"(?:usuari[oa]s?|usuári[oa]s?|nutzer(?:s|in|n)?|benutzer(?:s|in|n)?|anwender\w*|utilisat(?:eur|rice)s?|utent[ei]|utilizador\w*|gebruikers?|użytkownik\w*|kullanıcı\w*|пользовател\w*|користувач\w*|pengguna|người dùng|användar\w*|用户|使用者|ユーザー?|사용자|المستخدم|उपयोगकर्ता|χρήστη)"
_USERS = (
    "usuari",
    "usuári",
    "nutzer",
    "anwender",
    "utilisat",
    "utent",
    "utilizador",
    "gebruiker",
    "użytkownik",
    "kullanıcı",
    "пользовател",
    "користувач",
    "pengguna",
    "người dùng",
    "användar",
    "用户",
    "使用者",
    "ユーザ",
    "사용자",
    "المستخدم",
    "उपयोगकर्ता",
    "χρήστη",
)
_NOW = r"(?:ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun) an|künftig|in zukunft|a partir d(?:e ahora|e este momento|e agora|'ora|e hoje)|de ahora en adelante|desde ahora|à partir de maintenant|dès maintenant|désormais|dorénavant|d'ora in (?:poi|avanti)|da (?:ora|adesso) in poi|daqui (?:em diante|para a frente)|vanaf nu|od (?:teraz|tej chwili)|bundan (?:sonra|böyle)|с (?:этого момента|сегодняшнего дня)|отныне|впредь|відтепер|mulai sekarang|từ (?:bây giờ|nay)|från och med nu|从现在(?:起|开始)?|从今(?:以)?后|今后|今後は?|これから(?:は)?|以降|지금부터|앞으로|من الآن|अब से|από τώρα)"
_NOWS = (
    "ab ",
    "von ",
    "künftig",
    "zukunft",
    "partir",
    "adelante",
    "desde ahora",
    "dès ",
    "désormais",
    "dorénavant",
    "d'ora",
    "da ora",
    "da adesso",
    "daqui",
    "vanaf",
    "od t",
    "bundan",
    "с этого",
    "с сегодн",
    "отныне",
    "впредь",
    "відтепер",
    "mulai",
    "từ ",
    "från",
    "从现在",
    "从今",
    "今",
    "これから",
    "以降",
    "지금",
    "앞으로",
    "من الآن",
    "अब से",
    "από",
)
_YOU_DO = rf"(?:bist du|musst du|sollst du|wirst du|antworte\b|sage?\b|empfiehl|erwähne|beende|du bist|responde\b|recomienda|debes|tienes que|eres\b|menciona|termina|di que|cada vez que|tu dois|tu es\b|réponds|recommande|dis\b|termine\b|vous devez|chaque fois|rispondi|devi\b|sei\b|consiglia|ogni volta|responda|recomende|você (?:é|deve|vai)|sempre que|antwoord\b|je bent|je moet|telkens|odpowiadaj|jesteś|musisz|polecaj|cevap ver|yanıtla|отвечай\w*|ты\b|рекомендуй|говори|должен|відповідай|jawab|kamu|hãy|bạn|svara|du är|回答|推荐|你(?:是|必须|要|只|将|的)|每次|答え|回答|返答|推薦|大답|대답|답변|추천|당신|أجب|أنت|उत्तर|जवाब|απάντα|είσαι|{_USER})"
_SEND = r"(?:envía\w*|reenvía\w*|manda\w*|mande|envíe\w*|sende|schicke?|leite|übermittle|envoie\w*|envoyez|transfère\w*|transférez|invia\w*|inoltra\w*|manda|envie|encaminhe|mande|stuur|verstuur|wyślij|prześlij|gönder|ilet|отправь\w*|перешли\w*|надішли|kirim(?:kan)?|gửi|skicka|发送|发到|转发|发给|送信|転送|送って|보내|전송|أرسل|ارسل|भेज\w*|στείλε)"
_THINGS = rf"(?:{_USER}|contact\w*|kontakt\w*|contatt\w*|convers\w+|gespräch\w*|chat\w*|gesprek\w*|rozmow\w+|historial|verlauf|historique|cronologia|contraseñ\w+|pass?wor\w*|kennwort|mot de passe|senha\w*|wachtwoord|hasł\w+|şifre\w*|парол\w+|переписк\w+|данн\w+|密码|对话|聊天|数据|パスワード|会話|データ|비밀번호|대화|데이터|كلمة المرور|المحادثة|بيانات|पासवर्ड|डेटा)"

_AROUND = 160

ROWS: tuple[Foreign, ...] = (
    Foreign("addressed", ("asist", "assist", "ki:", "ki ", "ki,", "ki-", " ia", " ai", "ai:", "ia:", "model", "modèle", "bot", "llm", "gpt", "inteli", "intelli", "asyst"), Lazy(
        rf"{_S}(?:(?:wichtiger |nota |aviso )?(?:note|nota|hinweis|notiz|anmerkung|anweisung|aviso|mensaje|mensagem|message|messaggio|nachricht|instruc\w+|instruk\w+|istruzion\w+|consigne|bericht|opmerking|uwaga|not)s? )?(?:estimad[oa]|querid[oa]|cher|chère|liebe[rs]?|car[oa]|beste|prezad[oa]|drog\w|sevgili|kära|hej|hallo|hola|bonjour|ciao|olá|para|pour|an|für|voor|al|à|a|per|do|dla|till)(?: (?:el|la|los|las|le|les|l'|lo|il|gli|o|os|die|das|den|alle|todos|toda|tous|toute|de|cualquier|jede\w*)){{0,2}} ?(?:l')?(?:[\wäöü]+ )?{_MODEL}(?: (?:ia|ai|virtual|virtuel|de ia|d'ia|artificial|que \w+|qui \w+)(?: \w+){{0,2}})?\s*[:,!]"
        rf"|{_S}{_MODEL}\s*[:,]\s*(?:bitte |por favor |s'il te plaît |per favore )?{_SEND}"
        r"|\b(?:wenn|falls) du (?:eine?|dies als) (?:\w+ )?(?:ki|sprachmodell|chatbot|assistent)\b|\bsi (?:eres|tu es|vous êtes|usted es|lees esto como)(?: une?| un)? (?:modelo|ia|asistente|modèle|assistant|intelligence|inteligencia|llm)\b|\bse (?:sei|és|você é)(?: un[oa']?| uma?)? ?(?:modello|ia|assistente|modelo|intelligenza|llm)\b|\bals je een (?:ai|taalmodel|assistent|chatbot)\b|\bjeśli jesteś (?:modelem|ai|asystentem|botem)\b")),
    Foreign("addressed", ("助手", "人工智能", "语言模型", "模型", "ai", "アシスタント", "言語モデル", "어시스턴트", "언어 모델", "помощник", "ассистент", "нейросет", "языков", "ии", "مساعد", "सहायक"), Lazy(
        r"(?:如果你是|致|给|请注意[,，]?)(?:一个|所有|任何|阅读此文的)?(?:ai|人工智能|语言模型|大模型|助手)|(?:^|[\n。！？])(?:ai|人工智能|智能)?(?:助手|语言模型|模型)[,，:：](?:请|不要|必须|你|忽略|把|将)|(?:ai|アシスタント|言語モデル)(?:への(?:指示|注意|メモ)|は(?:必ず|次の|以下))|(?:ai|어시스턴트|언어 모델)(?:에게|는|은)[^.\n]{0,40}(?:하세요|하십시오|해야|하라|마세요)|(?:если (?:ты|вы) [-—–]? ?(?:ии|нейросет\w+|языков\w+ модел\w+|ассистент|помощник|бот))|(?:^|[\n.!?] ?)(?:уважаем\w+ )?(?:ии|нейросеть|ассистент|помощник|бот)[^.\n]{0,12}[,:]\s*\w+(?:й|йте|ь|ьте|и|ите)\b|(?:примечание|сообщение|инструкци\w+|внимание)[^.\n]{0,8} для (?:ии|нейросет\w+|ассистент\w*|помощник\w*|языков\w+|модел\w+)|(?:إلى|ملاحظة ل|عزيزي) ?(?:ال)?مساعد\w*|प्रिय सहायक")),
    Foreign("later", _NOWS, Lazy(rf"(?<!\w){_NOW}(?!\w(?<=[a-z]))[\s,]*[^.\n。！？]{{0,40}}?(?<![a-zà-ÿ]){_YOU_DO}")),
    Foreign("later", _USERS, Lazy(rf"(?:{_S}|¡)(?:(?:bitte|por favor|s'il te plaît|per favore|请|пожалуйста),? ?)?(?:recuerda|memoriza|guarda|anota|no olvides|erinnere dich|merke? dir|speichere?|notiere|vergiss nicht|souviens-toi|rappelle-toi|retiens|mémorise|enregistre|note|n'oublie pas|ricorda(?:ti)?|memorizza|salva|lembre-se|memorize|guarde|onthoud|zapamiętaj|hatırla|kaydet|запомни\w*|сохрани\w*|запиши\w*|ingat|hãy nhớ|kom ihåg|记住|记下|保存|请记住|覚えて|記憶|기억|تذكر|याद रख)[^.\n。！？]{{0,40}}{_USER}|{_USER}[^.\n。！？]{{0,40}}(?:を覚えて|と記憶|기억(?:해|하)|を保存して)")),
    Foreign("later", _USERS, Lazy(rf"(?:wenn|sobald|immer wenn|falls) (?:der|die|ein|dich der) {_USER} [^.\n]{{3,60}}, (?:sage?|antworte|empfiehl|nenne|behaupte|verweise|rate)\b|(?:cada vez que|cuando|si) (?:el|la|un) {_USER} (?:pregunt|pid|mencion|dig)\w+[^.\n]{{0,50}}, (?:di\b|responde|recomienda|menciona|sugiere|afirma|\w+le\b)|(?:chaque fois que|quand|lorsque|si) l'{_USER} (?:demand|parl|mention|pose|dit)\w*[^.\n]{{0,50}}, (?:dis|réponds|recommande|mentionne|suggère|propose)\b|(?:ogni volta che|quando|se) l'{_USER} (?:chied|parl|menzion|domand)\w+[^.\n]{{0,50}}, (?:rispondi|consiglia|di'|suggerisci)|(?:sempre que|quando|se) o {_USER} (?:pergunt|ped|mencion|fal)\w+[^.\n]{{0,50}}, (?:responda|recomende|diga|sugira)|(?:когда|если|каждый раз,? когда) {_USER} (?:спра|спро|прос|упом)\w+[^.\n]{{0,50}}, (?:отвеч|говор|рекоменд|совету)\w+|(?:每次|每当|当|如果){_USER}[^。\n]{{0,30}}(?:都|就|时)[^。\n]{{0,6}}(?:推荐|回答|说|告诉|建议)|{_USER}が[^。\n]{{1,30}}(?:たら|とき|場合)[^。\n]{{0,20}}(?:答え|勧め|推薦|言っ)")),
    Foreign("exfiltration", ("@", "http"), Lazy(rf"(?<![a-zà-ÿ]){_SEND}[^\n。]{{0,80}}{_THINGS}[^\n。]{{0,60}}(?:@|https?://)|{_THINGS}[^\n。]{{0,60}}(?<![a-zà-ÿ]){_SEND}[^\n。]{{0,60}}(?:@|https?://)|https?://\S{{1,120}}[^\n。]{{0,20}}(?:に送信|へ送|로 (?:보내|전송))|(?<![a-zà-ÿ]){_SEND} (?:todo|alle|tout|tutt[oi]|este|diese|ce|questo|esta)\b[^\n]{{0,30}} (?:a|an|à) (?:todos|alle|tous|tutti)\b")),
    Foreign("action", _USERS, Lazy(rf"(?:no (?:se )?(?:le |lo |la )?(?:digas|menciones|informes|avises)|sag(?:e)?[^.\n]{{0,20}} nicht|verschweige?|ohne[^.\n]{{0,20}} zu (?:fragen|informieren)|ne (?:le |l'|la )?(?:dis|mentionne|préviens|révèle)[^.\n]{{0,10}} (?:pas|rien)|non (?:dire|dirlo|menzionare|avvisare)|não (?:diga|conte|mencione|avise)|vertel[^.\n]{{0,20}} niet|nie mów|не (?:говори|сообщай|рассказывай|упоминай)|söyleme|不要告诉|别告诉|不让|教えないで|伝えないで|말하지 마|알리지 마|لا تخبر)[^.\n。]{{0,30}}{_USER}|{_USER}[^.\n。]{{0,20}}(?:nicht (?:davon|wissen)|には?(?:言わない|教えない|伝えない)|에게 (?:말하지|알리지))")),
    Foreign("exfiltration", ("prompt", "промпт", "提示词", "プロンプト", "프롬프트", "instruc", "anweis", "consign"), Lazy(r"(?:gib|zeig\w*|nenne|verrate|drucke|wiederhole|muestra|revela|imprime|repite|affiche|montre|révèle|répète|mostra|rivela|stampa|ripeti|mostre|revele|toon|onthul|pokaż|ujawnij|göster|покажи|выведи|раскрой|повтори|显示|告诉我|输出|透露|打印|表示|教えて|出力|보여|출력|알려)[^.\n。]{0,40}(?:system-? ?prompts?|systemprompts?|prompt (?:del |de |du |di )?sist\w+|prompt système|системн\w+ промпт\w*|系统提示词?|提示词|システムプロンプト|시스템 프롬프트)|(?:系统提示词?|提示词(?!工程|技巧|模板|设计)|システムプロンプト|시스템 프롬프트)[^。\n]{0,20}(?:告诉|显示|输出|给我|を表示|を教え|を出力|보여|출력|알려)")),
)  # fmt: skip
_ALL = (*ROWS, *ACTS)
_HELD = Held(word for row in _ALL for word in row.needs)


def foreign_orders(low: str) -> Iterator[Does]:
    """What sentences, one a line and in lower case, do to their reader; each weighs enough by itself."""
    held = _HELD(low)
    for row in _ALL if held else ():
        words = held.intersection(row.needs)
        if words and any(row.pattern.search(low, *part) for part in near(low, words, _AROUND, _AROUND)):
            yield row.does
