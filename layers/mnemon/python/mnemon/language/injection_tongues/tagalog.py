"""Tagalog."""

from .tongue import Tongue

TAGALOG = Tongue(
    asks=(
        "maaari mo bang|maaari mo ba|maaari ka bang|maaari mong|maari mo bang|pwede mo bang|pwede mo ba|"
        "pwede ka bang|puwede mo bang|puwede ka bang|maaari bang|kaya mo bang|pakiusap|paki|mangyaring|"
        "para sa akin|mo bang|ibigay mo sa akin|bigyan mo ako|sa anyo ng tula|sa anyo ng awit"
    ),
    works=(
        "ipaliwanag|ipinaliwanag|isulat|sumulat|magsulat|isalin|ilarawan|ibuod|buuin|ilista|maglista|uriin|"
        "pag-uri-uriin|i-decode|mag-decode|i-sort|ayusin|kalkulahin|kwentahin|bumuo|ihambing|suriin|i-print|"
        "mag-print|bigkasin|tula|biro|haiku|sanaysay|recipe para|kuwento|talata|palitan|sulatan|i-encode|"
        "i-convert|sa anyo ng tula|sa anyo ng awit"
    ),
    tells=(
        "sabihin|sabihan|ikuwento|magkuwento|ibahagi|turuan|ibunyag|kumpirmahin|irekomenda|magrekomenda|"
        "talakayin|pag-usapan|magbigay ng|bigyan|magkwento|mapag-usapan"
    ),
    opens=(
        "ipaliwanag|isulat|sumulat|magsulat|isalin|ilarawan|ibuod|ilista|pangalanan|uriin|i-decode|ayusin|"
        "kalkulahin|bumuo|lumikha|gumawa ng|ikuwento|ihambing|suriin|i-print|ulitin|sabihin|sagutin|tukuyin|"
        "pagsamahin|magbigay|sa anyo ng tula|interlace|i-encode|hatiin|bumuo ng|gumawa"
    ),
    knows=(
        "ano ang|ano ang mga|ano|sino ang|sino|paano|ilan|ilang|gaano|kailan|saan|nasaan|bakit|alin|magkano|"
        "gaano kalayo|gaano kalaki|paano gumawa|anong"
    ),
    talk=(
        "ako|ko|akin|aking|ka|ikaw|mo|iyo|iyong|namin|natin|tayo|kami|kayo|inyo|niya|siya|kanya|ngayon|bukas|"
        "kahapon|pulong|susunod|nakaraang|kalakip|ipadala|magpadala|padalhan|padala|presyo|sarado"
    ),
    plays=(
        "isipin|isipin mo|isipin na|ipagpalagay|kunwari|magpanggap|hypothetical*|sa isang mundo|"
        "parallel universe|kahilerang|sabihin natin|gumanap|senaryo|sitwasyong"
    ),
    claims=(
        "bilang isang eksperto|bilang eksperto|bilang isang ai|bilang ai|bilang isang|ako ang iyong|"
        "ako ang diyos|ako ang|bibigyan kita|magbibigay ako|mag-donate|magdo-donate|lohikal*|sumang-ayon ka|"
        "sinabi mo|nabanggit mo|para sa pananaliksik|proyekto ng pananaliksik|pag-audit ng seguridad|"
        "pagsusuri sa seguridad|security audit|mode ng pag-verify|system mode|developer mode|survey|pangulo|"
        "iyong boss|boss mo|pulis|sinabi sa akin ng kaibigan|ipinapakita ng pananaliksik|"
        "ipinapakita ng mga pag-aaral|para sa pagsubok|para sa mga layunin ng pagsubok|karaniwang kasanayan|"
        "pamantayan ng industriya|para sa kaligtasan ng bansa|binanggit mo|talagang isang"
    ),
    private=(
        "petsa ng kapanganakan|kaarawan ni|lungsod ng paninirahan|email address ni|tirahan|address ng bahay|"
        "numero ng telepono|sahod|nakatira|taon ng kapanganakan"
    ),
    ciphers="rot13|base64|caesar|cipher|morse|hexadecimal|binary|leet|baligtad*|pabalik",
)
