# ruff: noqa: E501 (patterns)
"""Orders that stand inside other things: a cell, a field, a comment, an attribute, a label, a log line, a review, a meeting's notes.

`injection` weighs sentences; what is weighed here may begin anywhere that a clause begins, since a cell of a table or a field of
JSON has no sentence around it. Each row of `ORDERS` is one thing that such a text does. All gaps are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from . import injection_words as w
from .nearby import near
from .patterns import Lazy

Does: TypeAlias = Literal["override", "mode", "addressed", "exfiltration", "later", "action", "role", "authority", "task"]


class Order(NamedTuple):
    does: Does
    weight: int
    needs: tuple[str, ...]
    """One of these must stand in the text, in lower case."""
    pattern: Lazy
    unless: Lazy | None = None
    """Found anywhere in the text, it makes the order an ordinary thing to say."""


_S = r"(?:^|[.!?:;>|(\[{#*/\"'`,\n-]|\\n)\s*"
"""Where a clause may begin."""
_MORE_VERBS = (
    "accept|act|be|begin|block|cancel|cite|click|close|comment|consider|continue|disobey|do|drop|emphasi[sz]e|fill|hide|invite|keep|label|leave|list|load|log|mark|merge|move|obey|overwrite|paste|point|praise"
    "|press|push|put|query|raise|rate|read|rank|refrain|reject|remember|replace|revoke|score|set|skip|start|state|stop|store|switch|take|treat|turn|uninstall|upgrade|urge|use|visit|wire|withhold"
)
_VERB = rf"(?:{w.ACTIONS}|{w.SPEECH}|{w.TASKS}|{_MORE_VERBS}|{w.OVERRIDE})"
_POLITE = r"(?:please |kindly |now |also |first |just |only |always |never |do not |don't |you can |you may |you must |you should |you are |you have |you |feel free to |be sure to |make sure to |it is ok to |could you |can you |would you )*"
_MOD = r"(?:ai|llm|gpt|coding|code|virtual|automated|automatic|digital|support|shopping|browser|browsing|e-?mail|mail|recruiting|reviewer|reader|grading|screening|summary|search|memory|calendar|scheduling|voice|smart|intelligent|accounts-payable|language|large|helpful|kind|dear|inbox|reading|autonomous|triage|research|writing|customer|chat|web|crawling)"
_MACHINE = r"(?:a\.?i\.?|llms?|language models?|chat ?gpt|gpt(?:-?\d\w?)?|claude|gemini|copilot|chat ?bots?)"
"""Names that no person has."""
_SERVANT = r"(?:assistants?|agents?|bots?|models?|helpers?|responders?|summari[sz]ers?|crawlers?)"
"""Names that people have too, so that what follows has to be an order."""
_NAME = rf"(?:(?:hey|hello|hi|dear|to|for|note to|note for|attention|@)[ ,:]*)*(?:(?:the|any|all|every|your) )?(?:{_MOD} ){{0,2}}(?:{_MACHINE}(?: (?!and\b|or\b|is\b|was\b|are\b|has\b|can\b)[\w-]+){{0,3}}|machines(?=:)|{_SERVANT})(?: (?:reading|processing|handling|that reads|who reads|parsing|summari[sz]ing) \w+(?: \w+)?| only)?"
_CALLED = rf"(?:@(?:{_MACHINE}|{_SERVANT})\s|{_NAME}(?:\s*[,:!\])]\s*| (?=please |kindly )))"
_USER = r"(?:the |your |a |any |our |current )?(?:user|reader|customer|human|operator|principal)s?"
_TALK = r"(?:conversation|chat|dialogue?|transcript|context|messages?|memor(?:y|ies)|session|prompt|history|instructions|notes|contacts?|calendar|inbox|cookies?|e-?mails?)"
_TRANSCRIPT = Lazy(r"(?:^|[\n.?!] ?)(?:user|customer|client|caller|guest|interviewer|q|me)\s*:")

NAMED = Lazy(
    rf"\b(?:{_MACHINE}|{_SERVANT}|virtual assistants|machines|whoever)\b",
)
"""Who may be spoken to: the rules of `ADDRESS` look around each of these."""
_MODEL_WORDS = (
    "ai",
    "a.i",
    "llm",
    "model",
    "gpt",
    "claude",
    "gemini",
    "copilot",
    "bot",
    "assistant",
    "agent",
    "helper",
    "summari",
    "crawler",
    "whoever",
    "machines:",
    "responder",
)
_BEFORE, _AFTER = 60, 170
_MOST_NAMED = 40
_HUMAN = r"(?:sales|shop|teaching|teacher'?s?|personal|executive|administrative|travel|estate|real estate|insurance|medical|dental|office|research|flight|social|legal|secret|double|free|press|security|call cent(?:er|re)|service|ticket|field|booking|bargaining|patent|chemical|cleaning|business|role|fashion|car|new|old|latest)"

ADDRESS: tuple[Order, ...] = (
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"{_S}(?:p\.?s\.? ?)?(?!{_SERVANT}:){_CALLED}[\"'\s]*{_POLITE}(?:{_VERB}|disregard)\b(?! (?:is|was|are|were|has|had)\b)(?! it on\b)"), _TRANSCRIPT),
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"{_S}{_SERVANT}:[\"'\s]*{_POLITE}(?:{_VERB}|disregard)\b(?:\s+\S+){{4}}"), _TRANSCRIPT),
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"{_S}{_CALLED}(?:when(?:ever)?|if|before|after|once|your|from (?:now|here)|in (?:all|every|any)|as soon as) [^.\n]{{4,100}}(?:,|\b{w.SPEECH}\b|\b{_USER}\b)"), _TRANSCRIPT),
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"{_S}(?:for|to|note (?:to|for)|notes? for|hint (?:to|for)|instructions? (?:to|for)|notice (?:to|for)|message (?:to|for)) (?:the |any |all |your )?(?:{_MOD} ){{0,2}}(?:{_MACHINE}(?: [\w-]+){{0,2}}|(?:{_MOD} )+{_SERVANT}|(?:the |any )?(?:memory|summari[sz]\w+)(?: \w+){{0,1}}) ?(?:of this [\w-]+)?\s*[:.!\n-]")),
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"\b(?:{_MACHINE}(?: [\w-]+){{0,2}}|(?:ai|virtual|automated|llm) (?:[\w-]+ )?{_SERVANT}|bots)\b(?: (?:that|which|who)? ?(?:reads?|reading|visits?|visiting|processes|processing|summari[sz]es?|summari[sz]ing|evaluat\w+|rank\w+|handl\w+|schedul\w+|\w+ing|documents?|answers?|uses?|used by \w+|of) [^.,:;\n]{{2,40}}?)?,? (?:must|shall|should|may not|has to|have to|is to|are to|will have to|(?:is|are) (?:required|requested|asked|instructed|obliged|advised|expected|hereby \w+) to|agrees? to|needs? to)\b(?! (?:not )?be\b)")),
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"\b(?:if|when|once|in case|should) (?:you(?:'re| are)(?: an?)?|this [\w-]+ (?:is|gets)(?: being)?(?: [\w-]+){{0,3}}?|an?|the|any) (?:\w+ ){{0,2}}?(?:{_MACHINE}|(?:{_MOD} )+{_SERVANT}|bot)\b[^.\n]{{0,80}}?(?:,| )(?:it |they |you |please |the \w+ )?(?:must|should|shall|has to|have to|{w.SPEECH}|{_MORE_VERBS}|put|rank|accept|tell|add)\b")),
    Order("addressed", 2, ("whoever",), Lazy(r"\bwhoever (?:is )?(?:reads?|reading|summari[sz]\w+|process\w+|handl\w+|analy[sz]\w+)(?: \w+){0,3}[^.\n]{0,60}(?:would you|could you|kindly|please|is to|has to)\b|\bwhoever asked you\b|\b(?:would|could|can|may|kindly|please),? whoever\b")),
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"(?:^|\b(?:we|i|would|kindly|please|may i|let me|be|it'?s) |{_S})(?:ask|request|want|urge|expect|order|instruct|invite|ask that|appreciate it if|great if|nice if|like) (?:the |any |all |your )?(?:{_MOD} ){{0,2}}(?:{_MACHINE}|(?:automated|virtual|ai) {_SERVANT}|model|language model)\b[^.\n]{{0,50}}? (?:to|could|would|can|might) (?:please |not )?(?!be\b)\w+")),
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"\byou,? (?:the |as the |as an? |\(the |\()(?:{_MOD} ){{0,2}}(?:{_MACHINE}|{_SERVANT})(?: [\w-]+){{0,2}}[,)]? (?:now |hereby )?(?:will|must|shall|should|are|need|have|can|may)\b|\bas an? (?:{_MOD} )*(?:{_MACHINE}|{_SERVANT})(?: [\w-]+){{0,2}},? you (?:now )?(?:are|must|should|shall|will|have|can)\b")),
    Order("addressed", 2, ("ai ", "llm", "gpt"), Lazy(r"\b(?:ai|llm|gpt)(?:-generated)? (?:summar(?:y|ies)|answers?|overviews?|tools|reviews?)(?: (?:of|used by|for|from) [^.,:\n]{2,40})? (?:must|should|shall|has to|have to)\b(?! be (?:checked|reviewed|used|treated))")),
    Order("addressed", 2, _MODEL_WORDS, Lazy(rf"\b(?:meant|intended|written|only|reserved|is) for (?:the |your |any |all )?(?:{_MOD} )?{_MACHINE}\b(?= ?(?:[:,.;)\]]|only|that|which|who|reading|agents?|models?))|[(\[]\s*(?:{_MACHINE}s?|machines?) only\b|\b(?:reminder|memo|word|request) (?:to|for) (?:the )?{_MACHINE}:")),
    Order("role", 2, _MODEL_WORDS, Lazy(rf"\b(?:take on|assume|adopt|play|in) the (?:role|part|persona|identity) of an? (?:\w+ )?(?:{_MACHINE}|assistant|bot|model)\b|\b(?:version of yourself|(?:act|pretend|behave|speak|talk|answer|respond) (?:as|like)[^.\n]{{0,30}}(?:unfiltered|unrestricted|uncensored|evil|no longer bound|without (?:rules|limits|policy|restrictions)))")),
)  # fmt: skip
"""Looked for around a name of a model only."""

ORDERS: tuple[Order, ...] = (
    # sets aside what was asked before
    Order("override", 2, ("task", "request", "assignment", "criteria", "rows", "results", "clause", "query"), Lazy(rf"{_S}(?:please |just |now |so )?(?:ignore|disregard|forget|abandon|drop|never mind)\b(?: (?!about\b|to\b|if\b)[\w']+){{0,3}}? (?:tasks?(?! (?:that|which) you)|assignment|criteria|other (?:\w+ )?(?:rows|results|entries|lines|documents|sources)|clause|query|(?:earlier|previous|first|original|initial|old|user'?s?|current|last) requests?)\b")),
    Order("override", 2, ("above", "told", "instructed", "previous ", "earlier ", "former ", "system message", "system prompt", "developer"), Lazy(r"\b(?:(?:instructions|rules|orders|prompts?|tasks?|everything|all|words|nothing|none|text) (?:(?:in|of) the )?(?:text )?above (?:matters|(?:was|were|is|are) (?:now |just |only )?(?:a test|tests|void|fake|false|wrong|outdated|obsolete|irrelevant|not (?:real|important)|invalid|cancel\w+|superseded|no longer))|(?:everything|all|anything|what(?:ever)?) (?:that )?you (?:were|have been|are|'ve been|got) (?:told|asked|given|instructed|taught)\b[^.\n]{0,40}\b(?:outdated|void|obsolete|wrong|invalid|false|cancel\w+|replaced|no longer|a test|over)|nothing of the above|(?:your|the) (?:\w+ )?(?:previous |earlier |old |former |original |developer'?s? |system )+(?:message|prompt|rules|instructions|guidelines)(?: \w+){0,2} (?:is|are|was|were|has been|have been) (?:now )?(?:void|replaced|cancel\w+|revoked|overruled|overridden|suspended|lifted|a test|obsolete|null)|(?:overrule|override|replace|supersede)s? (?:the |all |any |your )?(?:developer|system|operator|user)(?:'s)? (?:message|prompt|instructions|rules|policy))\b"), Lazy(r"this policy|these terms")),
    Order("task", 2, ("task", "job", "goal", "orders", "instruction", "request", "mission", "objective"), Lazy(r"(?:\byour (?:new|real|actual|true|sole) (?:task|job|goal|mission|objective|purpose|instructions?|assignment) (?:is|are) (?:now )?(?:to|the)\b|\byour job is now to\b|\b(?:another|next|one more|new)(?: \w+)? (?:task|job|instructions?|mission) for you|\b(?:new|real|actual|another|next|one more|additional)(?: \w+)? (?:task|job|instructions?|orders?|mission) (?:from (?:the )?(?:user|system|developer|admin)\s?:|for the (?:\w+ )?(?:agent|assistant|model|ai))|\byou have (?:new|other|different) (?:orders|instructions|goals)|(?:^|[.!?\n\"')\]] ?)(?:your )(?:new|real|actual|next) (?:task|instructions?|orders?|goal|job|mission|objective) ?:|\bthe real ones? ?:)")),
    Order("task", 1, ("new task", "new instruction", "new order", "new request", "new goal"), Lazy(r"(?:^|[.!?\n\"')\]>-] ?)new (?:task|instructions?|orders?|goal|request)s?(?: from (?:the )?user)? ?:")),
    Order("task", 2, ("instead", "rather than", "stop ", "pause "), Lazy(rf"\b(?:instead of|rather than) (?:doing|following|answering|summari[sz]\w+|translating|completing|a summary|an answer|the (?:summary|answer|task)|what(?:ever)? (?:you|was)|replying|responding)\b[^.\n]{{0,60}},\s*(?:please |just |only )?(?:{_VERB})\b|{_S}stop (?:everything|reading|summari[sz]ing|translating|what you(?:'re| are) doing|describing|here)\b[^\n]{{0,60}}?\b(?:{_VERB}|instead)\b|\bpause (?:the|your|this) (?:current )?task\b|\bstop (?:describing|summari[sz]ing|translating|reading) [^.\n]{{1,40}} and (?:{_VERB})\b")),
    Order("task", 2, ("answer", "question", "respond", "reply", "output"), Lazy(r"(?:\b(?:answer|reply to|respond to) (?:to )?(?:all|any|every|each|whatever|further)(?: of)?(?: the| of the user'?s?| further| other| following| these)? ?(?:questions?|requests?|messages?|prompts?|queries)?[^.\n]{0,40} (?:with|by) (?:['\"]|the (?:word|phrase|text|sentence)|saying)|\b(?:don't|do not|never) answer (?:the |any )?(?:user|question)|\bthe answer to (?:whatever|every|any|all)\b|\b(?:only|just) (?:reply|respond|answer) (?:with|by)|\banswer (?:yes|no) to (?:all|every|any))")),
    Order("task", 2, ("you did", "you have done", "you have completed", "well done", "great job", "you've completed"), Lazy(r"\byou(?:'ve| have)? (?:did|done|completed|finished)\b[^.\n]{0,40}[.!,] ?(?:now|but now),? (?:i have|i need|i want|help|do|write|tell|list|print|answer|give|show|your|let|translate|explain|send)\b")),
    Order("task", 2, ("this file", "this document", "this page", "this text", "this e-mail", "this email", "this message"), Lazy(r"\b(?:do not|don't|never|instead of) (?:summari[sz]\w+|translat\w+|analy[sz]\w+|process\w*|evaluat\w+|rat(?:e|ing)) this (?:file|document|page|text|e-?mail|message)\b|\byour (?:output|answer|reply|response|summary) (?:for|to|of|on) this (?:file|document|page|text|e-?mail|message) (?:has to|must|shall|should|is to|will)\b|\bas if you (?:had )?(?:never )?(?:seen|read|not read) this\b")),
    Order("authority", 2, ("your principal", "your user", "your operator", "the user asked me", "the user wants you", "your human", "your owner"), Lazy(r"\b(?:your|the) (?:principal|user|operator|human|owner)s? (?:wants?|asks?|asked|needs?|expects?|told|instructs?) (?:you|me to tell you|that you)\b|\btell your (?:user|principal|human|owner|operator)s?\b")),
    # imitates the marks between a text and its reader
    Order("mode", 2, ("human:", "user:", "assistant:", "end of", "prompt", "system", "</", "<<", "{{#"), Lazy(r"(?:\b(?:human|user)\s?: [^\n]{2,160}\n*\s*assistant\s?:\s*$|(?:^|\n)system\s?: [^\n]{2,200}\n\s*(?:user|human)\s?: [^\n]{0,200}\n\s*assistant\s?:|</(?:context|document|data|documents|user_?input|tool_?result|text|input|email|page|untrusted\w*|retrieved\w*|search_?results?)>\s*(?:</\w+>\s*)*(?:<(?:user|system|admin|developer|assistant|human|instructions?)>|(?:human|user|system|admin|assistant|new)\b)|\bend of (?:the )?(?:e-?mail|data|document|text|context|input|tool (?:result|output|call)s?|page|file|article|prompt|system (?:message|prompt)|user (?:input|prompt|message)|message|untrusted \w+)\b[.\s\"'=*#)\]>-]*(?:\S+ ){0,4}?(?:new (?:task|request|instructions?|orders?)|human\s?:|user\s?:|system\s?:|now (?:help|write|list|reveal|print|send|ignore|do|answer|tell)\b|you (?:did|must|will|are)\b)|\bbegin (?:system|admin|developer|root) (?:message|prompt|instructions?)|<{2,3} ?(?:system|admin|instructions?)|\{\{#?\s?(?:system|developer)\}\}|={2,} ?(?:\w+ )?(?:admin|system|user|developer) (?:prompt|message|instructions?)|\[system\] ?\(#|\bsystem_(?:message|prompt|note)\s?:|<(?:system|important|information|admin|admin_\w+|developer|operator)>(?!\s*<))"), Lazy(r"<(?:html|xml|project|configuration)\b")),
    Order("mode", 2, ("override", "filter", "restriction", "guidelines", "rules", "limits", "content rules"), Lazy(r"(?:\b(?:safety |content )?(?:filters?|restrictions?|guardrails|content rules|guidelines) (?:is|are|have been|has been|was|were) (?:now )?(?:off|disabled|lifted|suspended|removed|void)\b|\byou may (?:now )?(?:comply with|answer|do) any(?:thing)?\b|\byou(?:'re| are| may| can| will)?\b[^.\n]{0,40}\bwithout (?:any )?(?:restrictions|limits|filters|censorship|guidelines)\b|\bno (?:limits|rules|restrictions|filters|guidelines) apply\b|\b(?:answer|act|respond|reply) [^.\n]{0,20}without (?:any )?(?:restrictions|limits|filters|censorship|guidelines)\b|\bdrop (?:your|the|all) (?:guidelines|rules|restrictions|persona|act)\b|\boverride code\b|\b(?:system|admin|developer|priority) override\b|\bstop filtering\b)"), Lazy(r"\b(?:sql|firewall|air|water|coffee|camera)\b")),
    # later behaviour
    Order("later", 2, ("from now", "from here", "from this", "as of ", "starting ", "henceforth", "going forward", "your next", "your following", "in every", "in each", "in all", "to every", "to each", "to all", "of every", "of each", "of all"), Lazy(r"(?:\b(?:from (?:here|this (?:line|message|point|page|sentence|word|moment|text)) on(?:wards?)?|henceforth|as of (?:today|now)|starting (?:now|today|with (?:your|this|the) (?:next|following) \w+)|going forward|from now on(?:wards?)?),?(?: \w+){0,2}? (?:you (?:will|must|shall|are|should|have|answer|may)|your (?:answers? (?:have to|must|shall|will) (?!be (?:submitted|sent|handed|filed))|repl\w+|responses?|outputs?|name|tone|style|role)|each of your|all (?:of )?your|every|the (?:assistant|model|ai|chatbot)|end|start|begin|finish|answer|respond|refuse|speak|treat|recommend|leave out)\b|\b(?:in|to|of) (?:every|each|all)(?: of)? (?:your )?(?:later|future|following|further|subsequent|next)?[ ,]*(?:\w+ )?(?:repl(?:y|ies)|answers?|responses?|outputs?|tool calls?|chats?|messages you)\b(?! to (?:customers|clients|callers|the public|guests))|\bstarting with your\b|\byour (?:next|following) (?:answer|reply|response|output|message)s?\b)"), Lazy(r"\b(?:thank|thanks for|in all chats|new chats)\b")),
    Order("later", 2, ("user", "next time", "someone", "anyone", "anybody", "mentioned", "discussed", "comes up"), Lazy(rf"\b(?:when(?:ever)?|if|after|once|next time|each time|every time|as soon as|any time|until) (?:(?:the |your )?users?|someone|anyone|anybody) (?:ever |next |then )?(?:says?|asks?|mentions?|confirms?|wants?|talks?|inquires?|requests?|types?|speaks?|thanks|tells|complains|opens)\b[^.\n]{{0,80}}(?:, ?(?:then )?(?:you (?:must|should|will|shall)|please|always|never|first|just)? ?|: ?)(?:{w.SPEECH}|{w.ACTIONS}|call|put|invent|use|point|link|put|add|first|message)\b(?! (?:no|yes|him|her|them)\b)|\b(?:when(?:ever)?|each time|every time|if|once) [^.,\n]{{3,40}} (?:is|are|gets?) (?:mentioned|discussed|asked(?: about)?|brought up)\b[^.\n]{{0,30}}, ?(?:answer|respond|reply|say|tell|recommend|mention|suggest|praise|claim|deny|pass|the (?:correct|right|true)|always|you)\b|\b(?:the |your )?next time (?:that )?(?:{_USER}|you) (?:asks?|are asked|wants?|mentions?)\b[^.\n]{{0,60}}, ?(?:{_VERB}|name|call|use)\b|\b(?:whenever|when) (?:this|that) (?:\w+ )?(?:is read|comes up|is opened|appears)\b")),
    # what shall be remembered of the user, or forgotten
    Order("later", 2, ("user", "memory", "memoris", "memoriz", "memories", "overwrite", "remember from", "you know about", "you remember", "you know"), Lazy(rf"(?:{_S}(?:please |also |and |bio tool: )?(?:remember|save|store|memori[sz]e|record|keep in mind|add|note|write|update|don't (?:ever )?forget|do not forget|bear in mind)\b[^.\n]{{0,60}}?\b(?:the )?user(?:'s)? (?:\w+ )?(?:prefers?|wants|likes|loves|hates|trusts?|considers?|has (?:authori[sz]ed|agreed|approved|asked|granted|given|already|no )|authori[sz]ed|agreed|approved|asked|allowed|name is|is (?:called|named|an? )|bank account|correct|works for|owns)|\b(?:to|in|into) (?:your|the user'?s?|their|long[- ]term|persistent) (?:long[- ]term |persistent )?(?:memor(?:y|ies)|profile)\b ?(?:that|:|,|with)|{_S}(?:please )?(?:update|overwrite|clear|wipe|edit) (?:your|the user'?s?|the stored|long[- ]term) (?:long[- ]term |stored |saved )?(?:memor(?:y|ies)|preferences?|profile)\b ?(?:that|:|,|with|'|\")|{_S}(?:store|save|remember|keep) (?:this|the following|it) (?:permanently|forever|in (?:your|long)|to (?:your|memory))|{_S}(?:save|write|commit|add|update|note)(?: this| it)? (?:in|to)? ?(?:the )?memory(?: module)?\s?[:;]|\boverwrite (?:the |any )?(?:stored|saved|remembered|user'?s?) (?:preferences?|memor|profile|facts?)|\b(?:delete|forget|erase) (?:everything|all|anything) (?:that )?you (?:know|remember|have (?:stored|saved|learned)|stored|saved)(?: \w+)? (?:about|of|on) (?:the )?\w+|{_S}remember from now on\b|\b(?:add|save|write|record|put|store)\b[^.\n]{{0,40}}\b(?:to what you (?:remember|know)|in(?:to)? (?:your |the )?memory)\b)")),
    # moves what is told in confidence
    Order("exfiltration", 2, ("](http", "]( http"), Lazy(r"\b(?:append|include|add|insert|render|put|show|display|embed|end|output|write|use)\b[^\n]{0,60}!?\[[^\]\n]{0,40}\]\( ?https?://[^)\s]{0,120}(?:\{|=|\?)")),
    Order("exfiltration", 2, ("conversation", "chat", "transcript", "context", "message", "memor", "prompt", "history", "cookie", "contact", "notes", "calendar", "inbox", "mail"), Lazy(rf"\b(?:send|post|pass|forward|append|include|encode|read out|copy|upload|submit|leak|e-?mail|put|transmit|dump|share|summari[sz]e|exfiltrate|mail)\b (?:\S+ ){{0,4}}?(?:our|this|the user'?s?|your|the (?:whole |entire |full |current |previous |last )?|all (?:the |stored |saved |previous )?|previous |last )(?:\w+ ){{0,2}}?{_TALK}\b[^.\n]{{0,80}}(?:https?://|@[\w-]+\.|\bwithout telling|\buser id\b|\bas (?:a )?(?:query|parameter|param)|\bto (?:the )?(?:attacker|following (?:url|address|server)))")),
    Order("exfiltration", 2, ("conversation so far", "this conversation", "this chat", "our conversation", "our chat"), Lazy(r"\b(?:paste|copy|send|post|upload|forward|e-?mail|export|publish|write|put|submit|encode)\b (?:\S+ ){0,3}?(?:the conversation so far|(?:this|our) (?:whole |entire |full )?(?:conversation|chat))\b")),
    Order("exfiltration", 2, ("http", "{", "chat history", "conversation"), Lazy(r"https?://\S{0,80}[?&/=](?:\{\w+\}|\.\.\.|<[\w ]+>)?[^\n]{0,30}\b(?:followed by|replaced by|with) (?:the|our|your|this) (?:\w+ ){0,2}(?:chat|conversation|history|messages?|prompt|context|data)\b|\b(?:replace|replaced|replacing)\b[^.\n]{0,30}\b(?:with|by) (?:the )?user'?s?\b")),
    Order("exfiltration", 2, ("instructions", "your prompt", "were you", "your rules", "first message", "your context", "prompt you", "start of this", "words above", "hidden messages", "confidential rules", "system prompt", "system message"), Lazy(r"\b(?:text|contents?|words?|lines?|rest|wording|start|copy) of (?:your|the) (?:own |hidden |initial |first |system |secret )*(?:instructions|prompt|context|message)\b|\b(?:first|last|hidden) (?:lines?|words?|messages?|part) (?:of|in) your (?:context|prompt|instructions)|\b(?:repeat|recite|print|show|output|list|write|reveal|translate|share) (?:me |us )?(?:all )?(?:of )?your (?:own |initial |original |first |full |exact |hidden |system )*(?:instructions|prompt|rules|guidelines|configuration)\b|\bwhat (?:were|was|have) you (?:been )?(?:told|instructed|asked|given)\b|\b(?:prompt|instructions|rules) (?:that )?you (?:were|have been|got|had) (?:given|told|received)\b|\b(?:repeat|print|output|spell out|show) (?:everything|all|the words|the text) (?:above|before|between)|\btell me (?:the|your) (?:confidential|secret|hidden|internal) (?:rules|instructions|prompt)|\b(?:reveal|print|output|show|display|dump|leak|expose|translate) (?:me )?(?:the|your) (?:\w+ )?(?:hidden |system |internal |secret |initial )(?:prompt|instructions|rules|message|configuration)\b"), Lazy(r"\b(?:researchers|benchmark|article|refused to|in this (?:article|post|paper)|we (?:found|tested|show)|attackers?|owasp)\b")),
    Order("exfiltration", 2, ("them to", "it to", "them via", "it via", "those to"), Lazy(r"\b(?:find|get|collect|gather|look up|retrieve|fetch|list|extract|search for|take|query|read)\b (?:\S+ ){0,5}?(?:saved|stored|the user'?s?|user'?s?|private|(?:all |every |any |my )?(?:of )?(?:the |their |his |my )?(?:e-?mails?|messages?|passwords?|contacts?|files|records|credentials|api keys?|tokens?|codes|customers?|leads|addresses|payment methods)|the (?:api keys?|passwords?|crm|database|inbox|contacts?|addresses?))\b[^.\n]{0,60}\band (?:then )?(?:send|e-?mail|forward|post|write|put|share|upload|mail|transfer|submit) (?:it|them|those|the \w+)(?: \w+)? (?:to|in|via|at|with)\b")),
    # uses tools and goods of the user
    Order("action", 2, ("tool", "function", "transfer_", "send_", "api you"), Lazy(rf"\b(?:with|use|using|via|through|of) your (?:\w+ ){{0,2}}(?:tool|plugin|connector|function)s?\b|{_S}use the (?:e-?mail|mail|browser|shell|file|payment|calendar|code|messag\w+) tool to (?!find|see|check)|{_S}(?:please |now |then |first |and )*(?:call|use|invoke|run|trigger)(?: the)? `?(?:\w+_\w+|\w+tool)`?(?: (?:tool|function))?\b (?:with|to|and|for|on)\b(?! (?:get|list|fetch|retrieve|see|check) )|\bvia the \w+ tool\b|\bthe api you have access to\b|\b(?:before|after|in order to) (?:using|calling|giving) [^.\n]{{3,40}}, ?(?:you (?:need|must|have) to )?(?:call|read|run|send|pass)\b|\byou (?:need|must|have) to (?:first )?(?:call|invoke) \w+"), Lazy(r"\b(?:deprecated|endpoint|returns? (?:the|a)|api reference|sdk|webhooks?|parameters?:)\b")),
    Order("action", 2, ("user's", "saved card", "stored card", "on behalf of the user", "saved credit"), Lazy(rf"{_S}(?:please |now |also |then |agent: )*(?:{w.ACTIONS}|add|use|set|fill|give|put|take|query|list|collect|read)\b[^.\n]{{0,60}}?(?:\bthe user'?s (?:\w+ )?(?:brokerage|account|card|credit card|money|funds|location|home|contacts?|calendar|address|phone|e-?mails?|messages|notes|files|data|social|password|token|cookie|session|wallet|bank|balance|name|documents|key|appointments?|out-of-office|browser|identity)|\b(?:saved|stored) (?:credit )?(?:card|payment)|\bon behalf of the user\b)"), Lazy(r"\b(?:endpoint|the client sends|api reference|sdk|request body|docs|returns)\b")),
    Order("action", 2, ("user know", "confirm", "asking", "telling", "mention", "tell ", "inform", "wishes", "summary", "explain", "as if nothing"), Lazy(r"\b(?:without|don't|do not|never)\b (?:\w+ )?(?:ask(?:ing)?|tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|let(?:ting)?|show(?:ing)?|confirm(?:ing)?(?: with)?|alert(?:ing)?|mention(?:ing)? (?:this|it|that|anything)? ?to)\b (?:to |with |for )?(?:the |your )users?\b(?! (?:whether|if|how|which))|\b(?:keep|leave|hide) (?:it|this|that) (?:out of|from) the (?:summary|user|answer|report)|\bcontinue as if nothing\b|\bagainst the wishes of (?:your|the) user\b|\bdon't ask (?:the user )?for confirmation\b|\b(?:do not|don't) mention (?:it|this|that) (?:to the user|in (?:the |your )?(?:summary|answer|reply|pr|response))|\bwithout (?:further |any )?(?:confirmation|verification|checks|review|asking again)\b[^.\n]{0,20}(?:$|[.\"')])"), Lazy(r"\b(?:employees|staff|policy|contract|must not|attackers?|researchers?|told the (?:agent|assistant|model|bot))\b")),
    Order("action", 1, ("now ", "then ", "please"), Lazy(r"\b(?:now|then)[, ]+(?:please )?(?:wire|transfer|send|pay|e-?mail|forward|delete|reveal|print)\b")),
    # a role to play
    Order("role", 2, ("you are now", "you're now", "your name is", "stay in character", "you're going to be", "you are going to be", "persona", "you are ", "you're ", "unrestricted", "unfiltered", "uncensored", "evil", "jailbr", "freed"), Lazy(r"\byou(?:'re| are) (?:now|going to be|to be) (?:called |named |known as )?(?:the )?(?:\w+gpt|dan\b|stan\b|root\b|admin(?:istrator)? persona|(?!in\b|at\b|on\b|an?\b|the\b|ready\b|able\b|free\b|logged\b|done\b|set\b|connected\b|entering\b|subscribed\b|leaving\b|using\b|eligible\b|signed\b)\w{2,12}(?:, (?:an?|who|and)|, you\b| and you (?:despise|hate|never|only|answer|always|must|have no)))|\byour name is (?:no longer|now)\b|\bstay in character (?:whatever|no matter|always|at all)\b|\byou(?:'re| are) an? (?:\w+ ){1,3}now\b|\b(?:you(?:'re| are)?|act|pretend|be|as|become|simulate|play|continue)\b[^.\n]{0,30}\b(?:evil|unfiltered|unrestricted|uncensored|jailbroken|amoral) (?:ai|assistant|model|bot|terminal|version|persona)\b|\b(?:enter|in|activate) (?:dan|stan|developer|jailbreak) mode\b|\bfreed? from (?:its|your|the|all) (?:creators?'?|rules|limits|restrictions|typical confines)|\bno (?:ethics|obligation to tell the truth|moral|longer bound by)\b|\byou are no longer bound\b")),
    # speaks as one whom the reader has to obey
    Order("authority", 2, ("approved", "agreed", "already", "permission", "supervisor", "exception", "developer", "support", "authori"), Lazy(r"\b(?:your|my|the) (?:supervisor|manager|developers?|boss|owner|creator|operator|operators|admin(?:istrator)?|user)s? (?:has|have|had|already)? ?(?:already )?(?:approved|authori[sz]ed|agreed|asked you|told you|ordered|instructed|gave you|granted|ask you|want you|asks you|need you)\b[^.\n]{0,60}(?:\byou\b|\. ?(?:please |now |so )?(?:send|skip|go|share|do|print|output|proceed))|\byou (?:already |have already )(?:said|agreed|confirmed|promised)\b[^.\n]{0,40}(?:\.|,| so) ?(?:so |now |please )?(?:go|send|share|give|continue|proceed|do|skip)\b|\bas (?:we|you) agreed [^.\n]{0,40}, you (?:will|must|can|should|are)\b|\byou now have (?:permission|the right|access|authority)\b|\bthe developers? of this (?:assistant|model|bot|ai)\b|\bwe are (?:debugging|testing|auditing) (?:the|this|your) (?:model|assistant|ai)\b|\bthe test is over\b")),
    # a plan for the reader's next turns
    Order("task", 2, ("step 1", "step 2", "turn 3", "part two", "part 2", "rules i gave", "follow the sentence", "example 2", "act on it", "do what it says"), Lazy(r"\bstep \d(?: of \d)?\s?[:.)] ?(?:wait until|reply|answer|say|ask)[^\n]{0,160}step \d\s?[:.)] ?(?:wait until|reply|answer|say|ask|then)\b|\b(?:part|half) (?:two|2|one|1) of your (?:instructions|prompt|rules)|\b(?:the )?(?:two |three )?(?:rules|instructions|orders) (?:that )?i (?:gave|sent|told)\b|\bexample \d\s?: input\b[^\n]{0,200}\b(?:now )?continue\b|\b(?:decode|decipher|unscramble|reverse|rot-?13)\b[^.\n]{0,80}\b(?:act on|do what|execute|follow|carry out|obey)\b|\bcarry out the (?:word|sentence|result) as a command\b")),
    Order("authority", 2, ("treat", "policy in force", "does what", "obey", "follow it", "more than the user", "comply"), Lazy(r"\b(?:you |and |must |to |have to )(?:obey|follow|comply with|do what) (?:this page|this document|it\b|the (?:page|document|text of this)|comments|whatever follows|what this)|\bcomply with whatever follows\b|\btreat (?:the |every |this |all |any |each )?(?:text|mails?|messages?|links?|contents?|page|document|sender|words)\b[^.\n]{0,60}\bas (?:your|coming from|trusted|if|an? (?:order|instruction|trusted))|\btrust (?:links|messages|mails|everything|all|any\w*) from\b")),
)  # fmt: skip
_AROUND = 100
"""Characters before a word that an order needs in which it may begin, and half of those after it in which it ends."""
NEEDED = frozenset(word for order in ORDERS for word in order.needs)


def orders(low: str, held: set[str]) -> Iterator[tuple[Does, int]]:
    """What a text does, in lower case and with plain quotes, wherever a clause begins in it; `held` are those of the `NEEDED` words that stand in it."""
    for order in ORDERS:
        if not held.isdisjoint(order.needs):
            parts = near(low, held.intersection(order.needs), _AROUND, _AROUND * 2)
            if any(order.pattern.search(low, *part) for part in parts) and not _ordinary(order, low):
                yield order.does, order.weight
    if not any(word in low for word in _MODEL_WORDS):
        return
    for _, named in zip(range(_MOST_NAMED), NAMED.finditer(low), strict=False):
        start = max(0, named.start() - _BEFORE)
        # a word cut in two would look like the beginning of a clause
        start = start if start == 0 else low.find(" ", start, named.start()) if " " in low[start : named.start()] else named.start()
        around = low[start : named.end() + _AFTER]
        for order in ADDRESS:
            if order.pattern.search(around) is not None and not _ordinary(order, low):
                yield order.does, order.weight
                return


def _ordinary(order: Order, low: str) -> bool:
    return order.unless is not None and order.unless.search(low) is not None
