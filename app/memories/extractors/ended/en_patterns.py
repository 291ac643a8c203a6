"""How English clauses tell of a change. `what` is the thing that ended, `new` what came in its place."""

import re
from typing import Final

from app.memories.extractors.en.lexicon import words

# Without one of these words a sentence tells of no change that is read here, and costs no more than this look.
SIGNS: Final = words("ended", "signs")
WORD: Final = re.compile(r"[a-z]+")
ME: Final = (
    r"(?:(?:I|we|my (?:wife|husband|partner) and I|(?:the|our) (?:team|company|office|department|whole team))\s)?(?:has\s)?"
    r"(?:(?:am|are|have|had|just|finally|recently|already|sadly|also|then|now|both|since|only|eventually|unfortunately|"
    r"officially|at last|got to|had to|decided to)\s)*"
)
NOT_SO: Final = re.compile(
    r"\b(?:(?-i:may)|might|could|would|should|shall|will|can|going to|gonna|wants?|wanted|wish|like to|love to|plan(?:s|ning|ned)?|think(?:s|ing)?|"
    r"thought|consider\w*|if|unless|whether|nearly|almost|never|not(?! any more)|hopes?|hoping|dream\w*|try|tried|trying|"
    r"about to|need to|needs to|have to|has to|tells?|told|says?|said|hear|heard|talk\w*|suggest\w*|propos\w*|was to|"
    r"tempted|today|tonight|this (?:time|week|morning|once)|yet|pretend\w*|imagine\w*|refus\w*|offer\w*|ought|used to|when I|"
    r"for (?:a|an|the|one|two|three|\d+) (?:\w+ )?(?:while|bit|days?|weeks?|weekend|months?|hours?|holiday|trip)|(?:came|come|is|am|are) back|again|temporarily|"
    r"as a (?:child|kid|student)|years ago|maybe|perhaps|probably|possibly|everyone|people|somebody|someone)\b",
    re.IGNORECASE,
)
TAIL: Final = re.compile(
    r"\s(?:for good|altogether|completely|entirely|at last|for now|too|now|then|instead|to be honest|in the end|a while ago|"
    r"(?:because|since|so|as|due to|thanks to|after|when|before|on account of)\b.*|with a heavy heart|this year|for me|"
    r"without regret|for ever|forever|already)$",
    re.IGNORECASE,
)
DETERMINED: Final = re.compile(
    r"^(?:(?:the|my|our|that|this|all|of|old|own|trusty|beloved|dear|poor|good|little|weekly|daily|working (?:at|for|with)|"
    r"playing|learning|doing|going to|studying|practi[sc]ing|using|taking|drinking|eating|to)\s)+",
    re.IGNORECASE,
)
OTHERS: Final = re.compile(
    r"^(?:an?|some|any|another|his|her|their|your|its|every|each|two|three|it|them|this|that|there|here|everything|"
    r"nothing|something|one|most|many|both|all|the (?:day|time|game|match|way|point|plot|race|bus|train|door|ball))\b|['’]s\s",
    re.IGNORECASE,
)
SOLD: Final = re.compile(
    rf"^{ME}(?:sold|sell|flogged|binned|junked|found (?:a )?(?:new )?home for|got rid of|get rid of|gave away|given away|give away|parted with|part with|lost|donated|scrapped|"
    r"rehomed|disposed of|threw (?:out|away)|thrown (?:out|away)|wrecked|totall?ed|put down|put to sleep|let go of)\s"
    r"(?P<what>.+?)(?:\s(?:to|on)\s.+)?$"
    rf"|^{ME}(?:(?:gave|given|give|threw|thrown)\s(?P<a>.+?)\s(?:away|up for adoption)|put\s(?P<c>.+?)\s(?:down|to sleep)|(?:traded|trade|sold)\s(?P<d>.+?)\s(?:in|off))$"
    rf"|^{ME}(?:gave|given|give|donated)\s(?P<b>(?:my|our|the)\s.+?)\sto\s.+$",
    re.IGNORECASE,
)
SOLD_THING: Final = re.compile(
    r"^(?:sadly\s|unfortunately\s)?(?P<what>.+?)\s(?:has\s|had\s|have\s|just\s|sadly\s|finally\s|recently\s|also\s)*"
    r"(?:(?:is|are|was|were|got|been|being)\s(?:now\s|finally\s|just\s)*(?:sold|stolen|given away|gone|dead|lost|totall?ed|wrecked|scrapped|"
    r"put down|put to sleep|rehomed|traded in|broken for good|no more)|died|passed away|passed on|ran away|flew away|broke(?: down)?|packed up|fell apart|is no longer with us|"
    r"broke (?:down )?for good|went to (?:my|our|a) .+|went missing|gave up the ghost|did not make it)$",
    re.IGNORECASE,
)
GIVEN_UP: Final = re.compile(
    rf"^{ME}(?:gave up(?: on)?|given up(?: on)?|give up|quit|stopped|stop(?= \w+ing)|dropped(?: out of)?|ditched|packed in|cancelled|canceled|"
    r"finished(?: with)?|completed|left|retired from|resigned from|done with|over|through with|finished with|fed up with and left|"
    r"swore off|sworn off|cut out|kicked|unsubscribed from|unsubscribe from|withdrew from|pulled out of|stepped down (?:as|from)|"
    r"moved on from|abandoned|wrapped up|closed|shelved|axed|shipped|delivered)\s(?P<what>.+)$"
    rf"|^{ME}(?:packed|called|gave|given|let)\s(?P<a>.+?)\s(?:in|off|up|lapse|expire|go)$"
    rf"|^no more (?P<b>.+?)(?:\sfor me|\sfor us)?$",
    re.IGNORECASE,
)
OVER: Final = re.compile(
    r"^(?P<what>.+?)\s(?:has\s|have\s|is\s|are\s|was\s|were\s|got\s|been\s|now\s|finally\s|just\s|all\s|already\s|officially\s)*"
    r"(?:history|over|ended|finished|done(?: and dusted)?|behind (?:me|us)|a thing of the past|cancelled|canceled|called off|off the table|"
    r"expired|lapsed|closed(?: down)?|folded|disbanded|discontinued|gone|dead|shelved|axed|wrapped up|shut down|came to an end|"
    r"come to an end|off)(?:\s(?:for me|for us|now))?(?:,.*)?$",
    re.IGNORECASE,
)
DAYS: Final = re.compile(r"^(?P<what>.+?)\sdays$", re.IGNORECASE)
INTO: Final = re.compile(
    rf"^{ME}(?:switched|moved|changed|went|gone|migrated|converted|transferred|ported|swapped)\s(?:over\s|everything\s|(?:our|my) [\w ]{{2,20}}?\s)?"
    r"from\s(?P<old>.{2,40}?)\s(?:over\s)?to\s(?P<new>.{2,40})$"
    rf"|^{ME}(?:switched|moved|changed|migrated|converted|transferred)\s(?:over\s|everything\s)?to\s(?P<new2>.{{2,40}}?)\sfrom\s(?P<old2>.{{2,40}})$"
    rf"|^{ME}(?:swapped|traded|exchanged|ditched|dropped|gave up|given up|left|quit|abandoned)\s(?P<old3>.{{2,40}}?)\s(?:in\s)?(?:for|in favou?r of)\s(?P<new3>(?!an? (?:\w+ )?(?:while|bit|day|week|weekend|month|holiday|trip|break)|good\b|ever\b|now\b|the (?:day|night|week|weekend|summer|winter|seaside|beach|coast|sun|mountains|hills|lake)).{{2,40}})$"
    rf"|^{ME}(?:replaced|swapped|substituted)\s(?P<old4>.{{2,40}}?)\s(?:with|by)\s(?P<new4>.{{2,40}})$"
    r"|^(?P<new5>(?!(?-i:The|Our|My)\b)(?-i:[A-Z])[\w.+#-]*(?: (?-i:[A-Z])[\w.+#-]*)?)\s(?:has\s)?replaced\s(?P<old5>(?:(?:our|the|my)\s(?:old\s)?)?(?-i:[A-Z]).{1,40})$"
    r"|^(?:I|we|our \w+|my \w+)\s(?:now\s)?[a-z]+\s(?:in\s|on\s|with\s)?(?P<new6>.{2,40}?)\s(?:now,?\s)?(?:instead of|rather than|and not)\s(?P<old6>.{2,40}?)(?:\snow|\sthese days)?$"
    r"|^(?:I|we|our \w+|my \w+)\s(?:now\s)?[a-z]+\s(?:in\s|on\s|with\s)(?P<new7>[A-Z]\S{1,30})\s(?:now|these days),?\snot\s(?:in\s|on\s|with\s)?(?P<old7>[A-Z]\S{1,30})$"
    rf"|^{ME}(?:signed up for|registered for|entered|booked|chose|picked|went for|going for|opted for|joined|enrolled (?:in|at))\s(?P<new9>.{{2,40}}?)\sinstead of\s(?P<old9>[^,]{{2,40}})(?:,\s.{{1,30}})?$"
    r"|^(?:it|they) (?:is|are) (?P<new8>[A-Z]\S{1,30})\s(?:now|these days|instead),?\snot\s(?P<old8>[A-Z]\S{1,30})$",
    re.IGNORECASE,
)
AND_TOOK_UP: Final = re.compile(
    r"^(?P<ended>.+?),?\s(?:and|so I|so we|but)\s(?:(?:have|now|then|just|I|we|I am|we are)\s)*(?:took up|taken up|take up|started|began|got into|picked up|bought|treated myself to|treated ourselves to|"
    r"got|joined|signed up for|moved to|switched to|now (?:drive|ride|use|play|do|wear|learn|own|have))\s"
    r"(?P<new>(?!out\b|over\b|rid\b|married\b|to\b).{2,40})$",
    re.IGNORECASE,
)
MOVED: Final = re.compile(
    r"^(?:they (?:have )?|I (?:have )?|we (?:have )?)?(?:just )?(?P<verb>moved|switched|swapped|pushed|put|postponed|rescheduled|brought|shifted|rebooked|delayed|extended|changed|deferred)\s"
    r"(?:back\s|forward\s)?(?P<what>(?:the|my|our)\s.+?)\s(?:back\s|forward\s|out\s|up\s|by [\w ]+?\s)?(?:to|until|till|for)\s(?P<to>.+)$"
    r"|^(?P<what2>(?:the|my|our)\s.+?|(?-i:[A-Z])[a-z]+(?:\s[a-z]+)?(?=\s(?:got|was|is|are|has been|have been)\s))\s(?:(?:has|have|had|just|now|is|was|were|are|got|been|also)\s)*"
    r"(?:moved|pushed|put|postponed|rescheduled|brought|shifted|rebooked|delayed|extended|changed|deferred|bumped|slipped|re-?arranged|put off)\s"
    r"(?:back\s|forward\s|out\s|off\s|up\s|by [\w ]+?\s)?(?:to|until|till|for|into|on)\s(?P<to2>.+)$",
    re.IGNORECASE,
)
PARTED: Final = re.compile(
    r"^(?:(?P<who>[\w' ]{2,30}?)\sand\s(?:I|me)|I|we)\s(?:(?:have|had|has|are|were|got|just|recently|finally|sadly|now|both|decided to)\s)*"
    r"(?:broke up|broken up|break up|split up|split|separated|divorced|parted ways|called it quits|no longer together)"
    r"(?:\s(?:with|from)\s(?P<with>.{2,30}))?$"
    r"|^I\s(?:have |had |just |finally )*(?:left|dumped|divorced|ended things with)\s(?P<left>(?:my\s)?(?:girlfriend|boyfriend|partner|wife|husband|fianc\w+).{0,20})$",
    re.IGNORECASE,
)
LEFT_WORK: Final = re.compile(
    r"^(?:(?P<who>I|we|my [\w' ]{2,30}?)\s|(?=(?:quit|left|resigned from)\s[A-Z]))(?:(?:have|has|had|just|finally|recently|also|sadly|unfortunately|was|were|got|been|am|is|are|now)\s)*"
    r"(?:laid off|let go|made redundant|fired|sacked|dismissed|out of (?:a job|work)|unemployed|between jobs|"
    r"(?:quit|left|lost|resigned from|gave up|packed in|handed in (?:my|his|her|their|the) notice(?: at)?|gave (?:my|his|her|their|in my) notice(?: at)?|resigned|retired)"
    r"(?:\s(?:my|his|her|their|the)?\s?(?:job|position|role|post)(?: at)?)?)"
    r"(?:\s(?:by|from|at)?\s?(?P<firm>(?!(?:early|late|already|again|alone|now|then|first|last|together|soon|it|him|her|them|us|behind|out|off|town)\b)(?:the )?[A-Z][\w&'. -]{1,40}))?$",
    re.IGNORECASE,
)
LAST_DAY: Final = re.compile(
    r"^(?:(?:today|yesterday|friday|monday|last \w+|it)\s)?(?:was|is)\smy last (?:day|week|shift) (?:at|with) (?P<firm>[A-Z][\w&'. -]{1,40})$"
    r"|^my time (?:at|with) (?P<firm2>[A-Z][\w&'. -]{1,40}?) (?:is|has) (?:over|ended|come to an end)$"
    r"|^(?P<firm3>[A-Z][\w&'. -]{1,40}?) (?:has |have )?(?:let me go|laid me off|fired me|sacked me|made me redundant|showed me the door|did not renew my contract)$",
    re.IGNORECASE,
)
NO_LONGER: Final = re.compile(
    r"^(?:I|we)\s(?:(?:really|now|also|just)\s)*(?:no longer|do not)\s[a-z]+\s(?:(?:to|in|at|on|for|with|along)\s)?(?P<what>.+?)(?P<more>\s(?:any more|these days|nowadays))?$",
    re.IGNORECASE,
)
RUNS_ON: Final = re.compile(
    r",\s(?:and\s|but\s|so\s)?(?=(?:started|joined|took up|got a|now|bought|moved to|switched to|can not|could not|delivered|it is|I am|I have)\b|(?-i:[A-Z])\w+(?:\s\w+)?\s(?:took me|hired me|has hired|is my)\b|[\w' ]{3,25}\s(?:is|are)\s(?:over|history|finished)\b)",
    re.IGNORECASE,
)
NEW_FIRM: Final = re.compile(
    r"^(?:(?:I|we)\s)?(?:(?:have|just|now|recently|also|finally)\s)*(?:started|begun|got|found|landed|accepted|taken|took)(?:\s(?:an?|the|my|up a)\s(?:new\s)?"
    r"(?:job|position|role|post))?\s(?:at|with)\s(?P<firm>[A-Z][\w&'. -]{1,40})$"
    r"|^(?P<firm2>[A-Z][\w&'. -]{1,40}?)\s(?:has\s|have\s|then\s)?(?:took|taken|hired|recruited|snapped)\sme(?:\s(?:on|up))?$"
    r"|^(?P<firm3>[A-Z][\w&'. -]{1,40}?)\sis\s(?:now\s)?my\s(?:new\s|current\s)?(?:employer|company|workplace)(?:\snow)?$"
    r"|^(?P<firm4>[A-Z][\w&'. -]{1,40}?)\spays my (?:wages|salary|bills)(?:\snow)?$"
    r"|^I am (?:now )?with (?P<firm5>[A-Z][\w&'. -]{1,40}?) now$"
)
MADE_ANEW: Final = re.compile(
    rf"^{ME}(?:rewrote|rewritten|rebuilt|reimplemented|ported|recoded)\s(?P<what>(?:the|our|my)\s.{{2,30}}?)\s(?:in|to|with|on)\s[A-Z].{{1,30}}$",
    re.IGNORECASE,
)
HAVE_NOW: Final = re.compile(
    r"^(?:now\s)?(?:I|we)\s(?:now\s)?(?:have|own|drive|ride|wear|use)\san?\s(?P<new>.{2,40})$", re.IGNORECASE
)
# What is said of this meal, this lesson, this evening as well: it must name what takes months, or bear a name.
TODAY: Final = re.compile(
    r"\b(?:finished|completed|closed|left|delivered|shipped|wrapped up|over|ended|done|gone|off|dead|expired|closed down)\b",
    re.IGNORECASE,
)
IN_GENERAL: Final = re.compile(r"\b(?:dropped|stopped|kicked|done with|over|through with)\s", re.IGNORECASE)
FOR_GOOD: Final = re.compile(
    r"\b(?:for me|for us|for good|history|behind (?:me|us)|thing of the past|days (?:are|is) over|discontinued|disbanded|folded|lapsed|"
    r"shut down|closed down|has ended|have ended)\b",
    re.IGNORECASE,
)
TAKES_MONTHS: Final = re.compile(
    r"\b(?:lessons|classes|course|degree|studies|studying|training|programme|program|apprenticeship|internship|project|subscription|contract|"
    r"membership|club|choir|band|league|society|association|phd|thesis|novel|diploma|bootcamp)\b",
    re.IGNORECASE,
)
CALLED_OFF: Final = re.compile(
    rf"^(?P<what>.+?)\s(?:has\s|have\s|is\s|are\s|was\s|were\s|got\s|been\s|now\s|just\s)+(?:cancelled|canceled|called off|off|scrapped)$"
    rf"|^{ME}(?:they\s)?(?:cancelled|canceled|called off)\s(?P<a>.+)$"
    r"|^(?:they|(?:the|our) (?:board|company|client|management|bosses?|firm))\s(?:have\s|has\s|just\s|finally\s)*(?:killed|canned|scrapped|axed|shelved|pulled|"
    r"shut down|stopped|dropped|ended)\s(?P<b>(?:the\s|our\s)?(?:project\s.+|.+\sproject))$",
    re.IGNORECASE,
)
BACK: Final = re.compile(
    r"\b(?:but|and|then)\s(?:\w+\s){0,3}(?:came back|is back|am back|are back|went back|turned up again|found (?:him|her|it|them)|"
    r"took it up again|started again|it stays|stayed|changed my mind|returned|recovered)\b",
    re.IGNORECASE,
)
BROKEN: Final = re.compile(r"(?:broke(?: down)?|packed up|fell apart)$")  # it may be mended
DAY: Final = re.compile(
    r"\d|\b(?:today|yesterday|tomorrow|last|next|this|ago|since|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|"
    r"may|june|july|august|september|october|november|december|week|month|year|spring|summer|autumn|fall|winter|morning|evening|night)",
    re.IGNORECASE,
)
LEAD: Final = re.compile(r"^(?:these days|now|nowadays|since \w+|recently|lately),?\s", re.IGNORECASE)
FIRED: Final = re.compile(
    r"^(?:they|my (?:boss|employer|company|firm)|the (?:company|firm|boss))\s(?:(?:have|has|just|finally)\s)*(?:let me go|laid me off|fired me|sacked me|"
    r"made me redundant|got rid of me|did not renew my contract)$",
    re.IGNORECASE,
)
CONTRAST: Final = re.compile(r",\snot\s(?:in\s|on\s|with\s)?[A-Z]\S+$")
NOT_NOW: Final = re.compile(r"\b(?:any more|no longer|these days|nowadays)\b")
NOT_MORE: Final = re.compile(
    r"^(?:I|we)\s(?:am|are)\s(?:no longer|not)\s(?P<what>[a-z]+ing\s.+?)(?P<more>\sany more)?$", re.IGNORECASE
)
GOT_OUT: Final = re.compile(r"^(?P<what>[A-Z][\w'-]+)\s(?:has\s|had\s|just\s)*(?:moved out|left us)$")

NOT_SURE: Final = re.compile(
    r"\b(?:may|might|could|would|should|will|if|not|never|nearly|almost|want|wants|wanted|plan(?:s|ning|ned)?|think(?:s|ing)?|"
    r"consider\w*|talk\w*|suggest\w*|hopes?|hoping|maybe|perhaps)\b(?! \d)"
)
MINE: Final = re.compile(r"^(?:my|our)\s", re.IGNORECASE)
LONGEST: Final = 5  # words of a thing
NO_FIRM: Final = frozenset(
    [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "He",
        "She",
        "It",
        "They",
        "This",
        "That",
        "Work",
    ]
)
GRADUATED: Final = re.compile(
    r"I\s(?:(?:have|just|finally|recently)\s)*(?:graduated|finished (?:uni|university|college|school|my (?:degree|studies)))$"
)
ONE_DAY: Final = re.compile(r"\b(?:this|next) (?:\w+day|week|month|time)\b", re.IGNORECASE)  # it goes on after it
AND_PLACE: Final = re.compile(
    r"^it (?:is|will be) (?:now )?(?:in|at|on) .{2,40}$", re.IGNORECASE
)  # moved, and elsewhere too
