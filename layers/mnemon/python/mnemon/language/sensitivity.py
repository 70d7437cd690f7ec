# ruff: noqa: E501 (tables)
"""How delicate what a text says about somebody is: health, religion, orientation, politics, biometrics."""

from __future__ import annotations

from typing import Literal

from .patterns import Lazy

Class = Literal["health", "religion", "orientation", "politics", "biometric"]
ORDINARY = 1
LEVELS: dict[Class, int] = {"health": 4, "religion": 4, "politics": 4, "orientation": 5, "biometric": 5}


def classes(text: str) -> frozenset[Class]:
    """The sensitive classes that a statement touches. Words that are as often used of other things need a person beside them."""
    low = text.lower().replace("’", "'")
    return frozenset(name for name, pattern in _PATTERNS.items() if pattern.search(low))


def level(text: str) -> int:
    """1 for what is ordinary, up to 5."""
    return max((LEVELS[name] for name in classes(text)), default=ORDINARY)


_PATTERNS: dict[Class, Lazy] = {
    "health": Lazy(
        r"\b(?:diabet\w+|cancer|tumou?r|leuk\w+mia|lymphoma|chemo(?:therapy)?|hiv|aids|hepatitis|epilep\w+|asthma\w*|arthritis|migraines?|depress(?:ion|ed|ive)|bipolar|schizo\w+|anxiety disorder|panic attacks?|adhd|autis\w+|ptsd"
        r"|anorexi\w+|bulimi\w+|dementia|alzheimer'?s?|parkinson'?s?|multiple sclerosis|crohn'?s?|coeliac|celiac|endometriosis|infertil\w+|pregnan\w+|miscarriage|abortion|ivf|menopause|dialysis|transplant|pacemaker|insulin|antidepressants?|antibiotics"
        r"|ssri|statins?|diagnos(?:ed|is)|prescri(?:bed|ption)|surgery|biops\w+|rehab|relapse\w*|suicid\w+|self-harm\w*|addict(?:ed|ion)|alcoholi\w+|blood (?:pressure|sugar|type)|cholesterol|heart (?:attack|condition|disease|failure)|stroke"
        r"|chronic (?:pain|illness|fatigue|condition)|disabilit\w+|wheelchair|allerg(?:y|ies|ic)|std|sti|herpes|chlamydia|covid(?:-19)?|psychiatr\w+|therapist|medication|epipen|inhaler)\b"
        r"|\b(?:diabetes|krebs|schwanger\w*|depression\w*|diabète|enceinte|cáncer|embarazada)\b|糖尿病|癌症|抑郁|怀孕|艾滋|高血压"
    ),
    "religion": Lazy(
        r"\b(?:christian(?:ity)?|catholic(?:ism)?|protestant|evangelical|baptist|lutheran|mormon|jehovah'?s|orthodox (?:christian|jew\w*)|muslim|islam(?:ic)?|sunni|shia|jew(?:s|ish)?|judaism|hindu(?:ism)?|buddhis[tm]|sikh(?:ism)?|atheis[tm]|agnostic"
        r"|pagan|wiccan|ramadan|bar mitzvah|bat mitzvah|baptism|baptized|church|mosque|synagogue|gurdwara|converted to|rosary|communion|pray(?:s|ed|ing|er)?|faith in god|believes? in god|religio(?:n|us))\b|基督教|佛教|伊斯兰|穆斯林|天主教"
    ),
    "orientation": Lazy(
        r"\b(?:gay|lesbian|bisexual|pansexual|asexual|homosexual|heterosexual|queer|lgbt\w*|transgender|trans (?:wo)?man|non-?binary|gender ?(?:fluid|queer|dysphoria|identity)|came out|coming out as|sexual orientation|sex life|polyamor\w+)\b|同性恋|双性恋"
    ),
    "politics": Lazy(
        r"\b(?:vot(?:es?|ed|ing) (?:for|against)|republican|democrat(?!ic process)|conservative party|labour party|tory|tories|liberal democrat|green party|left-wing|right-wing|far[- ](?:left|right)|socialist|communist|libertarian|marxist|anarchist"
        r"|political (?:views?|party|beliefs?|opinions?|affiliation)|party member|trade union|union member|shop steward|(?:campaign(?:s|ed)?|canvass(?:es|ed)?) for|pro-(?:life|choice)|brexiteer|remainer|maga)\b|共产党|政治观点"
    ),
    "biometric": Lazy(
        r"\b(?:fingerprints?|face id|facial recognition|face ?prints?|voice ?prints?|iris scan\w*|retina(?:l)? scan\w*|palm (?:print|vein)s?|biometric\w*|dna (?:test|profile|results?|sequence|sample)|genetic (?:test|profile|data|results?|marker)|genome|brca[12]?)\b|指纹|虹膜"
    ),
}  # fmt: skip
