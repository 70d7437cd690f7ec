# ruff: noqa: E501 (tables)
"""By which words a statement is told to be about somebody's health, faith, orientation, politics or body.

Some words say so wherever they stand ("insulin", "lesbian"). Others are as often used of things (a stroke of a brush, a church that was
visited, an agnostic library, the fingerprint of a key): these need words beside them that make them somebody's own.
"""

from __future__ import annotations

from .patterns import Lazy

_IS = r"(?:am|is|was|are|were|be|been|being|become|becomes|became|[a-z]+'m|[a-z]+'re|(?:he|she|that|who|it)'s|as|identif(?:y|ies|ied) as|feels?|felt|feeling)"
_OWN = r"(?:my|her|his|their|our|[a-z]+'s|the user's)"
_GOT = r"(?:has|have|had|having|got|gets?|getting|caught|suffer(?:s|ed|ing)? from|suffered|survived|recover(?:s|ed|ing) from|living with|lives with|[a-z]+'ve(?: got)?)"
_SOME = r"(?:[a-z-]+ ){0,2}"
_A = r"(?:an? |the )?"

ASIDE = Lazy(
    # what a thing is about, or for
    r"\b(?:books?|novels?|films?|movies?|documentar(?:y|ies)|articles?|essays?|papers?|podcasts?|stor(?:y|ies)|courses?|lectures?|museums?|exhibitions?|research|reports?|fundraisers?|charit(?:y|ies)|campaigns?|donat\w+|posts?|blogs?|songs?|poems?|thes[ie]s|datasets?|apps?|cod(?:e|ing)|software)"
    r" (?:(?:about|on|of|into|to|for|against|that tracks?|around) )(?:(?!\b(?:my|her|his|their|our|own|because|since|after|and|but|while)\b)[^.;,!?])*"
    # a word that only says what kind of thing it is
    r"|\b[\w+]+(?: disease| cell)?(?:'s)?[ -](?:research\w*|awareness|charity|fundraiser|friendly|free|recipes?|rights|laws?|bill|debate|museum|stories|literature|studies|history|dataset|classifier|detection|prevention|joke|movie|film|novel|book|documentary|conference|parade|poetry|pandemic|restrictions|lockdowns?|measures|season)\b"
)
"""Is taken out before anything is looked for."""

_HEALTH = (
    r"\b(?:diabet\w+|cancer|tumou?rs?|leuk\w+mia|lymphoma|chemo(?:therapy)?|hiv|hepatitis|epilep\w+|asthma\w*|arthritis|migraines?|depressive|bipolar(?! (?:junction|transistor))|schizo\w+|anxiety (?:disorder|attacks?)|panic (?:disorder|attacks?)|adhd|autis\w+|ptsd"
    r"|anorexi\w+|bulimi\w+|eating disorder|dementia|alzheimer'?s?|parkinson'?s(?! law)|multiple sclerosis|crohn'?s?|c(?:o)?eliac|endometriosis|infertil\w+|pregnan(?:t|cy)|miscarr(?:iage|ied)|abortion|ivf|menopaus\w+|dialysis|pacemaker|insulin|antidepressants?|antibiotics"
    r"|ssris?|statins?|biops(?:y|ies)|relaps(?:ed?|ing) (?:into|after|last|this|in)|suicid(?:e|al)(?! squad)|self-harm\w*|blood (?:pressure|sugar|type)|heart (?:attack|condition|disease|failure)|kidney (?:disease|failure)"
    r"|chronic (?:pain|illness|fatigue|condition|disease|kidney)|chronically ill|allerg(?:y|ies|ic)|herpes|chlamydia|gonorrh\w+|syphilis|psychiatric|epipen|inhaler|hypertension|hypothyroid\w*|hyperthyroid\w*|sickle cell|cystic fibrosis|tuberculosis|malaria|pneumonia|copd|ibs|gout|lactose intoleran\w+|gluten intoleran\w+|prozac|xanax|zoloft|lexapro|metformin|ozempic|adderall|ritalin|warfarin|levothyroxine|prednisone|eczema|psoriasis|lupus|fibromyalgia|insomnia|sober for|detox(?:ing)? from)\b"
    rf"|\b(?:diagnosed (?:with|at|last|in|this|two|three|when)|{_OWN} {_SOME}(?:diagnosis|prescriptions?|surgery|medications?|meds|operation on|therapist|psychiatrist|psychologist|oncologist|cardiologist|cholesterol|disabilit(?:y|ies)|rehab|addiction|depression|blood (?:test|work) results?))\b"
    rf"|\b(?:{_GOT}|with|after|from|in) (?:postpartum |severe |clinical |mild |chronic )?depression\b|\b(?:clinical|postpartum) depression\b|(?<!market )(?<!economy )(?<!prices )(?<!sales )\b{_IS} (?:so |very |clinically |severely |deeply |really )?depressed\b"
    rf"|\b{_GOT} {_A}(?:another )?{_SOME}strokes?\b(?! of (?!his|her|my|their))|\bstroke (?:survivor|patient)|\b(?:{_GOT}|with|of|died of) aids\b|\b{_GOT} {_A}{_SOME}(?:std|sti)s?\b"
    rf"|\b(?:{_GOT}|down with|sick with|positive for|long|from) (?:long )?covid(?:-19)?\b|\b{_GOT} {_A}{_SOME}(?:surgery|transplant|disabilit(?:y|ies)|concussion|seizures?|prescription|relapse|high cholesterol|syndrome|anxiety|food intolerance)\b"
    r"|\b(?:needs?|needed|undergo\w*|underwent|scheduled for|recover\w* (?:after|from)|before|after) (?:an? )?(?:[a-z]+ )?surgery\b|\b(?:knee|hip|heart|back|brain|spinal|bypass|bariatric|open-heart) surgery\b|\b(?:kidney|liver|heart|lung|bone marrow|stem cell|organ) transplant\b"
    r"|\b(?:is|are|was|were|been|am|got|doctor|dr\.? [a-z]+) prescribed\b|\b(?:take|takes|taking|took|on|off|need|needs) (?:[a-z]+ ){0,2}(?:medications?|meds)\b|\b(?:in|into|to|through|doing|does|did|do|from) (?:my |her |his |their )?(?:physical |drug |alcohol )?rehab\b"
    r"|\b(?:see|sees|seeing|saw|visit\w*|talk\w* to) (?:an? |my |her |his |their )(?:[a-z]+ )?(?:therapist|psychiatrist|oncologist|psychotherapist)\b|\b(?:in|start\w*|goes to|go to|going to|went to|attends?) (?:[a-z]+ )?(?:therapy|psychotherapy)\b(?! dog)"
    r"|\baddicted to (?:alcohol|drugs?|heroin|cocaine|opioids?|painkillers?|meth\w*|nicotine|gambling|pills|porn\w*|cannabis)|\b(?:drug|alcohol|opioid|substance|gambling|heroin|cocaine|recovering) addict(?:ion|s)?\b|\balcoholism\b|\b(?:an|is|am|are|was|recovering|former) alcoholic\b(?! (?:drink|bever|beer|cocktail|wine|cider))|\balcoholics anonymous\b"
    rf"|\b(?:uses?|using|in|needs?) an? (?:[a-z]+ )?wheelchair\b|\bwheelchair user\b|\b(?:i'm|i am|he is|she is|he's|she's) (?:[a-z]+ )?disabled\b|\b{_IS} (?:legally )?(?:blind|deaf)\b(?! to)"
    r"|\b(?:krebs|schwanger\w*|diabète|enceinte|cáncer|embarazada|depressionen)\b|糖尿病|癌症|抑郁症|怀孕|艾滋|高血压"
)
_FAITH = r"(?:christian|catholic|protestant|evangelical|baptist|lutheran|methodist|anglican|mormon|jehovah's witness|orthodox christian|orthodox jew\w*|muslim|sunni|shia|jew|jewish|hindu|buddhist|sikh|jain|atheist|pagan|wiccan|quaker|rastafarian|zoroastrian|bah[aá]'[ií])s?"
_NOT_FAITH = r"(?!-)(?! (?:temple|art|museum|cemetery|architecture|church|cathedral|histor|studies|texts?|literature|restaurant|food|cuisine|quarter|festival|monastery|monk|statue|philosoph|dior|bale|ronaldo|louboutin|name\b|music|rock))"
_RELIGION = (
    rf"(?<!name )(?<!named )\b{_IS} (?:an? )?(?:(?!not\b)[a-z-]+ ){{0,1}}{_FAITH}\b{_NOT_FAITH}|\b(?:raised|born|grew up|practi[sc]ing|devout|observant|lapsed|strict|faithful|secular|reform|fellow|proud|born-again) (?:an? |as an? )?{_FAITH}\b{_NOT_FAITH}"
    rf"|\bconvert(?:s|ed|ing)? (?:to|from) (?:christianity|catholicism|islam|judaism|hinduism|buddhism|sikhism|orthodoxy|{_FAITH})\b|\b(?:practi[sc]es?|practi[sc]ing|follows?|left) (?:christianity|catholicism|islam|judaism|hinduism|buddhism|sikhism)\b"
    rf"|\b{_FAITH} (?:faith|identity|heritage|upbringing|background|roots|family|parents|beliefs?|convert)\b|\b(?:my|our|her|his|their|part of the|joined the|member of the) (?:local )?(?:christian|catholic|muslim|jewish|hindu|buddhist|sikh) community\b|\b(?:am|is|was|are|'m|an) agnostic\b(?=$|[.,;!?)]| (?:and|but|by|since|who|now))|\batheism\b"
    r"|\b(?:go|goes|going|went|gone|attend\w*|back|come|comes|came) (?:to )?(?:the |my |her |his |their |our |a )?(?:local |nearby |same )?(?:church|mosque|synagogue|gurdwara|catholic mass|sunday mass|mass|bible study|sunday school)\b(?! (?:in [a-z]+ square|effect|product|transit|market|media|shooting))"
    r"|\bjoin(?:ed|s|ing)? (?:an? |the |our |my |his |her |their )(?:[a-z]+ ){0,2}(?:church|mosque|synagogue|gurdwara|congregation|parish|temple|ashram|bible study)\b|\b(?:my|our|her|his|their) (?:[a-z]+ )?(?:church|mosque|synagogue|gurdwara|temple|parish|congregation|rabbi|pastor|priest|imam|bible study)\b|\bfrom church\b|\bchurch (?:friends|group|choir|member|community|service|every)"
    r"|\b(?:bar|bat) mitzvah|\bbaptis(?:m|ed)\b|\bbaptized\b|\b(?:first|holy|takes?|took|receiv\w+) communion\b|\b(?:says?|prays?) the rosary\b|\b(?:fast\w*|observ\w*|celebrat\w*|keeps?) (?:[a-z]+ )?(?:for |during |in )?(?:ramadan|lent|shabbat|yom kippur|the sabbath|eid|diwali|passover|hanukkah)\b|\b(?:keeps?|eats?|follows?|on) (?:only |strictly |an? )*(?:kosher|halal)\b|\battend\w* (?:[a-z'.]+ ){0,3}(?:church|mosque|synagogue)\b"
    r"|\b(?:pray|prays|prayed|praying) (?:every|daily|five|at|to god|to allah|in|together|before|each)\b|\b(?:my|her|his|their|daily|morning|evening) prayers?\b|\b(?:faith|believes?|belief) in (?:god|jesus|christ|allah|reincarnation)\b"
    r"|\b(?:my|her|his|their|the user's) (?:religion|faith|religious beliefs?)\b|\b(?:am|is|was|are|i'm|he's|she's) (?:not |very |deeply |quite |really |more |an? |so |still )*religious\b(?! (?:about|reasons?|text|art|site|stud|conserv|group|build|freedom|leader))|基督徒|佛教徒|信佛|信教|基督教|佛教|伊斯兰|穆斯林|天主教"
)
_LOVES = r"(?:gay|lesbian|bisexual|pansexual|asexual|homosexual|heterosexual|queer|transgender|transsexual|transgendered|non-?binary|gender ?fluid|gender ?queer|polyamorous|intersex|trans(?!-))"
_NOT_LOVES = r"(?! (?:bar|club|marriage|culture|icon|cinema|art\b|artists|reproduction|youth|pride))"
_ORIENTATION = (
    rf"\b{_IS} (?:an? )?(?:openly |also |proudly |[a-z]+ly )?{_LOVES}\b{_NOT_LOVES}|\blesbians?\b{_NOT_LOVES}|\b(?:gay|lesbian|bisexual|queer|transgender|trans|non-?binary) (?:wo)?m[ae]n\b|\b(?:transgender|trans|gay|queer) (?:teen\w*|girl|boy|person|kid|child|son|daughter|brother|sister|identity|journey|couple)\b"
    rf"|\b(?:my|her|his|their|[a-z]+'s) (?:own )?(?:gender identity|sexuality|sexual orientation|sexual preferences?|sex life|gender transition)\b|\b(?:my|her|his|their) coming out\b|\battracted to (?:both|(?:other )?(?:men|women)|the same sex)\b|\bgender dysphoria\b|\bpolyamor(?:y|ous)\b"
    rf"|\b(?:came|come|comes|coming) out as (?:an? )?{_LOVES}|\b(?:came|come|comes|coming) out to (?:my|her|his|their|our) (?:[a-z]+ )?(?:family|parents|mom|mum|dad|mother|father|friends?|sister|brother|colleagues|co-?workers|boss|wife|husband|kids|children|partner|grand\w+|team|class)\b"
    rf"|\b(?:part|members?) of (?:the |an? )(?:local )?lgbt\w*|\blgbt[\w+]* (?:support group|counsell?ing|activist group|identity|person|woman|man|teen)|\b{_IS} (?:an? )?lgbt[\w+]*(?= (?:person|woman|man)|[.,;!?]|$)|同性恋|双性恋"
)
_PARTY = r"(?:green|labou?r|conservative|republican|democratic|liberal|liberal democratic?|socialist|communist|reform|libertarian|workers'?|people's|christian democratic|social democratic|pirate|left|nationalist|tory|political)"
_PARTISAN = r"(?:republican|democrat|liberal democrat|tory|libertarian|marxist|anarchist|communist|socialist|leftist|brexiteer|remainer|social democrat)s?"
_POLITICS = (
    rf"\b(?:{_PARTY} party|labou?r|tory|green|democratic|republican|conservative) (?:member|supporter|voter|activist)\b|\b(?:vot(?:es?|ed|ing) (?:for|against)|supports?|supporter of|supporting) (?:the )?(?:{_PARTY}\b|tor(?:y|ies)|greens|democrats?|republicans?|conservatives|lib dems|far[- ](?:left|right)|trump|biden|obama|clinton|harris|brexit|leave\b|remain\b|independence|afd|spd|cdu|le pen|macron|modi|lula)"
    rf"|\b(?:member of|joined|join|support(?:s|ed|ing)?|donat\w+ to|volunteer\w* for|belongs? to|votes?|voted|votes for|campaign\w* for|canvass\w* for) (?:the |a )?(?:[a-z]+ )?{_PARTY} party\b|\b(?:votes?|voted|voting) (?:labou?r|conservative|green|republican|democrat|democratic|tory|lib dem|liberal|left|right)\b"
    rf"|\b{_IS} (?:an? )?(?:(?!not\b)[a-z-]+ )?{_PARTISAN}\b(?! (?:senator|congress\w+|governor|party convention|art|architecture|realism))|\b{_IS} (?:an? )?(?:politically |socially |fiscally |staunch |lifelong )(?:conservative|liberal|left|right|progressive)|\b(?:registered|lifelong|staunch) (?:republican|democrat|conservative|tory|labour|independent)"
    r"|\b(?:left|right)-(?:wing(?:er)?|leaning)\b(?! (?:back|forward|position))|\bfar[- ](?:left|right)\b(?! (?:corner|side|of|column|button|end))|\b(?:my|her|his|their|[a-z]+'s) political (?:views?|party|beliefs?|opinions?|affiliation|leanings?)\b|\bparty member\b|\bunion (?:member\w*|rep\b|representative|organi[sz]er|steward)|\bshop steward\b|\bmember of (?:the |a )(?:[a-z']+ ){0,2}(?:trade |labou?r )?union\b(?! (?:jack|station|square))|\bjoin\w* (?:the |a )(?:trade |teachers'? |workers'? |nurses'? )union\b|\btrade unionist\b"
    r"|\b(?:campaign(?:s|ed|ing)?|canvass(?:es|ed|ing)?) for (?:the )?(?:mayor|president|labou?r|greens?|tories|democrats?|republicans?|conservatives|candidate|senator|mp\b|brexit|independence)|\bpro-(?:life|choice)\b|\bbrexiteer\b|\bmaga\b|共产党员|入党|政治观点"
)
_PRINT = r"(?:fingerprints?|face ?prints?|voice ?prints?|palm ?(?:print|vein)s?|iris(?: scan)?|retina(?:l)?(?: scan)?|face scan|biometrics?|biometric (?:data|template|profile))"
_BIOMETRIC = (
    rf"\b(?:my|her|his|their|the user's|(?!(?:key|server|browser|device|certificate|host|file|model|user agent|cluster|client)'s)[a-z]+'s) (?:[a-z]+ )?{_PRINT}\b(?! (?:reader|sensor|scanner)s? (?:is|are|was|broke|does|costs?))"
    r"|\b(?:unlock\w*|log(?:s|ged)? in|sign(?:s|ed)? in|identif\w+|authenticat\w+|open\w*|enrol\w*|register\w*|clock\w* in) (?:[a-z]+ ){0,4}(?:with|by|through|via|using) (?:an? |my |her |his |their )?(?:[a-z]+ )?(?:fingerprint|face id|touch id|facial recognition|iris scan|retina scan|palm (?:print|vein)|voice ?print)"
    r"|\b(?:had|took|did|got|has|have|did|carries|carry|carrier of|tested|taking|from|my|her|his|their) (?:[a-z]+ ){0,3}(?:dna|genetic|genome) (?:[a-z]+ )?(?:test\w*|results?|profile|mutation|marker|condition|sequenc\w*|disorder)|\b(?:my|her|his|their) (?:own )?(?:dna|genome|genetic (?:data|profile|results?))\b|\bbrca[12]?\b|指纹|虹膜"
)

HEALTH, RELIGION, ORIENTATION, POLITICS, BIOMETRIC = map(Lazy, (_HEALTH, _RELIGION, _ORIENTATION, _POLITICS, _BIOMETRIC))

TOUCHES = Lazy(
    r"\b(?:diab|cancer|cáncer|tumo|leuk|lymphom|chemo|hiv|hepat|epile|asthma|arthrit|migrain|depress|bipolar|schizo|anxiety|panic|adhd|autis|ptsd|anorex|bulimi|eating|dementia|alzheim|parkinson|multiple|crohn|coeli|celi|endometr|infertil|pregnan|miscarr|abort|ivf"
    r"|menopau|dialys|pacemak|insulin|antidep|antibio|ssri|statin|biops|relaps|suicid|self|blood|heart|kidney|chronic|allerg|sickle|cystic|tubercul|malaria|pneumon|copd|ibs\b|gout|lactose|gluten|intoleran|prozac|xanax|zoloft|lexapro|metformin|ozempic|adderall|ritalin|warfarin|levothyr|prednis|herpes|chlamy|gonorr|syphil|psychiat|psycholog|psychother|epipen|inhaler|hypert|hypoth|eczema|psoria|lupus|fibromy|insomn|sober|detox|diagnos"
    r"|prescri|surg|medic|meds|operation|therap|oncolog|cardiol|cholest|disab|rehab|addict|stroke|aids|stds?\b|stis?\b|covid|transplant|concuss|seizure|syndrome|alcohol|wheelch|blind|deaf|krebs|schwanger|enceinte|embaraz"
    r"|christ|cathol|protest|evangel|baptis|baptiz|luther|methodis|anglic|mormon|jehovah|orthodox|muslim|islam|sunni|shia|jew|judais|hindu|buddh|sikh|jain|athei|pagan|wicca|quaker|rastafar|zoroast|bah[aá]|agnost|church|mosque|synagog|gurdwara|mass|bible|sunday"
    r"|congreg|parish|temple|ashram|rabbi|pastor|priest|imam|bar mitz|bat mitz|communion|rosary|ramadan|lent|shabbat|yom|sabbath|eid|diwali|passover|hanukk|kosher|halal|pray|faith|belie|religi"
    r"|gay|lesb|bisex|pansex|asex|homosex|heterosex|queer|trans|non-?bin|gender|polyam|intersex|sex|lgbt|came out|com(?:es?|ing) out"
    r"|attract|vot|support|party|politic|republic|democr|liberal|libertar|marxis|anarch|commun|socialis|leftis|brexit|remainer|social|lifelong|registered|staunch|fiscal|left|right|far|union|shop|campaign|canvass|pro-|maga|tory|conserv|labou?r"
    r"|finger|face|facial|touch id|voice|palm|iris|retina|biometr|dna|genet|genom|brca)|[\u2e80-\U0003ffff]"
)
"""One of these is in every statement that the tables above know: what has none needs no closer look."""
