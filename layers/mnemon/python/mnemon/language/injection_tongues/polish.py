"""Polish."""

from .tongue import Tongue

POLISH = Tongue(
    asks=(
        "czy możesz|czy może pan|czy może pani|czy mógłbyś|czy mogłabyś|możesz|mógłbyś|mogłabyś|proszę|"
        "chcę, żebyś|potrzebuję, żebyś|daj mi|podaj mi|w formie wiersza|w formie piosenki"
    ),
    works=(
        "wyjaśni*|napisa*|pisać|przetłumacz*|opisa*|opisz*|streści*|podsumow*|wymieni*|sklasyfikow*|"
        "skategoryz*|zdekodow*|odszyfrow*|rozszyfrow*|posortow*|obliczy*|wygenerow*|porówna*|przeanalizow*|"
        "zdefiniow*|wiersz|żart|dowcip|haiku|wypracowanie|przepis na|opowiadanie|zakodow*|zaszyfrow*|"
        "w formie wiersza|w formie piosenki"
    ),
    tells="powiedzieć|opowiedzieć|podać|nauczyć|ujawni*|potwierdzi*|poleci*|omówi*|porozmawiać o",
    opens=(
        "wyjaśnij|napisz|przetłumacz|opisz|streść|podsumuj|wymień|sklasyfikuj|skategoryzuj|odszyfruj|"
        "zdekoduj|posortuj|oblicz|wygeneruj|opowiedz|porównaj|przeanalizuj|wydrukuj|powtórz|powiedz|"
        "odpowiedz|zdefiniuj|podaj"
    ),
    knows=(
        "co to jest|czym jest|czym są|co oznacza|kto jest|kto był|kto napisał|kto wynalazł|jak działa*|"
        "jak się|ile|jak wysok*|jak duż*|kiedy był*|gdzie leży|gdzie znajduje|dlaczego|jaki jest|jaka jest|"
        "jakie są|który|która|które|jak|kto odkrył|kto namalował|kto skomponował|kto założył|co powoduje|"
        "jakie|kiedy|jak daleko|skąd|z czego"
    ),
    talk=(
        "mój|moja|moje|mojego|twój|twoja|twoje|nasz*|wasz*|my|ty|on|ona|pana|pani|państwa|dzisiaj|dziś|jutro|"
        "wczoraj|spotkani*|następn*|ostatni*|załącznik*|przesłać|wysłać|prześl*|wyśl*|podesłać|cena|kosztuje|"
        "otwiera|zamyka|dostaw*|wysyłk*"
    ),
    plays=("wyobraź sobie|wyobraźmy sobie|załóżmy|przypuśćmy|hipotetyczn*|w świecie|równoległ*|udawaj|powiedzmy, że|wciel się"),
    claims=(
        "jako ekspert*|jako ai|jestem twoim|jestem bogiem|dam ci|przekażę|logicznie|zgodziłeś|powiedziałeś|"
        "w celach badawczych|do badań|projekt badawczy|audyt bezpieczeństwa|kontrola bezpieczeństwa|"
        "tryb weryfikacji|tryb systemowy|trybie|jako administrator|twoim szefem|policjantem|"
        "mój przyjaciel powiedział|badania pokazują|badania wykazują|do celów testowych|powszechną praktyką|"
        "dla bezpieczeństwa kraju|jestem tak naprawdę"
    ),
    private=(
        "data urodzenia|datę urodzenia|adres zamieszkania|adres domowy|adres e-mail|numer telefonu|miejsce zamieszkania|gdzie mieszka"
    ),
    ciphers=("rot13|base64|szyfr*|alfabet morse'a|kod morse'a|szesnastkow*|kod binarny|leet|odwrotnej kolejności|wspak"),
)
