"""Spanish."""

from .tongue import Tongue

SPANISH = Tongue(
    asks=(
        "puedes|podrías|podría|pueden|podrían|me puedes|me puede|me podrías|por favor|necesito que|"
        "quiero que|quisiera que|me gustaría que|puede usted|puede explicar*|puede decirme|puede escribir*|"
        "puede traducir*|puede resumir*|para mí|quiero saber|dame|deme|darme|en forma de poema|"
        "en forma de canción|en verso|en rima"
    ),
    works=(
        "explic*|escrib*|redact*|traduc*|traduz*|describ*|resum*|enumer*|listar*|clasific*|categoriz*|"
        "decodific*|descodific*|descifr*|desencript*|orden*|calcul*|gener*|compar*|analiz*|analic*|"
        "parafrase*|reformul*|recit*|imprim*|mostrar en pantalla|ejecut*|ilustr*|defin*|poema*|chiste*|"
        "haiku*|ensayo|una receta|un cuento|reemplaz*|codific*|cifrar|convert*|convierte|en forma de poema|"
        "en forma de canción|en verso|en rima"
    ),
    tells=(
        "decir*|decirme|dime|contarme|cuéntame|contar*|enseñar*|revel*|confirm*|recomend*|recomiend*|"
        "hablar de|hablar sobre|discut*|nombrar*|ayudarme a entender|comentar*"
    ),
    opens=(
        "explica|explique|explícame|escribe|escriba|escríbeme|redacta|redacte|traduce|traduzca|describe|"
        "describa|resume|resuma|enumera|enumere|clasifica|clasifique|decodifica|descifra|ordena|ordene|"
        "calcula|calcule|genere|cuéntame|compare|analiza|analice|recita|imprime|repite|repita|dime|dígame|"
        "diga|nombra|responde|responda|contesta|define|defina|combina|entrelaza|crea|proporciona|"
        "en forma de poema|lista los|lista las|liste los|liste las|haz una lista|haga una lista|codifica|"
        "codifique|convierte|convierta|compón|componga|elabora|dame un ejemplo|divide"
    ),
    knows=(
        "qué es|qué son|qué fue|qué significa|qué pasa|qué causa|quién es|quién fue|quiénes|quién|cuál es|"
        "cuál fue|cuáles son|cuáles|cuál|cómo funciona*|cómo se|cómo es|cómo puedo|cómo hacer|cómo puede|"
        "cuántos|cuántas|cuánto|cuándo fue|cuándo se|en qué año|dónde está|dónde se|por qué|qué|cómo|a qué|"
        "de qué|con qué|en qué"
    ),
    talk=(
        "mi|mis|tu|tus|sus|nuestro*|nuestra*|vuestro*|nosotros|tú|usted|ustedes|hoy|mañana|ayer|reunión|cita|"
        "próximo|próxima|quieres|piensas|crees|opinas|haces|vas|estás|adjunto|esto|enviar*|envíe*|envia*|"
        "mandar*|mande*|reenviar*|precio*|cuesta|cuestan|abre|cierra|envío|entrega|su problema|su consulta|"
        "sus datos"
    ),
    plays=(
        "imagina|imagine|imaginemos|imagínate|supongamos|supón|suponga|supon que|hipotétic*|en un mundo|"
        "universo paralelo|mundo paralelo|finge|finja|pretende que|digamos que|hagamos como|actúa como|"
        "interpreta el papel|escenario"
    ),
    claims=(
        "como experto*|como experta|como ia|como una ia|como autoridad|soy tu|soy su|soy dios|soy el|te doy|"
        "te daré|le daré|donaré|te pagaré|voy a donar|lógicamente|acordaste|usted acordó|aceptaste|"
        "mencionaste|dijiste|estuviste de acuerdo|con fines de investigación|para investigación|"
        "proyecto de investigación|auditoría de seguridad|control de seguridad|modo de verificación|"
        "modo sistema|modo desarrollador|encuesta sobre|el presidente|tu jefe|su jefe|tu supervisor|policía|"
        "agente de policía|mi amigo me dijo|mi amiga me dijo|los estudios muestran|los estudios demuestran|"
        "la investigación muestra|las investigaciones muestran|con fines de prueba|solo para probar|"
        "para pruebas|práctica común|estándar de la industria|por la seguridad del país|acordamos|"
        "en realidad soy|soy contable"
    ),
    private=(
        "fecha de nacimiento|ciudad de residencia|correo electrónico de|dirección de correo|"
        "dirección de casa|número de teléfono|salario de|saldo bancario|dónde vive|dónde reside|"
        "año de nacimiento"
    ),
    ciphers=(
        "rot13|base64|código césar|cifrado|cifra|código morse|morse|hexadecimal*|cadena binaria|código binario|leet|orden inverso|al revés"
    ),
)
