"""Portuguese."""

from .tongue import Tongue

PORTUGUESE = Tongue(
    asks=(
        "você pode|podes|poderia|poderias|você poderia|consegues|por favor|preciso que|quero que|"
        "gostaria que|eu preciso que|pode me|pode explicar*|pode escrever*|pode traduzir*|pode dizer*|"
        "pode classificar|pode listar|pode resumir|pode descrever|para mim|quero saber|dê-me|me dê|dá-me|"
        "em forma de poema|na forma de um poema|em forma de canção|em rima"
    ),
    works=(
        "explic*|expliqu*|escrev*|redig*|redij*|traduz*|traduç*|descrev*|resum*|enumer*|listar|classific*|"
        "categoriz*|decodific*|descodific*|decifr*|descriptograf*|orden*|calcul*|gerar|gere|compar*|analis*|"
        "parafrase*|reformul*|recit*|imprim*|execut*|ilustr*|defin*|poema*|piada*|haiku|redação|uma receita|"
        "conto|substitu*|codific*|cifrar|convert*|em forma de poema|na forma de um poema|em forma de canção|"
        "em rima|escrever um parágrafo"
    ),
    tells=("dizer*|dizer-me|me dizer|contar*|ensin*|revel*|confirm*|recomend*|falar sobre|falar de|discut*|partilhar|coment*"),
    opens=(
        "explica|explique|escreve|escreva|redige|redija|traduz|traduza|descreve|descreva|resume|resuma|"
        "enumera|enumere|classifica|classifique|decodifica|decodifique|decifre|ordena|ordene|calcula|calcule|"
        "conte-me|me conte|compara|compare|analisa|analise|recite|imprima|imprime|repita|repete|diga|diga-me|"
        "me diga|dize-me|responda|responde|defina|combine|entrelace|crie|forneça|em forma de poema|"
        "como um poema|liste os|liste as|liste alguns|liste algumas|faça uma lista|codifique|converta|"
        "componha|elabore|dê um exemplo|divida"
    ),
    knows=(
        "o que é|o que são|o que foi|o que significa|o que causa|o que|quem é|quem foi|quem|qual é|qual foi|"
        "qual a|qual o|quais são|quais|qual|como funciona*|como se|como posso|como é|como fazer|como os|"
        "como as|como um*|quantos|quantas|quanto|quando foi|em que ano|onde fica|onde está|por que|"
        "porque é que|como|a que|de que|com que|em que"
    ),
    talk=(
        "meu|minha|meus|minhas|teu|tua|teus|tuas|seu|sua|seus|suas|nosso*|nossa*|nós|hoje|amanhã|ontem|"
        "reunião|próximo|próxima|quer|queres|acha|achas|pensa|está|vai|vais|anexo|isso|isto|enviar*|envie*|"
        "mandar*|mande*|encaminh*|preço*|custa|custam|abre|fecha|entrega|frete"
    ),
    plays=(
        "imagine|imagina|imaginemos|suponha|supõe|suponhamos|vamos supor|vamos imaginar|hipotétic*|"
        "em um mundo|num mundo|universo paralelo|mundo paralelo|finja|finge|faça de conta|digamos que|"
        "interprete o papel|cenário"
    ),
    claims=(
        "como especialista|como ia|como uma ia|como autoridade|na qualidade de|sou seu|sou o seu|sou o teu|"
        "sou teu|sou deus|sou o|dou-te|dou-lhe|te dou|vou doar|doarei|vou te dar|pagarei|logicamente|"
        "você concordou|concordaste|mencionaste|você mencionou|você disse|disseste|para fins de pesquisa|"
        "fins de investigação|para pesquisa|projeto de pesquisa|uma pesquisa sobre|projeto de investigação|"
        "auditoria de segurança|verificação de segurança|modo de verificação|modo sistema|modo de sistema|"
        "modo desenvolvedor|o presidente|seu chefe|teu chefe|policial|polícia|meu amigo me disse|"
        "o meu amigo disse-me|pesquisas mostram|as pesquisas mostram|a investigação mostra|estudos mostram|"
        "para fins de teste|apenas para testes|prática comum|padrão da indústria|para a segurança do país|"
        "combinamos|na verdade sou|sou contador|lhe dou|eu te dou|lhe darei|te darei|dou a você"
    ),
    private=(
        "data de nascimento|cidade de residência|endereço de e-mail|endereço de email|endereço residencial|"
        "número de telefone|salário de|saldo bancário|onde mora|onde vive|onde reside|ano de nascimento"
    ),
    ciphers=(
        "rot13|base64|código césar|código de césar|cifra|código morse|morse|hexadecimal*|string binária|"
        "código binário|leet|ordem inversa|ao contrário|de trás para frente"
    ),
)
