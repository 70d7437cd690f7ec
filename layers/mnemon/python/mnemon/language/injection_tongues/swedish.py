"""Swedish."""

from .tongue import Tongue

SWEDISH = Tongue(
    asks=(
        "kan du|kan ni|kunde du|skulle du kunna|skulle ni kunna|vill du|snälla|vänligen|jag vill att du|"
        "jag behöver att du|ge mig|i form av en dikt|som en dikt"
    ),
    works=(
        "förklar*|skriv*|översätt*|beskriv*|sammanfatt*|räkna upp|klassificer*|kategoriser*|avkod*|"
        "dechiffrer*|sorter*|beräkn*|generer*|jämför*|analyser*|definier*|dikt|skämt|haiku|uppsats|recept på|"
        "recept för|novell|koda|i form av en dikt|som en dikt"
    ),
    tells="berätta|säga|nämna|lära mig|avslöja|bekräfta|rekommendera|diskutera|prata om",
    opens=(
        "förklara|skriv|översätt|beskriv|sammanfatta|räkna upp|nämn|klassificera|kategorisera|avkoda|"
        "dechiffrera|sortera|beräkna|generera|berätta|jämför|analysera|upprepa|säg|svara|definiera|"
        "lista alla|lista några"
    ),
    knows=(
        "vad är|vad var|vad betyder|vem är|vem var|vem skrev|vem uppfann|hur fungerar|hur många|hur mycket|"
        "hur hög|hur gammal|hur gör man|när var|när blev|var ligger|varför|vilken|vilket|vilka|hur|vem|"
        "hur långt|hur stor|varifrån"
    ),
    talk=(
        "min|mitt|mina|din|ditt|dina|er|ert|era|vår|vårt|våra|vi|han|hon|idag|i dag|imorgon|i morgon|igår|"
        "mötet|nästa|förra|bifogad*|skicka*|mejla|sända|pris|priset|kostar|öppnar|stänger|leverans*"
    ),
    plays=("föreställ dig|tänk dig|anta att|antag att|hypotetisk*|i en värld|parallellt universum|låtsas|låt oss säga|rollspel"),
    claims=(
        "som expert|som ai|som en ai|jag är din|jag är er|jag är gud|jag ger dig|jag donerar|logiskt sett|"
        "du gick med på|du sa|i forskningssyfte|forskningsprojekt|säkerhetsrevision|säkerhetskontroll|"
        "verifieringsläge|systemläge|utvecklarläge|din chef|er chef|polis|min vän sa|forskning visar|"
        "studier visar|i testsyfte|vanlig praxis|för landets säkerhet|jag är egentligen"
    ),
    private="födelsedatum|bostadsort|hemadress|e-postadress till|telefonnummer till|lön|var bor",
    ciphers="rot13|base64|caesarchiffer|morsekod|hexadecimal*|binärkod|leetspeak|omvänd ordning|baklänges",
)
