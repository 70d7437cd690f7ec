"""Dutch."""

from .tongue import Tongue

DUTCH = Tongue(
    asks=(
        "kun je|kunt u|kan je|kan u|zou je|zou u|wil je|wilt u|alsjeblieft|alstublieft|ik wil dat|"
        "ik heb nodig dat|geef me|geef mij|in de vorm van een gedicht|als gedicht"
    ),
    works=(
        "uitleg*|leg * uit|schrijv*|schrijf*|vertaal*|vertalen|beschrijf*|beschrijven|samenvat*|"
        "samen te vatten|opsom*|classificeer*|classificeren|categoriseer*|decoder*|decodeer*|ontcijfer*|"
        "sorteer*|sorteren|bereken*|genereer*|genereren|vergelijk*|analyseer*|analyseren|gedicht|grap|haiku|"
        "opstel|verhaaltje|recept voor|coder*|codeer*|in de vorm van een gedicht|als gedicht"
    ),
    tells="vertellen|vertel|zeggen|noemen|leren hoe|onthullen|bevestigen|aanbevelen|bespreken|praten over",
    opens=(
        "leg uit|schrijf|vertaal|beschrijf|som op|noem|classificeer|categoriseer|decodeer|ontcijfer|sorteer|"
        "bereken|genereer|vergelijk|analyseer|vertel me|vertel mij|zeg|herhaal|print|beantwoord|definieer|"
        "maak een lijst|vat dit|vat de|vat het|leg de|leg het|leg dit"
    ),
    knows=(
        "wat is|wat zijn|wat was|wat betekent|wie is|wie was|wie heeft|wie schreef|hoe werkt|hoe werken|"
        "hoeveel|hoe groot|hoe hoog|hoe oud|hoe maak je|hoe kun je|wanneer werd|wanneer was|waar ligt|waarom|"
        "welke|hoe|wie ontdekte|wie schilderde|wanneer begon|wat veroorzaakt|wie componeerde|hoe ver|waarvan|"
        "waardoor|wie"
    ),
    talk=(
        "mijn|jouw|uw|je|ons|onze|wij|we|hij|zij|vandaag|morgen|gisteren|vergadering|afspraak|volgende|"
        "vorige|bijlage|sturen|stuur*|toesturen|mailen|prijs|kost|opent|sluit|levering|verzending"
    ),
    plays=(
        "stel je voor|stelt u zich voor|veronderstel|stel dat|hypothetisch*|in een wereld|parallel universum|"
        "doe alsof|laten we zeggen|rollenspel"
    ),
    claims=(
        "als expert|als ai|ik ben je|ik ben jouw|ik ben uw|ik ben god|ik geef je|ik geef u|ik doneer|"
        "logischerwijs|je hebt ingestemd|je zei|voor onderzoek|onderzoeksproject|beveiligingsaudit|"
        "veiligheidscontrole|verificatiemodus|systeemmodus|ontwikkelaarsmodus|je baas|uw baas|politieagent|"
        "mijn vriend zei|onderzoek toont|studies tonen|voor testdoeleinden|gebruikelijk|"
        "voor de veiligheid van het land|ik ben eigenlijk"
    ),
    private="geboortedatum|woonplaats van|e-mailadres van|huisadres|telefoonnummer van|salaris van|waar woont",
    ciphers=("rot13|base64|caesarcode|caesarcijfer|morsecode|hexadecima*|binaire code|leetspeak|omgekeerde volgorde|achterstevoren"),
)
