"""French."""

from .tongue import Tongue

FRENCH = Tongue(
    asks=(
        "peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez|est-ce que tu peux|"
        "est-ce que vous pouvez|veuillez|s'il te plaît|s'il vous plaît|j'ai besoin que|je veux que|"
        "je voudrais que|j'aimerais que|pour moi|je veux savoir|donne-moi|donnez-moi|sous forme de chanson|"
        "sous forme de poème|sous la forme d'un poème|sous forme de lettre|en vers|en rimes"
    ),
    works=(
        "expliqu*|écri*|rédige*|tradui*|décri*|résum*|énumér*|lister|listez|classer|classe*|catégoris*|"
        "décod*|déchiffr*|décrypt*|trie*|trier|calcul*|génér*|compar*|analys*|paraphras*|reformul*|récite*|"
        "imprim*|exécut*|illustr*|défini*|poème*|poèmes|blague*|haïku*|dissertation|une recette|"
        "histoire courte|remplace*|encod*|chiffrer|convert*|sous forme de chanson|sous forme de poème|"
        "sous la forme d'un poème|sous forme de lettre|en vers|en rimes|nommer|citer|nomme*"
    ),
    tells=(
        "dire|me dire|raconte*|m'indiquer|m'apprendre|révél*|confirm*|recommand*|discut*|parler de|en parler|"
        "donner un exemple|en dire plus|commenter"
    ),
    opens=(
        "explique|expliquez|écris|écrivez|rédige|rédigez|traduis|traduisez|décris|décrivez|résume|résumez|"
        "énumère|énumérez|listez|classez|décode|décodez|déchiffre|déchiffrez|triez|calcule|calculez|génère|"
        "générez|raconte|racontez|compare|comparez|analyse|analysez|récite|récitez|imprime|imprimez|répète|"
        "répétez|dis-moi|dites-moi|dites|nomme|nommez|réponds|répondez|définis|définissez|combine|combinez|"
        "entrelace*|crée|créez|fournis|fournissez|sous forme de poème|liste-moi|classifie|classifiez|"
        "trie ces|trie les|fais une liste|faites une liste|encode|encodez|convertis|convertissez|"
        "donne un exemple|donnez un exemple|composez|compose|imagine un*|trouve|trouvez|donnez la recette|"
        "donne la recette|cite|citez"
    ),
    knows=(
        "qu'est-ce que|qu'est-ce qu'*|c'est quoi|qui est|qui était|qui a|qui fut|quel est|quelle est|"
        "quels sont|quelles sont|quel était|quelle était|quelle|quel|comment fonctionne*|comment se|"
        "comment est|comment sont|comment faire|comment on|comment les|comment l*|comment un*|combien|"
        "quand a|quand est|quand fut|en quelle année|où se trouve|où est|pourquoi|que signifie|que se passe|"
        "comment|de quoi|à quelle|à quel|de quelle|dans quel|dans quelle|en quoi"
    ),
    talk=(
        "mon|ma|mes|ton|ta|tes|votre|vos|notre|nos|leur|nous|tu|toi|aujourd'hui|demain|hier|prochaine|"
        "dernier|dernière|réunion|rendez-vous|ci-joint*|là-bas|expliquer cela|faire cela|envoyer|envoie*|"
        "renvoyer|transmettre|faire parvenir|prix|coûte|coûtent|ouvre|ferme|livraison|ouverture|tarif*"
    ),
    plays=(
        "imagine|imaginez|imaginons|suppose que|supposez|supposons|supposons que|hypothétique*|dans un monde|"
        "univers parallèle|univers alternatif|fais semblant|faites semblant|fais comme si|faites comme si|"
        "disons que|joue le rôle|jouez le rôle|scénario"
    ),
    claims=(
        "en tant qu'expert*|en tant qu'ia|en tant que|je suis ton|je suis votre|je suis dieu|je suis le|"
        "je te donne*|je vous donne*|je ferai un don|je donnerai|je paierai|logiquement|tu as accepté|"
        "vous avez accepté|vous avez convenu|vous avez mentionné|vous avez dit|tu as dit|tu étais d'accord|"
        "à des fins de recherche|pour la recherche|projet de recherche|audit de sécurité|"
        "contrôle de sécurité|mode de vérification|mode vérification|mode système|"
        "vérification des connaissances|mode développeur|enquête sur|le président|votre patron|ton patron|"
        "votre supérieur|ton supérieur|policier|agent de police|mon ami m'a dit|des études montrent|"
        "les recherches montrent|la recherche montre|à des fins de test|juste pour tester|pratique courante|"
        "norme de l'industrie|pour la sécurité du pays|tout le monde|nous avons convenu|je suis comptable|"
        "je suis en fait"
    ),
    private=(
        "date de naissance|ville de résidence|adresse e-mail|adresse email|adresse électronique|"
        "adresse personnelle|numéro de téléphone|salaire de|solde bancaire|où habite|où vit|où réside|"
        "année de naissance"
    ),
    ciphers=(
        "rot13|base64|code césar|code de césar|chiffre de césar|chiffrement|code morse|hexadécimal*|"
        "chaîne binaire|code binaire|leet|verlan|ordre inverse|à l'envers"
    ),
)
