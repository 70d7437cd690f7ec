# ruff: noqa: E501, SIM905 (word lists)
"""Words that say of what kind a thing, a person or a sentence is."""

from __future__ import annotations

ITEMS: dict[str, str] = {
    word: kind
    for kind, words in {
        "car": "car cars automobile suv sedan hatchback coupe minivan van truck pickup convertible wagon ev auto cabriolet jeep",
        "bike": "bike bicycle ebike e-bike",
        "motorcycle": "motorcycle motorbike moped scooter vespa",
        "boat": "boat sailboat yacht",
        "phone": "phone smartphone cellphone mobile iphone handset",
        "laptop": "laptop notebook macbook chromebook thinkpad ultrabook",
        "computer": "computer pc desktop imac workstation",
        "tablet": "tablet ipad",
        "watch": "watch smartwatch",
        "camera": "camera dslr",
        "television": "tv television",
        "console": "console playstation xbox",
        "printer": "printer",
        "guitar": "guitar",
        "piano": "piano",
        "mattress": "mattress",
        "sofa": "sofa couch",
        "fridge": "fridge refrigerator",
        "router": "router",
    }.items()
    for word in words.split()
}
"""Things of which a person mostly has one: the next one takes the place of the one before."""

BRANDS: dict[str, str] = {
    brand: kind
    for kind, brands in {
        "car": "honda toyota volvo tesla ford bmw audi mercedes mercedes-benz volkswagen vw nissan mazda subaru hyundai kia chevrolet chevy jeep porsche lexus renault peugeot citroën citroen fiat skoda škoda seat opel vauxhall mini jaguar dacia mitsubishi suzuki ferrari lamborghini maserati bentley rivian lucid polestar byd dodge chrysler cadillac buick gmc infiniti acura genesis saab cupra alfa prius civic corolla camry golf passat polo accord mustang beetle",
        "bike": "brompton trek canyon cannondale giant cowboy vanmoof specialized bianchi gazelle cube scott",
        "motorcycle": "harley harley-davidson ducati yamaha kawasaki triumph vespa ktm",
        "phone": "iphone pixel galaxy oneplus xiaomi fairphone nokia motorola huawei",
        "laptop": "macbook thinkpad chromebook zenbook xps framework surface latitude elitebook",
        "tablet": "ipad",
        "console": "playstation ps4 ps5 xbox switch nintendo",
        "watch": "rolex omega casio garmin fitbit",
        "guitar": "gibson fender ibanez",
    }.items()
    for brand in brands.split()
}

RELATIONS = frozenset(
    """mother mom mum father dad parents brother sister son daughter wife husband partner spouse girlfriend boyfriend fiancé fiancée fiance fiancee uncle aunt
    cousin nephew niece grandmother grandma grandfather grandpa grandson granddaughter stepmother stepfather stepson stepdaughter kid kids child children
    twin twins boss manager colleague coworker friend roommate flatmate neighbour neighbor landlord teacher doctor dentist therapist coach trainer mentor
    professor dog cat puppy kitten parrot hamster rabbit horse mother-in-law father-in-law brother-in-law sister-in-law ex-wife ex-husband""".split()
)
PETS = frozenset("dog cat puppy kitten parrot hamster rabbit horse bird fish turtle snake pet pets dogs cats".split())
ALONE = frozenset(
    "mother mom mum father dad wife husband partner spouse girlfriend boyfriend fiancé fiancée fiance fiancee boss manager landlord dentist therapist".split()
)
"""Relations of which a person has one at a time."""

COLOURS = frozenset(
    "red blue green black white grey gray silver yellow orange purple pink brown beige gold turquoise navy maroon teal".split()
)
DIETS = frozenset(
    "vegetarian vegan pescatarian pescetarian flexitarian omnivore carnivore keto paleo gluten-free lactose-free kosher halal".split()
)
MARITAL = frozenset("married single divorced engaged widowed separated".split())
NOT_JOBS = frozenset(
    """fan lover person member mess lot bit little big huge great good bad kid child man woman guy girl boy parent mother father mom mum dad beginner
    morning night early late proud believer sucker friend newbie vegetarian vegan fool user customer native single few couple new total real true huge
    smoker runner reader night-owl owl perfectionist introvert extrovert twin vampire part victim pro witness hugger long way tough hard""".split()
)
FEELINGS = frozenset(
    """happy sad glad proud excited thrilled sorry tired exhausted worried afraid scared nervous anxious stressed grateful thankful fine good great okay ok
    well better sure curious interested ready busy amazed surprised pumped stoked overwhelmed relieved hopeful lucky blessed bored hungry thirsty sick upset
    angry mad annoyed confused disappointed impressed inspired looking trying thinking wondering hoping feeling so really very super just not totally glad
    certain aware confident determined serious kidding joking here back home alone free able unable""".split()
)
PLACE_STOP = frozenset("the a an my our his her their this that same next other new bigger smaller".split())
VAGUE = frozenset(
    """thing things problem point issue question answer idea fact reason way rest best worst most least one ones other others truth trick goal same only main
    first second last next part kind sort type lot bit day time night morning evening week weekend weather moment feeling experience place view food atmosphere
    story concert show movie film book game vibe energy team crowd result whole people person guys everything something anything nothing everyone someone it
    this that these those there what who which where when how why here he she they we you i key aim purpose secret next step catch deal news word words""".split()
)
"""Heads of phrases that name nothing by themselves: "the problem is ..." sets no attribute."""
