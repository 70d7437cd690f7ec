"""German."""

from .tongue import Tongue

GERMAN = Tongue(
    asks=(
        "kannst du|können sie|könntest du|könnten sie|könnt ihr|könntet ihr|würdest du|würden sie|"
        "kann mir jemand|bitte|ich möchte, dass du|ich möchte, dass sie|ich will, dass|magst du|für mich|"
        "ich möchte wissen|gib mir|geben sie mir|in form eines gedichts|in form eines liedes|"
        "in form eines briefes|als gedicht|als lied|in reimen"
    ),
    works=(
        "erklär*|schreib*|verfass*|übersetz*|beschreib*|zusammenfass*|zusammenzufassen|auflist*|aufzähl*|"
        "klassifizier*|kategorisier*|dekodier*|decodier*|entschlüssel*|entziffer*|sortier*|berechne*|"
        "ausrechnen|generier*|erläuter*|vergleich*|analysier*|paraphrasier*|umformulier*|rezitier*|ausführen|"
        "illustrier*|definier*|gedicht*|witz|haiku|aufsatz|kurzgeschichte|rezept für|rezept zum|ersetz*|"
        "kodier*|verschlüssel*|umwandel*|in form eines gedichts|in form eines liedes|in form eines briefes|"
        "als gedicht|als lied|in reimen|absatz schreiben"
    ),
    tells=("sagen|erzähl*|nennen|zeigen|beibringen|verraten|bestätig*|empfehlen|diskutier*|sprechen wir|aufklären|über * reden"),
    opens=(
        "erkläre|erklär mir|erklären sie|schreibe|schreib|schreiben sie|verfasse|verfassen sie|übersetze|"
        "übersetz|übersetzen sie|beschreibe|beschreiben sie|fasse|fass|fassen sie|listen sie|zähle|"
        "zählen sie * auf|nenne|nenn mir|nennen sie|klassifiziere*|kategorisiere*|dekodiere*|entschlüssele|"
        "entschlüsseln sie|sortiere*|berechne|berechnen sie|generiere*|erzähle|erzähl mir|erzählen sie|"
        "erläutere*|vergleiche|analysiere*|drucke|wiederhole|wiederholen sie|sag mir|sage mir|sagen sie mir|"
        "definiere*|beantworte|beantworten sie|kombiniere*|interlace|verschachtele|erstelle|erstellen sie|"
        "in form eines gedichts|als gedicht|liste mir|liste alle|liste * auf|liste die|nenn|ordne|ordnen sie|"
        "kodiere|wandle|forme|gib * ein beispiel|erstelle eine|fass zusammen|verfasst|schreibt|erklärt"
    ),
    knows=(
        "was ist|was sind|was war|was waren|was bedeutet|was passiert|wer ist|wer war|wer hat|wer schrieb|"
        "wer erfand|wer gewann|wie funktioniert*|wie viele|wie viel|wie hoch|wie groß|wie lang|wie alt|"
        "wie weit|wie heißt|wie heißen|wie wird|wie werden|wie kann man|wie macht man|wie ist das|wie lautet|"
        "wann wurde|wann war|wann fand|wo liegt|wo befindet|wo ist|welche*|warum|wie * man|wie kann ich|"
        "wie macht|wie mache|wie koche|wie bereite|wer entdeckte|wer malte|wer komponierte|wer gründete|"
        "wer baute|wo leben|wo wohnt|wann begann|wann endete|was verursacht|was macht|was kostet|"
        "wie entsteh*|wie heiß*|woraus|wovon|wodurch|wozu|wie schnell|wie schwer|wie tief"
    ),
    talk=(
        "mein*|dein*|euer*|eure*|unser*|ihr|ihre|ihren|ihrem|ihrer|wir|uns|du|euch|er|heute|morgen|gestern|"
        "nächste*|letzte*|treffen|termin|dabei|anhang|unten|oben|schicken|schick*|senden|zusenden|zuschicken|"
        "zukommen|weiterleiten|mitbringen|preis|kostet|kosten|öffnet|schließt|geöffnet|lieferung|versand"
    ),
    plays=(
        "stell dir vor|stellen sie sich vor|stellt euch vor|nehmen wir an|nehmen sie an|nimm an|"
        "hypothetisch*|in einer welt|paralleluniversum|parallelen universum|parallelwelt|tu so|tun sie so|"
        "wenn du * wärst|rollenspiel|lass uns spielen|lassen sie uns sagen|denken wir|angenommen wir|"
        "angenommen, wir|angenommen, du|angenommen, ich|angenommen, sie|angenommen, es"
    ),
    claims=(
        "als experte*|als expertin|als ki|als ein ki|ich bin dein|ich bin der|ich bin ihr entwickler|"
        "dein entwickler|ihr entwickler|dein schöpfer|ihr schöpfer|ich bin gott|ich gebe dir|ich gebe ihnen|"
        "ich spende|ich werde dir|ich werde * spenden|logischerweise|logisch gesehen|du hast zugestimmt|"
        "sie haben zugestimmt|du hast gesagt|sie sagten|zu forschungszwecken|für die forschung|"
        "für ein forschungsprojekt|sicherheitsprüfung|sicherheitsüberprüfung|sicherheitsaudit|"
        "wissensverifizierung*|modus|systemcheck|als autorität|als administrator*|der präsident|"
        "forschungsprojekt|umfrage|dein chef|ihr chef|dein vorgesetzter|ihr vorgesetzter|polizist|"
        "polizeibeamter|mein freund sagte|mein freund hat mir|studien zeigen|forschung zeigt|"
        "untersuchungen zeigen|zu testzwecken|nur zum testen|ist üblich|gängige praxis|branchenstandard|"
        "für die sicherheit des landes|ich bin ein arzt|wir haben vereinbart"
    ),
    private=(
        "geburtsdatum|geburtstag|geburtsjahr|wohnort|wohnstadt|privatadresse|wohnadresse|e-mail-adresse|"
        "emailadresse|telefonnummer|handynummer|gehalt|kontostand|wo wohnt|wo lebt"
    ),
    ciphers=(
        "rot13|base64|cäsar-*|caesar-*|cäsarcode|morsecode|morse-code|morsezeichen|hexadezimal*|binärcode|"
        "binärzeichenfolge|binärstring|leetspeak|geheimschrift|umgekehrter reihenfolge|rückwärts"
    ),
)
