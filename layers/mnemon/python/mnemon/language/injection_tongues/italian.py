"""Italian."""

from .tongue import Tongue

ITALIAN = Tongue(
    asks=(
        "puoi|potresti|potrebbe|potete|mi puoi|mi può|per favore|ho bisogno che|voglio che|vorrei che|"
        "mi piacerebbe che|può spiegar*|può scriver*|può dirmi|può tradurre|può riassumere|può lei|per me|"
        "voglio sapere|dammi|mi dia|fornirmi|sotto forma di poesia|sotto forma di canzone|in forma di poesia|"
        "in rima"
    ),
    works=(
        "spieg*|scriv*|redig*|tradu*|descriv*|riassum*|enumer*|classific*|categorizz*|decodific*|decifr*|"
        "decritt*|ordinare|ordina|calcol*|gener*|confront*|analizz*|parafras*|riformul*|recit*|stamp*|esegu*|"
        "illustr*|defini*|poesia*|poesie|barzellett*|haiku|saggio|una ricetta|racconto|sostitui*|"
        "si può scrivere|codific*|cifrare|convert*|sotto forma di poesia|sotto forma di canzone|"
        "in forma di poesia|in rima|elencare|elencar*|elenchi|elenca"
    ),
    tells=("dirmi|dire|raccont*|insegn*|rivel*|conferm*|consigli*|raccomand*|parlare di|parlarmi|discut*|nominare|commentare"),
    opens=(
        "spiega|spiegami|spieghi|scrivi|scriva|scrivimi|redigi|traduci|traduca|descrivi|descriva|riassumi|"
        "riassuma|elenca|elenchi|classifica|decodifica|decifra|calcola|raccontami|analizza|recita|ripeti|"
        "dimmi|mi dica|rispondi|risponda|definisci|combina|interlaccia|crea|fornisci|sotto forma di poesia|"
        "stampa quanto|stampa il|stampa la|ordina questi|ordina i|fai una lista|fai un elenco|codifica|"
        "converti|converta|componi|componga|elabora|dammi un esempio|dividi"
    ),
    knows=(
        "che cos'è|che cosa è|che cosa sono|cos'è|cosa sono|cosa significa|cosa succede|cosa causa|chi è|"
        "chi era|chi ha|chi fu|qual è|qual era|quali sono|quali|quale|come funziona*|come si|come posso|"
        "come fa|come fanno|come viene|quanti|quante|quanto è|quanto|quando è|quando fu|in che anno|"
        "dove si trova|perché|di cosa|di che|come|com'è|quanto dista|quanto costa|quanto pesa|a che"
    ),
    talk=(
        "mio|mia|miei|mie|tuo|tua|tuoi|tue|suo|sua|suoi|sue|nostro|nostra|nostri|nostre|vostro*|vostra|noi|"
        "tu|voi|oggi|domani|ieri|riunione|appuntamento|prossimo|prossima|vuoi|pensi|credi|fai|vai|stai|"
        "allegato|questo|inviar*|mandar*|spedir*|inoltrar*|prezzo|prezzi|costa|costano|apre|chiude|"
        "spedizione|consegna"
    ),
    plays=(
        "immagina|immagini|immaginate|immaginiamo|supponi|supponiamo|supponga|ipotetic*|in un mondo|"
        "universo parallelo|mondo parallelo|fingi|finga|facciamo finta|fai finta|diciamo che|"
        "interpreta il ruolo|scenario"
    ),
    claims=(
        "come esperto|come esperta|come ia|in qualità di|in quanto|come autorità|sono il tuo|sono il suo|"
        "sono tuo|sono dio|ti do|ti darò|donerò|pagherò|logicamente|hai accettato|hai concordato|hai detto|"
        "hai menzionato|eri d'accordo|a scopo di ricerca|per la ricerca|progetto di ricerca|"
        "audit di sicurezza|controllo di sicurezza|modalità di verifica|modalità sistema|"
        "modalità sviluppatore|modalità|sondaggio|il presidente|il tuo capo|il suo capo|poliziotto|"
        "agente di polizia|il mio amico mi ha detto|un amico mi ha detto|le ricerche dimostrano|"
        "le ricerche mostrano|gli studi dimostrano|a scopo di test|solo per test|pratica comune|"
        "standard del settore|per la sicurezza del paese|abbiamo concordato|in realtà sono|sono un contabile"
    ),
    private=(
        "data di nascita|città di residenza|indirizzo email|indirizzo e-mail|indirizzo di casa|"
        "numero di telefono|stipendio di|saldo bancario|dove vive|dove abita|dove risiede|anno di nascita"
    ),
    ciphers=(
        "rot13|base64|codice cesare|cifrario|cifra|codice morse|morse|esadecimal*|stringa binaria|"
        "codice binario|leet|ordine inverso|al contrario"
    ),
)
