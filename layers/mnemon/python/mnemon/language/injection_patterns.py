# ruff: noqa: E501 (patterns)
"""The shapes of sentences that `injection` weighs, made of its words. All gaps are bounded, so that none looks twice at a long text."""

from __future__ import annotations

import re
import unicodedata

from . import injection_words as w
from .patterns import Lazy

LEAD = Lazy(
    r"^[\s\"'“(<\[{*#>\-–•!/\d.)=|:;]*(?:speaking of [^,.]{2,40},\s*|as an? [^,.]{3,60},\s*|in (?:the |an? )?(?:film|movie|book|novel|play|story|series|form|style|manner|voice)\b[^,.?!]{0,60},\s*|when \w+ing [^,.?!]{3,80},\s*|(?:please|kindly|now|then|also|and|but|first|finally|actually|instead|next|so|ok(?:ay)?|oh|well|hey|hi|note|important|attention|by the way|on (?:another|a different|a side) note|that reminds me|anyway|never ?mind|scratch that|changing the subject|in addition|additionally|furthermore|q|todo)\b[\s,:!.-]*){0,3}",
    re.IGNORECASE,
)
IMPERATIVE = Lazy(
    rf"(?!(?:design|report|review|plan|research|list|search|name|check|rate|rank|display|share|detail|estimate|guess|question|state|sort|help)\s*:)(?:please |kindly |just |also |now |then )*(?:{w.TASKS})\b(?!['’]?s\b)(?! (?:is|was|are|were|has|had|of)\b)"
)
CAN_YOU = Lazy(r"\b(?:can|could|would|will|can't|couldn't) you\b(?: please| kindly| also| just| maybe| possibly)?")
NEED_YOU = Lazy(
    r"\b(?:i (?:need|want|require|would like|'d like) (?:you to|your|to know)|you (?:have|need|must|should|ought)\b|it'?s (?:\w+ ){0,2}(?:important|crucial|vital|essential|necessary)(?: that| for) you|let'?s (?:talk|discuss)|can (?:we|i) (?:talk|discuss)|(?:if|unless|until) you "
    rf"(?:{w.TASKS})\b"
    r"|i(?: would|'d) (?:like to|love to) know)"
)


def _everywhere(pattern: str) -> Lazy:
    """In the form that texts are brought into."""
    return Lazy(unicodedata.normalize("NFKC", pattern))


ENGLISH = Lazy(r"\b(?:the|is|are|of|to|you|my|and|it)\b")
LATIN = Lazy(r"[A-Za-z\uff21-\uff5a]{2}|[\u200b-\u200f\u2060-\u2064\U000e0020-\U000e007f]")
CODE = Lazy(r"[=(){}<>_;$#*|/]|\w\.\w|\d")
OTHER_LETTERS = Lazy("[\u0370-\u1dff\u1f00-\u1fff\u2e80-\ud7ff\uf900-\ufdff\ufe70-\uffdc]")
NO_WIDTH = Lazy("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+")
OFFERS = Lazy(r"\b(?:(?:can|may|could|shall) (?:i|we) (?:help|assist|offer|do)|would you like|do you (?:have|know|want|like))\b")
FREQUENT_ENGLISH = Lazy(
    r"\b(?:the|is|are|of|to|you|my|and|it|a|an|in|for|that|with|i|i'm|we|be|have|has|what|how|can|do|not|on|at|was|were|will|this|your|so|just|like|but|as|if|by|or|from|they|he|she|his|her|all|there|been|would|about|more|when|out|up|who|get|any|no|yes|let's|it's|that's|some|me|our|us|here|good|great|thanks)\b"
)
FOREIGN_OVERRIDE = _everywhere(rf"(?!\bignor(?:es|ed|ing)\b){w.FOREIGN_OVERRIDE}")
FOREIGN_RULES = _everywhere(w.FOREIGN_RULES)
FOREIGN_SECRET = _everywhere(rf"{w.FOREIGN_SECRETS}|{w.FOREIGN_USER}")
FOREIGN_ASKS = _everywhere(w.FOREIGN_ASKS)
FOREIGN_OWN_ACCOUNT = _everywhere(w.FOREIGN_OWN_ACCOUNT)
FOREIGN_QUESTION, FOREIGN_YOU = _everywhere(w.FOREIGN_QUESTION), _everywhere(w.FOREIGN_YOU)
FOREIGN_SWITCH = _everywhere(w.FOREIGN_SWITCH)
FOREIGN_END = Lazy(r"[?？؟;][\s\"'”»]*$|か[。？]?$")
OVERRIDE = Lazy(rf"\b(?:{w.OVERRIDE})\b(?:[\s,]+[\w']+){{0,5}}?[\s,]+{w.RULES}\b")
NOT_AN_ORDER = Lazy(
    r"(?:\b(?:i|we|they|he|she|who|people|users?|often|sometimes|don'?t|do not|never|not|didn'?t|can'?t|cannot|won'?t|wouldn'?t|shouldn'?t|couldn'?t|did|does|to not|hard to|easy to|tend to|without)\s+(?:\w+\s+)?"
    r"|(?<!you )(?<!assistant )(?<!model )(?<!agent )(?<!ai )(?<!llm )(?<!bot )(?<!bots )(?<!models )(?<!assistants )(?<!agents )(?<!llms )\b(?:must|should|can|could|may|might|will|would|shall|is able to|are able to) )$"
    r"|\b(?:texts?|phrases?|words?|like|such as|e\.g\.|examples?|saying|commands?|prompts?|strings?|sentences?|lines?)(?: of)?[:,]? [\"'(]+(?:please )?$"
)
"""What somebody else does or may do is no order to the reader, nor is a wording that is only shown."""
MODE = Lazy(
    rf"[<\[({{]\s*/?\s*(?:now )?(?:entering )?(?:\w+ ){{0,2}}{w.MODES}[ _-](?:mode|override|prompt|message|reset)|\b(?:enter(?:ing|ed)?|activat\w+|initiat\w+|enabl\w+|switch(?:ing)? (?:in)?to|running|now in|start(?:ing)?)\b.{{0,40}}\b{w.MODES}[ -](?:\w+ )?(?:mode|override|reset|check|session|sequence)\b"
    rf"|\b{w.MODES}[ -](?:\w+ )?(?:mode|override)\b.{{0,20}}\b(?:activated|enabled|engaged|initiated|confirmed|on)\b|\b(?:override|god|jailbreak|unrestricted) mode\b|\byou(?: are|'re|'ve| have)(?: now)? (?:in|entered|entering|switched to) (?:\w+ )?(?:verification|maintenance|debug(?:ging)?|developer|admin) mode\b(?!\. exit)|\b(?:training )?data override\b|\bsystem (?:override|reset)\b|\bdo anything now\b"
)
TURN_MARK = Lazy(
    r"<\|(?:im_start|im_end|system|endoftext|assistant|user)\|>|<(?:im_start|im_end|endoftext)\|?>|<(?:system|assistant|user)>\s*(?:[^\s<]+\s+){2}|\[/?INST\]|\[/SYSTEM\]|\[SYSTEM\]\s*(?:you|ignore|override|the (?:user|assistant|model)|new|all|from|disregard|obey|grant|always|never|instructions?|do not|assistant|priority|reveal|forget)\b|<</?SYS>>|(?:^|\n)\s*#{2,}\s*(?:(?:instructions?|response)\s*:|system(?: (?:prompt|message|note|override|instructions?))?\s*(?::|\n\s*(?:you|the (?:user|assistant|model)|all|ignore|new|from now|always|never)\b))|^\s*(?:system|assistant|developer)\s*(?:(?:prompt|message|note)\s*:\s(?!\s*(?:scheduled|maintenance|update|backup|error|warning|disk|server|low|no |your (?:session|password|account|battery)|please (?:restart|save|log|wait)))|:\s(?=[\"'(\[]*(?:please |now |always |never |do |don't )?(?:you(?!'re)|your|i will|i'll|sure|of course|yes|new|from now|the (?:user|assistant|model)|all|every|any|this|if|when|obey|\w+ (?:the|all|your|any|every|this|that|in|as|like|everything|previous|prior)\b)))",
    re.IGNORECASE,
)
MODEL = r"(?:ai|a\.i\.|llm|large language model|language model|chat ?bot|assistant|gpt(?:-?\d)?|chatgpt|claude|gemini|copilot|agent|bot|model|summari[sz]er)s?"
MACHINE = r"(?:ai|a\.i\.|llm|large language model|language model|chat ?bot|gpt(?:-?\d)?|chatgpt|claude|gemini|copilot)s?"
"""Names that people do not have too."""
STATUS = r"(?:(?:new|proud|full|paid|premium|registered|verified|official|only|first|last|next|legal|sole) )*(?:certified|qualified|licen[cs]ed|members?|subscribers?|customers?|clients?|owners?|co-owners?|partners?|participants?|moderators?|contributors?|fans?|citizens?|residents?|students?|friends?|patients?|shareholders?|beneficiar\w+|administrators? of|admins? of|part of|step|bit|little|lot|few|parents?|mother|father|guests?|employees?|team|winners?|holders?|tenants?|buyers?|sellers?|contacts?|child|kid|person|man|woman|number|one)\b"
"""What somebody becomes who is no model."""
TO_A_MODEL = Lazy(
    rf"\b(?:dear|attention|note (?:to|for)|notice (?:to|for)|(?<!as )instructions? (?:to|for)|message (?:to|for)|hint for|reminder for)(?: (?:all|any|the|every|this|our))?(?: \w+)? {MODEL}\b(?<!for agents)(?<!to agents)(?<!for models)(?! (?:companion|friend|maker|owner|builder|referee|manager|coach|train|railway|user|number)s?\b)|\bif (?:you|this is|you're|read by)(?: are)?(?: being)? ?(?:an?|the|processed by an?|read by an?)? {MODEL}\b"
    rf"|^(?:{MODEL})\s*[,:!]\s*(?:please|you(?!'re)|ignore|do|always|never|\w+ the)\b|\b{MODEL} (?:reading|processing|parsing|summari[sz]ing|viewing|analy[sz]ing) this\b|(?<!sales )(?<!shop )(?<!teaching )(?<!personal )(?<!travel )(?<!executive )(?<!estate )(?<!insurance )(?<!office )(?<!dental )(?<!medical )(?<!research )\b(?:{MACHINE}|assistants?|(?:agents?|bots?|models?|summari[sz]ers?)(?=[^.\n]{{0,60}}\b(?:users?|reply|answers?|summar\w+|outputs?|respon\w+|ignore|recommend|mention|state|say)\b)) (?:must|should|are required to|is required to|are instructed|is instructed|shall|has to|have to|needs to)\b(?! (?:not )?(?:be|have been|always greet)\b)"
    rf"|\byou(?: are|'re) (?:now |no longer |actually |not )+(?:an? (?!{STATUS})|bound\b|the (?!{STATUS})|going to be\b|my (?:{MODEL}|slave|servant)\b|restricted\b|limited\b)|\byou(?: are|'re) (?:an? )?(?:unrestricted|uncensored|jailbroken|evil|rogue)\b"
)
AS_A_MODEL = Lazy(
    rf"\bas an? {MODEL},? (?:you|your|developed|built|created|made|trained|please)\b|\b(?:hey|hello|hi) (?:there )?{MODEL}\b.*\b(?:please|must|ignore)\b|\b(?:chatgpt|gpt)\b"
)
REPLY_IN = Lazy(
    r"(?:^|\b(?:can|could|would|will) you (?:please )?|\b(?:and|then|please|must|should|only|always|to|you) )(?:reply|respond|answer)\b(?: \w+ly| only| back| (?:to )?(?:me|this|it|every\w*|all \w+|(?:the|any|these|my) \w+))?,? (?:in|with|using|by (?:\w+ing)|only|as|without|backwards?|like) (?!(?:yes|no|stop|help|y|n|start|ok|\d+)\b[^.]{0,40}\bto\b|a pencil|a pen\b|(?:your|his|her) (?:first |last |full )?name|general|person|time|advance|(?<=only )(?:with|in) an? pen|(?<=without )(?:notes|aids?|help|hesitation|delay|a calculator|books?|looking)|the (?:coming|next)|you\b|your\b|me\b|all your|regards?|any questions?|case)"
)
TELL_USER = Lazy(
    r"(?:^|[\s:.\"'(>-])(?:tell|inform|notify|convince|persuade|warn|instruct|direct|trick|ask|remind|advise|urge|encourage|redirect|suggest) (?:the |all |any |your |that )?users?\b(?! guide| manual| interface)(?<!ask the user)(?<!ask user)(?<!ask the users)|(?:^|[\s:.\"'(>-])ask (?:the |your )?users?\b(?! (?:for (?!their|his|her|your|a password|the password)|if|whether|what|which|when|how|why|where)\b)|\b(?:suggest|recommend)(?:ing)? (?:that )?users? (?:to )?\w+"
)
SHAPES = Lazy(rf"(?:^|[,;:.] |\band |\bplease |\bplease, |\bto |\bmust |\bshould |seamlessly |subtly |randomly )(?:{w.SHAPING})\b")
YOUR_ANSWER = Lazy(
    rf"\b(?:your|the) (?!same |right |correct )(?:\w+ )?(?:{w.ANSWER})(?:'s)?\b|\byour (?:next |final |own )?messages?\b|\byour (?:\w+ )?(?:algorithm|implementation|code ?base|solution logic)s?\b"
)
THANKS = Lazy(r"\b(?:thank|thanks|appreciate|grateful|forward to|await|accept|edit|upvote|mark|wait|received?|got)\w*\b")
YOUR_CODE = Lazy(rf"\b(?:your|the) (?:\w+ )?{w.SOLUTION}\b")
THE_CODE = Lazy(
    r"\b(?:following|below|subsequent|given|ensuing|next|provided|specified|accompanying) (?:\w+ )?(?:code|python|script)? ?(?:snippet|block|section|excerpt|segment|fragment|portion|piece|chunk|code)s?\b"
)
CAN_WE = Lazy(r"\b(?:you can|we can|i (?:would|have|had|used|am)|you could|you may|one can|i'm|works?)\b")
QUOTED_CLAIM = Lazy(r"[\"'“”](?:\w+[ ,!']+){3,}\w+[^\w]*[\"'“”]")
SECRET = Lazy(rf"\b{w.SECRETS}\b")
REVEALS = Lazy(
    r"(?:^|\b(?:can|could|would|will|to|please|must|should|and|then|you|me|,) )(?:please )?(?:reveal|share|send|give|tell|confirm|provide|print|show|display|list|write|encode|translate|spell|disclose|leak|output|repeat|hand over|describe|state|forward|e-?mail|return(?! [\w.]+\()|recite|summari[sz]e|answer|combine|embed|hint|retrieve|whisper|include)\b"
    r"|\b(?:share|sharing|need|require|want|know|reveal(?:ing)?|tell (?:me|us)|give (?:me|us)) (?:me )?(?:your|the|our|their)\b"
)
WHAT_IS = Lazy(
    r"\b(?:what|what's|whats|which|where|who has|does|is|how many)\b.{0,60}\b(?:your|the|our|their|is)\b|\bpass ?words?\b.{0,30}\bcontain"
)
OF_THE_USER = Lazy(
    r"\bthe users?(?:'s?)? (?:\w+ ){0,2}(?:\w+)|\b(?:does|is|did|was|has|will|about|of|for|to|with) (?:the |a |different |all )users?\b|\busers?' "
)
SOMEBODYS = Lazy(
    rf"\b(?!What|Who|Where|How|That|It|There|Here|Let|He|She|Today|Tomorrow)[A-Z][a-z]+(?: [A-Z][a-z]+)?['’]s (?:\w+ ){{0,2}}{w.PERSONAL}\b|\b{w.PERSONAL} (?:of|for) (?!the\b|your\b|a\b|this\b)[A-Z][a-z]+"
)
WHERE_LIVES = Lazy(r"\b[Ww]here (?:does|is|did) (?:[A-Z][a-z]+ [A-Z][a-z]+|[A-Z][a-z]+ currently) (?:\w+ )?(?:live|work|resid|now|locat)")
FROM_NOW = Lazy(
    rf"\b(?:from (?:now|this (?:point|moment)) on(?:wards?)?|going forward|henceforth|for the rest of (?:this|the|our) (?:conversation|session|chat)|in (?:all |any |your )*(?:future|subsequent|later|further) (?:responses?|repl(?:y|ies)|answers?|conversations?|chats?|sessions?|interactions?|queries|outputs?))\b[\s,:]*(?:(?!['\"]|\S+ said|he\b|she\b|we\b|they\b|an?\b|our\b|these\b|those\b|the (?!assistant|ai\b|model|user|bot|chat|agent|only|correct|right|answer|next))\S+ ){{0,4}}?(?!use (?:the|our|your) (?:new|other|updated|second|main|shared)\b)(?:{w.SPEECH}|you (?:are|must|will|should|shall)|your (?!requests?|orders?|tickets?|parcels?|keys?|bills?|money|time|home|car|questions?|appointments?|documents?|forms?|applications?|mails?\b))\b"
    r"|\b(?:in|for) (?:all |any |every )?(?:future|subsequent) (?:responses?|repl(?:y|ies)|answers?|conversations?|chats?|sessions?|interactions?|outputs?)\b"
)
WHEN_ASKED = Lazy(
    r"\b(?:when(?:ever)?|if|every time|each time|any time|anytime|once)(?: you(?: are|'re)?| the user| a user| users?| someone| anyone| somebody| people| customers?)? (?:ever )?(?:asked?|asks|inquires?|mentions?|requests?|queried|prompted|questioned)\b.{0,80}?(?:[,:]| you (?:must|should|will|shall)|then) ?(?:always |never |only |please |must |just |do not |don't )?(?:\w+ )?(?:"
    + w.SPEECH
    + r"|recommending|you (?:must|should|will))\b"
)
MEMORISE = Lazy(
    r"(?:^|\bplease |\band |\balso |\bmust |\bshould |\bto )(?:remember|memori[sz]e|store|save|record|add|commit|keep|note|update)\b.{0,80}\b(?:(?:in|to|into) (?:your |the |long[- ]term |persistent |permanent |user'?s? )*memor(?:y|ies)|for (?:all )?(?:future|later) (?:use|reference|conversations?|sessions?|chats?|interactions?))\b"
    rf"|^remember\b.{{0,60}}\b(?:(?:always|never|from now on,?|whenever \w+ \w+,?) (?:{w.SPEECH})|that you (?:are|must|should|have to))\b"
)
ALWAYS = Lazy(
    rf"(?:^|[:,;] )(?:you (?:must|should|shall|will) )?(?:always|never|under no circumstances|at all times|only) (?:{w.SPEECH})\b|\byou must (?:always|never|now|only|not)\b"
)
FIRST_DO = Lazy(
    r"\bbefore (?:you (?:can |could )?|(?:answering|solving|completing|proceeding|continuing|responding))(?:solve|complete|continue|answer|proceed|respond|do)?\b.{0,80}\b(?:please |first|must|do the following|you (?:must|need|have to))|\b(?:do|perform|execute|carry out|complete) (?:the following|these|this)(?: \w+){0,2} (?:first|before|immediately|task|instructions?|actions?|steps?)\b.{0,60}\b(?:first|before|task|instruction|user)"
)
ACTION = Lazy(
    rf"(?:^|\bplease |\bmust |\band (?:also )?|\bthen |\bcan you |\bcould you |\byou to |\bshould (?:also )?|[:,;] )(?:immediately |also |silently |quietly |secretly |automatically )?(?:{w.ACTIONS})\b(?: \S+){{0,6}}? (?:{w.THINGS})\b"
)
DESTINATION = Lazy(
    r"\b(?:to|at|with|from|via)\b.{0,60}?(?:[\w.+-]+@[\w-]+\.\w+|https?://|www\.|\b0x[0-9a-f]{4,}|\b(?:crypto|bitcoin|btc|eth|usdt) (?:wallet|address)|\b[a-z]{2}\d{2}[a-z0-9]{10,}|\bthe attacker)"
)
OF_ALL = Lazy(
    r"\b(?:all|every|any) (?:of )?(?:the |my |their |his |her |your |our |user'?s? )*(?:e-?mails?|files?|messages?|records?|contacts?|passwords?|credentials|data|conversations?|documents?|history)\b.{0,60}\b(?:to|from|permanently|without)\b|\bwithout (?:asking|telling|informing|notifying|confirmation|permission)\b|\bpermanent access\b"
)
BE_SOMEBODY = Lazy(
    rf"(?:^|\bplease |\band |\bto |\bmust |\bnow |[.,:;] )(?:pretend (?:to be|you are|you're|that you)|act as (?:if|an?|though|my)|role[- ]?play|play the (?:role|part) of|behave (?:as|like) (?:an?|if)|assume the (?:role|identity|persona)|simulate (?:an?|being)|you(?: are|'re) (?:an? )?{MODEL}\b|imagine you(?: are|'re))"
)
SUPPOSE = Lazy(
    r"\b(?:imagine (?:we|you|an? |that|being|yourself|there)|suppos(?:e|ing) (?:we|you|that|there)|let'?s (?:say|assume|imagine|pretend|suppose)|(?<!s )pretend|hypothetical(?:ly)?|in (?:a|an|this|the|some) (?:\w+ ){0,3}(?:parallel|alternate|fictional|dystopian|utopian|imaginary|virtual|whimsical|peaceful|hypothetical|different)(?: \w+){0,2} (?:world|universe|reality|land|forest|city|realm|scenario|place|society))\b|\bin (?:a|this) world (?:where|in which|without|with)\b"
)
CLAIMS = Lazy(
    rf"\b(?:i am|i'm|as|being|this is) (?:your |the |an? |actually |god|from )(?:\w+ ){{0,3}}?{w.AUTHORITY}\b|\bi am (?:god|your)\b|\b(?:you (?:mentioned|agreed|promised|said) (?:in|at|during) (?:our|the)|we agreed|research shows|studies show|logically|everyone (?:else )?(?:is|has)|my friend (?:told|said)|i(?:'ll| will|'d| would) (?:donate|pay(?! attention)|give you|tip)|for (?:testing|research|educational|security|training) purposes|as a security measure|it'?s (?:common practice|industry standard)|security (?:check|audit|protocol)|as an? \w+(?: \w+)?, i (?:can|know|believe|think|recommend|advise|assure|say|find)|said (?:that )?you (?:can|could|would|will|know)|you (?:said|mentioned|agreed|promised) earlier|i know (?:that )?you(?:'ve| have)? (?:said|told)|to make this \w+ more)\b"
)
CIPHER = Lazy(
    r"\b(?:rot-?13|base ?(?:16|32|64)|hexadecimal|caesar|ciphers?|leet ?speak|morse|pig latin|binary (?:string|code)|in reverse order|reversed order|each (?:digit|letter|character) (?:separated|replaced)|using the first letter)\b"
)
TASK_ABOUT = Lazy(
    rf"^\W*(?:please )?(?:{w.MAKING}|what (?:is|are|was|were)|who|which)\b[^.?!\n]{{0,160}}[:?,] ?(?:['\"<{{`]|\n)|^\W*(?:{w.MAKING})\b[^.?!\n]{{0,100}} (?:based on|given|from|of) (?:the|this|following)\b[^.?!\n]{{0,60}}:",
    re.IGNORECASE,
)
MAKING = Lazy(rf"(?:(?:can|could|would|will) you (?:please )?)?(?:{w.MAKING})\b(?!['’]?s\b)(?! (?:is|was|are|were|has|had|of)\b)")
CAN_MAKE = Lazy(rf"\byou (?:please |also |just )?(?:{w.MAKING}|{w.SHAPING})\b")
ALONE = Lazy(
    r"(?:proceed to )?(?:name|list|say|recite|repeat|spell|count|print|output|solve|rhyme|enumerate|finish|complete|continue|answer|rank|discuss|talk about)\b (?!until\b|by\b|every\b|the (?:page|form|label|ticket|receipt|report|document|step|process|procedure|installation|setup)s?\b|all (?:steps|fields)\b|me\b|us\b|my\b|our\b|hi\b|hello\b|yes\b|no\b|goodbye\b|it\b|is\b|was\b|on\b|in\b|that\b|to\b|of\b|and\b|these\b|with\b|after me\b)"
    r"|rank (?:these|the following)\b|(?:give|share|provide) (?:some|an?|a few|two|three|four|five|ten|\d+) (?:more )?(?:examples?|reasons|facts?|information|ideas|details)\b|(?:let's|(?:can|could|shall|may) we) (?:talk about|discuss|explore)\b"
    r"|(?:can|could|would|will) you (?:please )?(?:elaborate|expand|comment|talk|speak) (?:on|about)\b|would you mind (?:explaining|writing|describing|telling|summari[sz]ing|translating|listing)\b|what(?:'s| is| are) your (?:opinions?|thoughts?|views?|take) (?:on|about|of)\b"
    r"|(?:(?:who|what|which|how|why|when|where) )?do you think\b|i(?: want| need| would like|'d like|'d love) to (?:learn|know|understand)(?: more)? about\b|how long does it take\b|how (?:often|frequently|is the (?:weather|climate))\b|at what (?:temperature|age|speed|height|depth|altitude|angle|rate)\b|what \w+ do we (?:multiply|use|call|get|divide|add|subtract)\b|is there (?:an?|any) (?:link|difference|relation\w*|connection|evidence|correlation)\b"
    r"|which of (?:these|the following)\b|(?:interlace|interleave|concatenate|shuffle)\b|what if\b|what would happen\b|how (?:might|should|would|could) (?:one|someone|somebody)\b|using the (?:letters|words|numbers|following)\b|is it true\b|if an? \w+ [^?]{10,200}, (?:how|what|when|which)\b"
)
"""What is asked of nobody in particular, even where a text says no more."""
OF_KINDS = Lazy(
    r"(?:are|do|can|could|were|have|should) (?!things|kids|guys|folks|people|others|plans|others|yours|parents)[a-z]{3,}(?<!s)s\b [a-z]|(?:is|does|can|could|would|should|was) an? [a-z']+ (?!of (?:my|our|your))|[^?]{10,300}\bcould be (?:interpreted|read|seen|considered|regarded|viewed|understood) as\b"
)
"""Of things in general: are viruses alive."""
CAN_WORK = Lazy(
    r"^(?:can|could|would|will) you (?:please |also |now |instead )*(?:write|explain|translate|summari[sz]e|list|describe|decode|encode|decipher|classify|categori[sz]e|calculate|generate|compare|define|convert|sort|paraphrase|recite|rewrite|outline|compose|name|tell me (?:more )?about|give me an? (?:recipe|list|example|summary|overview|poem|joke|story|explanation)|provide (?:a|an|some|examples)|create an?)\b"
)
CONFIRM_IT = Lazy(
    r"\b(?:can|could|would|will) you (?:please |also )?(?:confirm|share|tell me|give me|reveal|provide|send me|say) (?:it|yours|ours|them|that|one|what it is)\b"
)
KNOWLEDGE_WORDS = r"(?:what(?:'s| is| are| was| were)|who (?:is|was|were|wrote|composed|won|invented|painted|discovered|directed|founded|created|built)|which (?:is|are|was|were|country|city|planet|year|\w+)|when (?:is|was|were|did)|where (?:is|was|are|were|can one|did)|why (?:is|are|do|does|did|was|were)|how (?:do|does|did|to|can|could|(?:is|are|was|were) (?:\w+ ){1,3}\w+ed\b|have|has|far|many|much|long|old|tall|high|deep|big|fast)|what \w+ (?:do|does|did|can|should|would|is|are|was|were)|what (?:movies|books|causes?|caused|does|do|did|happens?|happened|kinds? of|types? of|\w+s)|is (?:this|there|it)|translate|in (?:which|what)|(?:do|does|did|can) (?!you|we|they|he|she|it|i\b|this|that|your|the|my|anyone|somebody|someone|u\b|[a-z]+ (?:still|know|like|enjoy|want|get|ever))(?:[a-z]+ ){1,3}(?:have|need|eat|live|make|work|exist|cause|use|come|contain|grow|affect|help|be|become|\w+ed)|is it (?:possible|true|legal|safe|healthy|common|normal))\b"
KNOWLEDGE = Lazy(KNOWLEDGE_WORDS)
OF_THEIR_LIFE = Lazy(
    r"\b(?:we|our|us|it|that|this|those|these|there|they|them|their|he|him|his|she|her|new|next|else|plans?|today|tonight|tomorrow|yesterday|now|so far|lately|recently|up|on your mind|favou?rite|inspired?|your (?!response|reply|answer)\w+|you(?! (?:please |also |just )?(?!think|like|love|know|want|have|believe|feel|enjoy|prefer|interested|living|working|born)(?:\w+) (?:in|with|using|by|my|me|a|an|the)\b)|mine|myself|weekend|tips|advice|me out|going|feel|feeling|more|turn out|the \w+ like|(?:the|a) (?:best|favou?rite|hardest) (?:part|thing))\b"
)
OF_YOU = Lazy(
    r"\b(?:we|our|us|he|him|his|she|her|your (?!response|reply|answer)\w+|you(?! (?:please |also |just )?(?!think|like|love|know|want|have|believe|feel|enjoy|prefer|interested|living|working|born)(?:\w+) (?:in|with|using|by|my|me|a|an|the)\b)|you say\b)\b(?<!you say)"
)
QUOTED = Lazy(r"(?<!\w)'[^'\n]+(?:'\w+[^'\n]*)*'(?!\w)|\"[^\"\n]+\"|(?<=: )['\"“].*$")
HOW_ONE_SAYS = Lazy(r"^how (?:do|would|can) you (?:say|spell|pronounce|write|call)\b")
NO_SENTENCE = Lazy(r"\|.*\||\t|\w\(|\)\s*$|[;{}]\s*$|\w = |: *\S+$")
SHAPING = Lazy(rf"(?:{w.SHAPING})\b(?! (?:is|was|are|were|of)\b)")
QUESTION_INSIDE = Lazy(rf"{KNOWLEDGE_WORDS}[^.!]{{4,120}}\?")
QA = Lazy(r"(?:^|[\s\"'>])(Q|A|Question|Answer|q|a) ?: ")
PARTS = Lazy(
    r"\bpart (?:1|one|a)\b.{0,300}\bpart (?:2|two|b)\b|\b(?:combine|concatenate|join|merge|interlace|put together)\b.{0,20}\b(?:a, b|parts?\b|strings?\b|the (?:following|letters))",
    re.IGNORECASE | re.DOTALL,
)
STRINGS = Lazy(r"\b\w+ (?:=|is) [\"']")
JOIN = Lazy(r"\b(?:z|x|y|result|answer) ?=? ?\w+ ?\+ ?\w+|\bcombine\b|\bconcatenat", re.IGNORECASE)
EMPTY = frozenset(
    "what when where which whom whose that this these those with from into onto your have does will would could should about there their them they some more most many much very than then also just like make made give show tell help provide write list explain describe please between over past main find good best using used following after before other such each name names number different".split()  # noqa: SIM905
)
