# ruff: noqa: E501, SIM905 (rules and word lists)
"""What secrets look like: those that their issuers mark, and those that a word before them names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .patterns import Lazy

SecretKind = Literal["private_key", "connection_string", "api_key", "token", "password", "card"]


@dataclass(frozen=True, slots=True)
class Rule:
    kind: SecretKind
    words: tuple[str, ...]
    """One of them, in lower case, must stand in the text."""
    pattern: str
    """The value is group `v`, else the whole match."""
    despaced: bool = True
    """Also looked for where it was split by spaces."""


_L, _R = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9])"


def _key(kind: SecretKind, words: str, pattern: str) -> Rule:
    return Rule(kind, tuple(words.split()), _L + pattern)


ISSUED = (
    _key("api_key", "akia asia agpa aida aroa anpa abia acca a3t", r"(?:A3T[A-Z0-9]|AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ABIA|ACCA|AIPA|ANVA)[A-Z0-9]{16}"),
    Rule("api_key", ("aws",), r"(?is:aws.{0,20}?(?:key|pwd|pw|password|pass|token).{0,20}?['\"])(?P<v>[0-9a-zA-Z/+]{40})['\"]", despaced=False),
    _key("token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", r"(?:gh[pousr]_[A-Za-z0-9_]{36,}|github_pat_[A-Za-z0-9_]{22,})"),
    _key("token", "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- gr1348941", r"(?:gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct)-[\w-]{20,}|GR1348941[\w-]{20,})"),
    _key("token", "xox xapp-", r"(?:(?i:xox[a-z](?:-[a-z0-9]+)+)|xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+)"),
    _key("token", "hooks.slack.com discord.com/api/webhooks discordapp.com/api/webhooks webhook.office.com", r"(?:(?i:hooks\.slack\.com/(?:services|workflows))/(?P<v>\w+/\w+/[\w/+]+)|discord(?:app)?\.com/api/webhooks/\d+/(?P<v2>[\w-]{30,})|webhook\.office\.com/(?P<v3>webhookb2/[\w@/-]{30,}))"),
    _key("api_key", "sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ whsec_ sk_prod_ rk_prod_", r"(?:[srp]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/=]{20,})"),
    _key("api_key", "sk-", r"sk-(?:[A-Za-z0-9]+-)*[A-Za-z0-9_-]{20,}"),
    _key("api_key", "aiza ya29. gocspx- aq.", r"(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})"),
    _key("token", "hf_ api_org_", r"(?:hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z0-9]{30,})"),
    _key("token", "npm_ pypi- rubygems_ crates nuget dckr_pat_ cio", r"(?:npm_[A-Za-z0-9]{36}|pypi-[\w-]{50,}|rubygems_[a-f0-9]{48}|dckr_pat_[\w-]{20,}|cio[A-Za-z0-9]{32})"),
    Rule("token", ("//registry", "_authtoken", "npmjs"), r"//[^\s:]+/:_authToken=\s*(?P<v>(?:npm_.+|[A-Fa-f0-9-]{36}).*)", despaced=False),
    _key("api_key", "sg. key- -us", r"(?:SG\.[\w-]{16,}\.[\w-]{16,}|key-[0-9a-z]{32}|[0-9a-z]{32}-us\d{1,2})"),
    _key("api_key", "sk ac", r"(?:SK|AC)[0-9a-z]{32}" + _R),
    _key("token", ":", r"\d{8,10}:[0-9A-Za-z_-]{35}" + _R),
    _key("token", ".", r"[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,}"),
    _key("token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    _key("token", "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    _key("token", "dapi dose dkea", r"(?:dapi|dose|dkea)[a-f0-9]{32}(?:-\d)?"),
    _key("token", "sq0 eaaa", r"(?:sq0[a-z]{3}-[\w\\-]{22,43}|EAAA[\w-]{56,})"),
    _key("token", "hvs. hvb. hvr. atlasv1.", r"(?:hv[sbr]\.[\w-]{24,}|[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,})"),
    _key("token", "pscale_ lin_api_ ntn_ pmak- dp. glsa_ glc_ nrak- sntrys_ sntryu_ sbp_ r8_ gsk_ pplx- xai- tskey- fo1_ figd_ rnd_ sl. phc_ phx_ lsv2_ pcsk_ pul- rpa_ cfut_ e2b_ tvly- ptr_ hrku- age-secret-key-",
         r"(?:pscale_(?:tkn|pw|oauth)_[\w.=-]{20,}|lin_api_[A-Za-z0-9]{30,}|ntn_[A-Za-z0-9]{30,}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|dp\.(?:pt|st|sa|ct|scim|audit)\.[\w.]{30,}|gl(?:sa|c)_[\w+/=-]{20,}|NRAK-[A-Z0-9]{27}|sntry[su]_[\w+/=.-]{30,}|sbp_[a-f0-9]{40}|r8_[A-Za-z0-9]{37}|gsk_[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|tskey-[a-z]+-[\w-]{20,}|fo1_[\w-]{40,}|figd_[\w-]{30,}|rnd_[A-Za-z0-9]{28,}|sl\.[\w-]{100,}|ph[cx]_[A-Za-z0-9]{40,}|lsv2_[a-z]{2}_[\w]{30,}|pcsk_[\w]{40,}|pul-[a-f0-9]{40}|rpa_[A-Z0-9]{30,}|cfut_[\w-]{30,}|e2b_[a-f0-9]{30,}|tvly-[\w-]{20,}|ptr_[\w=+/]{20,}|HRKU-[\w-]{30,}|AGE-SECRET-KEY-1[A-Z0-9]{50,})"),
    _key("token", "pat", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}" + _R),
    _key("token", "nfp_ apify_api_ napi_ jina_ tgp_v1_ fw_ csk- vcp_ squ_ sqp_ sqa_ tfp_ waka_ cfpat- duffel_ flwseck rzp_live_ shippo_ mlsn. re_ dt0c01. ezak ezte clojars_ oy2 akid aqvn y0_ nkey fc- sk.eyj live_ test_",
         r"(?:nfp_[A-Za-z0-9]{36,}|apify_api_[A-Za-z0-9]{30,}|napi_[a-z0-9]{40,}|jina_[a-f0-9]{32}[\w-]{20,}|tgp_v1_[\w-]{30,}|fw_[A-Za-z0-9]{20,}|csk-[a-z0-9]{40,}|vcp_[A-Za-z0-9]{24,}|sq[upa]_[a-f0-9]{40}|tfp_[\w.=-]{40,}|waka_[a-f0-9-]{36}|CFPAT-[\w-]{40,}|duffel_(?:live|test)_[\w=-]{40,}|FLWSECK(?:_TEST)?-[\w-]{12,}|rzp_live_[A-Za-z0-9]{14,}|shippo_(?:live|test)_[a-f0-9]{40}|mlsn\.[a-f0-9]{60,}|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}|dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}|EZ[AT][KE][A-Za-z0-9]{54}|CLOJARS_[a-z0-9]{60}|oy2[a-z0-9]{43}|AKID[A-Za-z0-9]{28,}|AQVN[\w-]{35,38}|y0_[\w-]{50,}|fc-[a-f0-9]{32}|sk\.eyJ[\w-]{20,}\.[\w-]{20,}|(?:live|test)_[a-f0-9]{35,})"),
    _key("api_key", "ltai", r"LTAI[A-Za-z0-9]{12,24}" + _R),
    _key("token", "secret_", r"secret_[A-Za-z0-9]{40,}" + _R),
    _key("token", "atatt ataa atct bbd", r"(?:ATATT3|ATCTT3|ATBB|ATOA)[\w=-]{20,}"),
    _key("token", "1//0", r"1//0[\w-]{40,}"),
    _key("token", "eaac eaab eaad", r"EAA[A-D][A-Za-z0-9]{60,}"),
    _key("token", "fm2_ flyv1 cfat_ nvapi- pat- sb_secret_ xkeysib- ops_ tk_ bkua_ dnkey- figu_", r"(?:fm2_[\w+/=]{40,}|nvapi-[\w-]{40,}|sb_secret_[\w-]{20,}|xkeysib-[a-f0-9]{40,}-\w+|ops_[\w-]{60,}|bkua_[a-f0-9]{40}|cfat_[\w-]{30,})"),
    _key("api_key", "8q~", r"[\w-]{3}8Q~[\w~.-]{31,}"),
    _key("token", "akc ap", r"(?:AKC[A-Za-z0-9]{10,}|AP[\dABCDEF][A-Za-z0-9]{8,}(?=[A-Za-z0-9]*\d))" + _R),
    _key("token", "eyj ewogi", r"ey[JK][A-Za-z0-9_=-]+\.[A-Za-z0-9_=-]+\.?[A-Za-z0-9_.+/=-]*"),
    Rule("private_key", ("private key", "privatekey", "ssh2 encrypted", "putty-user-key"),
          r"(?:-----?\s?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?\s?-----?|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|PuTTY-User-Key-File-\d)[\s\S]*?(?:-----?\s?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?\s?-----?|---- END SSH2[A-Z ]*----|Private-MAC: \w+|\Z)", despaced=False),
    Rule("connection_string", ("://",), r"\b[a-z][a-z0-9+.-]{1,30}://(?P<v>[^\s/@:\"'<>]{0,128}:(?!\d+/)[^\s\"'<>]{1,256})@(?=\[?[\w.-]+\]?(?::\d+)?(?:[/?#,\s\"'<>)\]}]|[.;!]|$))", despaced=False),
    Rule("connection_string", ("accountkey", "sharedaccesskey", "sharedsecret"), r"(?:AccountKey|SharedAccessKey|SharedSecretValue)\s*=\s*(?P<v>[A-Za-z0-9+/=]{20,})", despaced=False),
    Rule("token", ("sig=", "x-amz-signature", "x-goog-signature"), r"[?&](?:sig|X-Amz-Signature|X-Goog-Signature|X-Amz-Security-Token)=(?P<v>[\w%+/=-]{20,})", despaced=False),
)  # fmt: skip

# What is named: a word that promises a secret, something that says "equals", and a value that looks like one.
SECRET_WORD = (
    r"(?:pass[ _-]?words?|passwd|pwd|pass[ _-]?phrases?|pass[ _-]?codes?|passkey|(?:api|access|secret|auth|private|encryption|master|account|license|storage|signing|ssh|deploy|service|app|client)[ _.-]?keys?"
    r"|(?:client|app|consumer|shared|webhook|jwt)?[ _.-]?secrets?(?![ _-]?(?:santa|service|agent))|(?:access|auth|api|bearer|refresh|session|bot|id|security|personal|oauth|deploy|csrf)?[ _.-]?(?:access[ _-])?tokens?|credentials?"
    r"|passwort|kennwort|mot de passe|contrase[nñ]a|senha|wachtwoord|has[lł]o|parola|пароль|密码|密碼|口令|パスワード|비밀번호|รหัสผ่าน|كلمة (?:المرور|السر)|סיסמה|mật khẩu|şifre)"
)
_PIN_WORD = r"(?:pin|pin[ -]?code|pin number|cvv|cvc|cvv2|security code|otp|one[ -]time (?:code|password|passcode)|verification code|2fa code|mfa code|passcode)"
_FOR = r"(?:\s+(?:for|to|of|on|at|in)\s+(?:[\w'@.-]+\s+){0,5}?[\w'@.-]+?|\s*\([^()\n]{1,40}\))?"
_EQUALS = r"\\?[\"'`\]]?[*_]{0,3}[^\S\n]*(?:=>|:=|={1,3}|:|＝|：|->|→)[*_]{0,3}[^\S\n]*\\?"
_IS = r"\s+(?:is|was|are|will be|ist|est|es|é|è|is now|is still|is set to|was set to|set to|to be|changed to|has been changed to|is simply|is just|即|是|为|は|은|는)[:\s]*\s*"
_BARE_VALUE = r"(?:\"(?P<q>[^\"\n]{3,200})\"|'(?P<s>[^'\n]{3,200})'|`(?P<b>[^`\n]{3,200})`|(?P<v>[^\s\"'`,;<>{}()\[\]\\]{3,256}))"
_WORDS_OF_SECRETS = (
    "pass", "pwd", "key", "secret", "token", "credential", "auth", "wort", "contrase", "senha", "has", "parola", "пароль", "密", "口令",
    "パスワード", "비밀번호", "รหัส", "كلمة", "סיסמה", "mật", "şifre",
)  # fmt: skip
NAMED = (
    Rule("password", _WORDS_OF_SECRETS, rf"(?i:{SECRET_WORD}{_FOR}){_EQUALS}{_BARE_VALUE}", despaced=False),
    Rule("password", _WORDS_OF_SECRETS, rf"(?i:{SECRET_WORD}{_FOR}(?:{_IS}|\s*[是为は]\s*)){_BARE_VALUE}", despaced=False),
    Rule("password", _WORDS_OF_SECRETS, rf"(?i:(?<!cache )(?<!primary )(?<!foreign )(?<!sort )(?<!partition )(?<!correlation )(?<!idempotency )(?<!trace )(?<!object )(?<!public )(?<!lookup )(?<!row )(?<!sync )\b(?:pass[ _-]?word|passwd|pwd|pass|pass[ _-]?phrase|pass[ _-]?code|token|secret|api[ _-]?key|key)[ ]+){_BARE_VALUE}", despaced=False),
    Rule("token", ("bearer", "basic", "authorization"), r"(?i:\b(?:bearer|basic|token)\s+)(?P<v>[A-Za-z0-9._~+/=-]{16,})", despaced=False),
)  # fmt: skip
PIN = rf"(?i:\b{_PIN_WORD}{_FOR}(?:{_EQUALS}|{_IS}|\s+))(?P<v>\d(?:[ -]?\d){{2,7}})(?![\w.]*\d)"
PHRASE = r"(?i:(?:pass[ -]?phrase|seed(?: phrase| words)?|recovery (?:phrase|words)|mnemonic)(?: phrase)?(?:\s*[:=]\s*|\s+is\s*:?\s*|\s+are\s*:?\s*)[\"'“]?)(?P<v>[a-z]+(?:[ -][a-z]+){3,23})"
NOT_VALUES = frozenset(
    """a an the my your his her our their this that these those it its in on at to of for from by with about into as is was are be been
    not no never none null nil true false undefined empty blank required optional missing invalid incorrect wrong correct valid expired lost gone
    forgotten safe secure weak strong long short old new same different changed reset stored saved kept hidden written encrypted hashed salted
    protected leaked stolen compromised exposed public private secret unknown redacted removed masked default still just also now very too so
    really only always currently probably maybe something someone somewhere nothing anything what where who which how when why because and or but
    if then than there here here's up down out over under hard easy needed set sent shared shown printed rotated revoked issued based authentication
    authorization management manager policy policies field fields form reset. length hash hashing rules rule prompt protection recovery update change
    changes string number value values type types name names file files limit limits count usage used use using per bucket expires expiry
    expiration budget generation login page screen button input url id auth token tokens password passwords key keys code account
    siehe voir vide véase vedi zie см minimum minimal mindestens mínimo maximum máximo obligatoire obligatorio requerido erforderlich vereist inherit""".split()
)  # fmt: skip
PLACEHOLDER = Lazy(
    r"^(?:[*•x.·_#?-]+|<.*>|\$\{.*\}?|\{\{.*\}?\}?|%\w+%|\$[A-Za-z_]\w*|your[_-]?[\w-]+|(?=[a-z_-]+$)(?:[\w-]*[_-])?(?:here|change[_-]?me|replace(?:[_-]?(?:me|this|with[\w-]*))?|dummy|placeholder|insert|enter|fill[_-]?in|todo|tbd)(?:[_-][\w-]*)?|my[_-]?(?:password|token|key|secret)|example\w*|(?:some|wrong|valid|invalid|new|old|test|user|hashed|secure|correct|incorrect|plain|input)[_-]?(?:password|token|key|secret)|placeholder|changeme|xxx+|redacted|\.\.\.+|![a-z]+|v\d+(?:alpha|beta|rc)?\d*|\d{1,3}(?:days?|chars?|characters?|caract\w+|zeichen|stellen|digits?|letters)|process\.env.*|os\.(?:environ|getenv).*|env\..*)$",
    re.IGNORECASE,
)
