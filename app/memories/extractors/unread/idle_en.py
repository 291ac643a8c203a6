"""English that is only talk: said to answer, to feel, to thank, to muse or to tell of a moment, by its form."""

from typing import Final

from app.text import patterns as re

_HOW: Final = (  # adverbs between a subject and its verb
    r"(?:(?:\w+ly|ever|also|just|so|still|now|then|always|even|all|too|very|quite|pretty|super|extremely|a (?:bit|little)|"
    r"kinda|kind of|sort of|not|never|have|has|had|been|do|does|did|more|most|really) ){0,4}"
)
_I: Final = r"^(?:\w+ing\b[^,]{1,50}, )?(?:(?!I\b|we\b|my\b|our\b|when\b|if\b)[^,]{1,28}, ){0,2}(?:I|we) "
_TRYING: Final = (
    r"(?:try|give|keep|look|check|consider|start|stick|make|take|add|use|remember|think|reach|talk|see|experiment|go with|"
    r"focus|do (?:my|our|the|that|some|it|more)|be (?:sure|careful|fine|ok(?:ay)?|there|patient|honest)|let|work|continue|push|stay|follow|"
    r"ask|find|report|implement|incorporate|definitely|get (?:there|through|back|some|it|that|on)|figure|have to|not (?:give|let|quit|stop|forget)|"
    r"need to|rock|spread|share|help|support|reach|bring|put|hold|believe|prioritize|explore|aim|pick|choose|buy|order|grab|"
    r"read|watch|listen|research|browse|learn|trust|embrace|enjoy|tell|show|set|turn to|keep|consult|avoid|reduce)\b"
)
_RESOLVE: Final = re.compile(  # what is promised as an answer, without a day
    rf"{_I}{_HOW}(?:will|shall|would (?:like|love|rather) to|might|may|should|"
    rf"am (?:\w+ )?(?:going|ready|willing|determined|keen|eager) to|are (?:\w+ )?(?:going|ready) to|am gonna|got to) "
    rf"{_HOW}{_TRYING}"
    rf"|{_I}{_HOW}(?:can|could) {_HOW}(?:try|give|look into|see if|at least|work on|do (?:that|it|better|this)|get through|make a)\b"
    rf"|{_I}{_HOW}(?:want|need|have) (?:to )?{_HOW}(?:keep (?!the|a|my)|stay|make (?:sure|it)|try|give|help|share|spread|push|continue|look|check|see|be (?:sure|more|better|there)|"
    r"remember|know|thank|say|let|reach|believe|trust)\b",
    re.IGNORECASE,
)
_PROMISE: Final = re.compile(
    rf"{_I}{_HOW}(?:will|shall|am (?:\w+ )?going to|am gonna) (?!\w*\s*be\b|have\b)", re.IGNORECASE
)
_MUSING: Final = re.compile(
    rf"{_I}(?:\d+ ?% )?{_HOW}(?:think(?! in\b)|thought|believe|guess|wonder|hope(?! to)|wish|bet|agree|suppose|realize|realise|reali[sz]ed|"
    r"feel(?! (?:sick|ill|faint|dizzy|cold|strongly about))|felt|remember(?! names)|recall|doubt|understand|see(?! (?:an?|my|dr|the (?:doctor|dentist|nurse|physio|therapist)) )|seen|saw|"
    r"appreciate\w*|admire|imagine|notice[ds]?|relate|assume|figured?|hear|heard|knew|know (?:that|what|how (?:hard|much|you|it)|exactly|you|it|this)|"
    r"(?:love|like|enjoy|adore|admire) (?:how|that|the (?:way|idea|sound|look|thought)|your|this|these|those|them|it\b)|enjoyed|"
    r"can (?:not )?(?:believe|imagine|relate|understand|see|wait|decide|help but)|"
    r"meant?\b|wish|would say|tried|did not ask|checked|searched|googled|restarted|rebooted|reset|(?:last )?(?:chatted|talked|spoke)\b.*\blast\b|last (?:chatted|talked|spoke)|had (?:no idea|such|(?:an?|the) (?:\w+ )?(?:good|great|nice|lovely|amazing|wonderful|best|fun|blast|time))|get (?:what|it|that|why))\b",
    re.IGNORECASE,
)
_STATE: Final = re.compile(  # how one is just now, and what one is after just now
    rf"{_I}{_HOW}(?:am|are|is|was|were|feel|been) {_HOW}(?:(?<!always )looking (?:for|at|forward|to (?!buy|move|adopt|hire))(?! (?:an? )?(?:new )?(?:jobs?|work|flat|house|place to live|apartment|tenant))|"
    r"thinking (?:of|about|that|maybe)(?! nothing)|considering|wondering|leaning towards?|planning on trying|hoping (?:for|that|you)|"
    r"trying to (?:decide|figure|find|choose|pick|remember|recall|keep|understand|think|come|see|get a|be (?:more|better)|stay|make (?:sure|it|sense))|"
    r"curious|intrigued|fascinated|glad|happy(?! in)|proud|grateful|thankful|excited|sorry|sure|certain|amazed|inspired|impressed|"
    r"overwhelmed|hopeful|worried|concerned|nervous|anxious|struggling|having (?:\w+ )?(?:issues?|trouble|problems?|difficult\w+)|stuck|torn|open to|staying|feeling|sad|upset|stressed|"
    r"decompressing|bouncing|running (?:low|out|late)|focus(?:ing|ed) on|adding|giving|learning so|taking (?:it|things)|making (?:sure|progress|memories)|tired|exhausted|relieved|touched|moved by|blown|thrilled|stoked|pumped|psyched|ready|determined|willing|done|"
    r"swamped|buried|slammed|tempted|game|checking|keeping|carrying on|putting|brainstorming|(?:not )?convinced|busy|down|low|on the go|(?:particularly|especially|specifically) interested|intrigued|wanting|meaning|putting off|browsing|"
    r"interested in (?:learning (?:more|about|how|what)|hearing|knowing|finding|trying|seeing|the |this|that|your|getting)|in (?:awe|tears|love with (?:the|this|that|how)))\b",
    re.IGNORECASE,
)
_NEED: Final = re.compile(
    rf"{_I}{_HOW}(?:need|want|require|would (?:like|love|appreciate)|could use)s? (?:some |a few |a bit of |any |your |more )*(?:help|advice|ideas?|tips|suggestions?|"
    r"recommendations?|inspiration|pointers|assistance|you|this|that|these|it|them|the (?:story|text|tone|ending|essay|article|script|title|output|answer|result|character)s?|"
    r"to (?:write|find|figure|come up|decide|make sure|know|learn more|hear|see|sound|show|impress|understand|say|share))\b",
    re.IGNORECASE,
)
_ABSTRACT: Final = (
    r"(?:happiness|joy|peace|hope|strength|courage|freedom|an? (?:\w+ )?(?:sense|feeling|boost|reason|chance|visual)|purpose|motivat\w+|going|organi[sz]ed|calm|"
    r"grounded|inspir\w+|happy|smile|think|feel(?! (?:sick|ill|faint|dizzy|worse))|forget|see|reali[sz]e|want|proud|believe|understand|grow|stronger|better|"
    r"strong|company|perspective|alive|keep (?:going|pushing|trying|\w+ing)|push|stay|connect|express|learn|appreciate)"
)
_MOVES: Final = re.compile(  # what something does to a heart
    rf"\b(?:gives?|giving|gave|brings?|brought|makes?|made|keeps?|kept|lets?|helps?|helped|inspires?|inspired|motivates?|motivated|fills?|takes?|pushe?s?|"
    rf"reminds?|reminded|teaches|taught|drives?|allows?|encourages?|lifts?) (?:me|us|you|people|everyone|my heart|each other|one another)(?: (?:to|up|feel|all|even|really|so))* {_ABSTRACT}\b"
    r"|\b(?:motivates?|inspires?|excites?|energi[sz]es?|drives?|touches|amazes|fascinates) (?:me|us)$|\b(?:cheers?|lifts?|picks?) (?:me|us) up\b|\bmeans? (?:so much|a lot|everything|the world)\b",
    re.IGNORECASE,
)
_GENERAL: Final = re.compile(  # what is so for everybody: verdicts on what is no thing of theirs
    r"^(?!(?:I|we) )(?:[^,;]{0,70}\b(?:is|are|was|were|can be|feels?|has been|have been) (?:[\w']+ ){0,3}?(?:important|key|crucial|essential|rewarding|"
    r"amazing|inspiring|tough|scary|worth|fulfilling|exciting|fun|valuable|vital|everything|priceless|incredible|awesome|great|beautiful|"
    r"challenging|easy|powerful|special|magical|wonderful|perfect|fantastic|interesting|necessary|unforgettable|what (?:it|life|matters|counts))\b"
    r"|(?:\w+ing|books?|movies?|films?|stories|music|art|nature|life|travel|education|exercise|sports?|friends|people|kids|challenges?|every\w*|knowledge|technology|"
    r"communit(?:y|ies)|small acts?|hard times|support|love|kindness|knowing \w+|simple|good|visual|overcoming)\b(?! out\b)[^,;]{0,50}\b(?:can|could|helps?|makes?|brings?|gives?|fires?|sparks?|fuels?|is having|has a way|builds?|opens?|teach(?:es)?|"
    r"lets?|changes?|matters?|takes time|pays? off|connects?|has (?:helped|made|changed))\b)",
    re.IGNORECASE,
)
_VERDICT: Final = re.compile(
    r"^(?:my|our) (?:\w+ ){0,4}?(?:really |do |truly |all )*(?:mat+ers?|will (?:surely )?(?:last|pay off)|means? (?:a lot|so much|everything|the world)|is full|"
    r"(?:is|was|are|were) (?:\w+ )?(?:amazing|awesome|perfect|great|wonderful|incredible|unforgettable))\b"
    r"|^(?:my|our) (?:heart|mind|head|soul|mood|dreams|efforts?|voices?|actions?|time together)\b(?! (?:attack|surgery|murmur|rate|condition|valve))",
    re.IGNORECASE,
)
_TOGETHER: Final = re.compile(
    r"\b(?:let us (?!go with|use|stick|keep (?:the|to)|call|meet at)|(?<!do not )(?<!never )let me\b)|^we (?:are |have |were )?(?:all|both|each|really|got this|make a)\b"
    r"|^(?:(?:interesting|great|nice|cool|perfect|good|very \w+|got it|ok(?:ay)?|sure|true|right|hmm+|fair enough|makes sense)\b[,!.]|as (?:the|white|black)\b)|^(?:maybe|perhaps|hopefully|together|absolutely|definitely|totally|exactly|indeed|yay|woah|whoa|wow|oh|aw+|hey|hi|hello|congrat\w*|sounds|looks|speaking of which)\b",
    re.IGNORECASE,
)
_POLITE: Final = re.compile(
    r"\b(?:thank(?:s(?! to)| you)|thankful|grateful|appreciate[ds]?|no problem|no worries|you are welcome|bye|good ?night|see you|talk (?:soon|later)|"
    r"catch up (?:soon|later)|got to (?:go|run)|have to (?:go|run) now|congratulations|well done|good luck|take care|my pleasure|keep it up)\b",
    re.IGNORECASE,
)
_TO_ONE: Final = re.compile(r"^(?!\w+ly,)[A-Z]\w+, (?:let|thanks?|you|that is|this is|what an?)\b")
_YOURS: Final = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_FRAGMENT: Final = re.compile(  # a verb that has lost its subject, which was something of the sentence before
    r"^(?:(?:gives|makes|made|reminds|helps|keeps|brings|gave|helped|kept|brought|takes|took) (?:me|us|you|it|them|my|our)|means|feels|sounds|looks|really|going to|gonna|gotta|"
    r"been \w+ing (?!.*\b(?:since|for|every|\d))|has to|must|needs to|lets|tastes|turned out|can not wait|just (?:wanted|thinking|finished|got back)|same|more|as well|(?:before|after|during|in|at|around|despite|besides|other than|apart from|because of|thanks to|by|from|with|for|on) (?:that|this|those|these|them|it)|if (?![^,]*,)|"
    r"like|such|which|who|that|because|especially|instead|with (?:their|his|her|your)|since then|then|after that|otherwise|overall|anyway|also|plus|or|nor|and|but|so|for (?:report|section|question|task|part|chapter|step|example)|"
    r"each of|every (?:step|failure|day is)|one (?:thing|idea)|both|some of (?:them|these|those))\b(?! (?:people )?(?:week|month|day|other|second|third|tuesday|monday))",
    re.IGNORECASE,
)
_LEANS: Final = re.compile(  # on somebody or something that only the sentence before names
    r"^(?:they|their|them|he|she|his|her|it|its|this|that|these|those|there|here|one of (?:them|these|those))\b(?! (?:days|year|month|week|spring|summer|autumn|fall|winter|(?:is|are) (?:\w+ )?of us)\b)"
    r"|^(?:I|we) (?:(?!(?:my|our|an?|the|two|some|and|but|or|so|because|when|if|who|that|where|while|until|after|like|as|[a-z]+s)\b)[\w'-]+ ){1,6}"
    r"(?:it|them|they|their|his|her|him|its|these|those|this one|that one|there)\b(?! (?:as|when|days|is|are)\b)"
    r"|^(?:I|we) (?:(?!(?:and|people|kids|children|parents|family|couple|team|(?!is|was|has|always|this|its|does|us|as|plus|across|lots|perhaps)[a-z]+s)\b)[\w'-]+ )+(?:them|they|their)\b"
    rf"|{_I}{_HOW}(?:\w+ ){{1,2}}(?:this|that)(?! (?:company|firm|team|job|school|town|city|flat|house|country|area|project|year|week|month|summer|spring|autumn|fall|winter|morning|evening|semester|term|season|I|my|the|we|means|is|are|has)\b)\b"
    r"|^(?:\S+ ){1,11}(?:like (?:this|that|these(?: ones)?|those(?: ones)?)|for (?:it|them|this|that)|with (?:it|them|that|this)|about (?:it|them|that|this)|too|of (?:it|them)|on there)$",
    re.IGNORECASE,
)
_OF_WHOM: Final = re.compile(r"^(?:I|[Ww]e) (?:(?!(?:my|our|an?|the|[A-Z][\w']+)\b)[\w'-]+ )+(?:his|her|him|she|he)\b")
_AT_WHOM: Final = re.compile(
    r"^(?!.*\b(?:my|our|I|we|me|us|the kid|husband|wife|boss|client|contact|neighbou?r|partner)\b).*\b(?:he|she|his|her)\b",
    re.IGNORECASE,
)
_SIGNS: Final = re.compile(
    r"[=\\{}<>|§^~\[\]]|\w_\w|\w\(|\b(?:above|below|following|attached)\b(?= (?:\w+ ){0,2}(?:text|interview|article|code|list|table|essay|passage|paragraph|conversation|information|prompt|example|data|questions?|sections?)\b)"
)
_PAPER: Final = re.compile(
    r"^(?:thus|hence|therefore|moreover|furthermore|in addition|to this end|finally|here)\b|^we (?:\w+ly |first |then |also |further |may |can )*(?:describe|propose|introduce|present|demonstrate|investigate|evaluate|"
    r"assume|define|consider|observe|find|found|note|show|conclude|derive|denote|compare|discuss|examine|train)\b",
    re.IGNORECASE,
)
_EXCITED: Final = re.compile(
    rf"^(?:my|our) (?:\w+ ){{1,3}}(?:is|are|was|were|feels?) {_HOW}(?:excited|happy|proud|sad|upset|tired|angry|thrilled|glad|nervous|crying|asleep|hungry|late)\b",
    re.IGNORECASE,
)
_CLICHE: Final = re.compile(
    r"\b(?:(?:paying|pays?|paid) off|ma(?:ke|kes|king|de) (?:an? |the )?(?:\w+ )?difference|comfort zone|keep(?:ing)? (?:busy|going|pushing|on)|a blast|take a shot|tak(?:e|ing) a chance|"
    r"learn(?:ed|t|ing)? (?:so much|a (?:lot|ton))|(?:have|has|had) a way of|of all kinds|all kinds of|catch(?:ing)? up|eye-opening|\bwe both|happen(?:ed|ing)|going on|good (?:cause|vibes)|"
    r"(?:some|one|any|most|all|both|each|many) of (?:those|them|these|it|this|that)|full potential|step (?:by|at a)|dreams? (?:come|came) true|"
    r"on (?:track|the right track|a roll)|in (?:the moment|my element)|hard work|in mind|learning experience|priceless|can do anything|like I said|speaking of$|work(?:ed|ing)? together|good feedback|new challenges|\bdo (?:it|that|this)|bright(?:en)?(?:s|ing)?|sense of)\b",
    re.IGNORECASE,
)
_ANSWER: Final = re.compile(
    r"^(?:(?:yup|yeah|yep|yes|no|nope|nah)\b[, ]*)?I (?:do|am|have|did|will|can|was|would)(?: not)?\s*(?:$|[-,–—.])",
    re.IGNORECASE,
)
_THERE: Final = re.compile(r"^(?:[^A-Z]|^I\b|\bI\b)*\bthere$")
_LOFTY: Final = re.compile(  # of two of them no fact is made
    r"\b(?:dreams?|dreaming|passion(?:ate|s)?|journeys?|goals?|growth|grow|positiv\w+|emotions?|feelings?|challeng\w+|hurdles?|obstacles?|struggles?|support\w*|inspir\w+|"
    r"motivat\w+|difference|impact|encourag\w+|strength|courage|confiden\w+|creativ\w+|beauty|joy|happiness|love and|kindness|hope\w*|fulfil\w+|reward\w+|"
    r"empower\w*|awareness|acceptance|identity|authentic|true self|talents?|skills and|potential|progress|success\w*|determin\w+|perseverance|resilien\w+|"
    r"valued?|meaningful|memories|bond(?:ing)?|connections?|self-care|mindful\w*|vibes?|energy|tough times?|hard times?|comfort zone|amazing|awesome|wonderful|incredible|"
    r"excit\w+|relief|worr(?:y|ies)|express\w*|each other|everyone|others|future|society|change|equality|respect|gratitude|peace|freedom|ambitions?|chas(?:e|ing)|chance|eye-opening|goldmines?|(?:pays?|paid) off|"
    r"giv\w+ (?:me|us|back)|huge|rollercoaster|means|overwhelm\w+|power\w*|heart|soul|proud|grateful|community|truly|strong\w*|push\w*)\b",
    re.IGNORECASE,
)
_REPORTED: Final = re.compile(
    r"\bI mean\b|^(?:according to|apparently|studies|research|experts|scientists|statistics)\b", re.IGNORECASE
)
_TITLE: Final = re.compile(r"^(?:[A-Z0-9&–-][\w/&.-]*[,:]?(?:\s|$)){4,}$")
_PASTED: Final = re.compile(  # a heading, a list, a line of a document
    r"^\W*\d+(?:\.\d+)*[.)]?\s|^\d|https?://|^[-•*.:#_|>\"'“(\[]|:$|^(?:overview|benefits|examples?|list|types|anatomy|introduction|conclusion|step|chapter|figure|table)\b"
    r"|\b(?:\d+\.\d+, ?){2}|\b(?:is dedicated to|stands? for|strives? to|(?:is|are) committed to|prides? (?:itself|ourselves))\b",
    re.IGNORECASE,
)
_PLOT: Final = re.compile(
    r"\bthe (?:main )?(?:characters?|hero(?:ine)?|protagonist|author|plot|ending|narrator|villain|synopsis|audience|readers?|participants|study (?:shows|finds)|results? (?:show|suggest|indicate))\b"
    r"|^in (?:the|this) (?:novel|book|film|movie|story|show|series|game|play|scene|episode|article|study|chapter)\b|^(?:the|its|their) (?:company|brand|mission|goal|products?|members|team)(?:'s)? (?:is|are|goal|has|have|typically|mission|values?|works)\b",
    re.IGNORECASE,
)
_MOMENT: Final = re.compile(
    rf"{_I}{_HOW}(?:walked|sat|stood|strolled|wandered|came across|laughed|danced all|watched the|took (?:some|a few|this|these|that|lots of) |snapped|bumped into|ran into|"
    r"(?:just|finally) (?:finished|beat|ate|realized|realised|noticed|woke|got (?:back|home)|wanted to|saw|watched|made|had)|grilled|chilled|hung out)\b",
    re.IGNORECASE,
)
_QUESTION: Final = re.compile(  # without its mark
    r"^(?:am|is|are|do|does|did|can|could|would|should|will|what|how|why|where|who|which) (?:i|you|we|they|it|he|she|there|the|this|that|to|some|would)\b(?!.*,)|^(?:is|are|do|does|can) (?:an?|\d+) ",
    re.IGNORECASE,
)
_DAY: Final = re.compile(
    r"\b(?:\d|jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|spring|summer|autumn|fall|winter|next (?:week|month|year)|easter|christmas)\b",
    re.IGNORECASE,
)
_FOR_GOOD: Final = re.compile(
    r"\b(?:always|never|every|each|from now on|whenever|by default|until|since (?:\d|I was|childhood|last|the (?:birth|accident|operation))|usually|for (?:\w+ )?(?:years|months))\b",
    re.IGNORECASE,
)
_WE: Final = re.compile(r"^we (?:can|could|should|must|need to|have to) (?!not\b)", re.IGNORECASE)
_UNDATED: Final = (_RESOLVE, _PROMISE, _WE)
_BY_FORM: Final = (
    *(_MUSING, _STATE, _NEED, _MOVES, _GENERAL, _VERDICT, _TOGETHER, _POLITE, _FRAGMENT, _LEANS),
    *(_PASTED, _PLOT, _MOMENT, _QUESTION, _REPORTED, _PAPER, _EXCITED),
)
_TALE: Final = re.compile(  # what somebody did once
    r"^(?:(?!I\b|we\b)[^,]{1,28}, )?(?:I|we) (?:just |recently |actually |also |even |then |finally |\w+ly ){0,2}(?:packed|wore|dressed|chatted|rehearsed|spent|managed|did not|snagged|used|"
    r"got (?!an?\b|my\b|divorced|married|diagnosed|engaged)|grabbed|ate|drank|cooked|made (?!partner)|baked|tried|went|had (?!a (?:stroke|baby|heart))|saw|met|watched|listened|talked|asked|told|said|called|texted|helped|worked on|explored|visited|"
    r"contacted|reached|ordered|received|cleaned|fixed|took|put|set|played|read|wrote|found|came|saved|spoke|walked|drove|finished|attended|volunteered|hosted|shared|posted)\b",
    re.IGNORECASE,
)
_AT_IT: Final = re.compile(
    rf"{_I}{_HOW}(?:am|are|been) {_HOW}(?:trying|looking|experimenting|getting|having|going|reading|watching|listening)\b",
    re.IGNORECASE,
)
_ELLIPTIC: Final = re.compile(r"^(?:still|been (?!\w+ing\b.*\b(?:since|for))|finally)\b", re.IGNORECASE)
_LONG: Final = 22  # words
_TAIL: Final = re.compile(
    r"(?<![\s,;–—-])(?:[\s,;–—-]+(?:and|but|so)\b){0,3}[\s,;–—-]*\b(?:which (?:is|was|were|has been|feels?|felt|makes?|made)|(?:and|but|so) (?:it|that|this) (?:is|was|has|felt|feels|gives|makes|made|really)|"
    r"(?:and|but|so|as|because) I (?:guess|really |just |\w+ly )?(?:am|feel|felt|love how|think|hope|can not wait|wonder)|(?:it|that|this) (?:is|was|has been|feels?|felt|gives|makes)) [^,;]{3,}$",
    re.IGNORECASE,
)
_WORDY: Final = re.compile(
    r"\b(?:fun|amazing|great|awesome|nice|good|helpful|game-?changer|wonderful|lovely|cool|exciting|excited|inspired|inspiring|happy|proud|energy|joy|love|"
    r"feel\w*|accomplishment|experience|hard|tough|challenging|interesting|beautiful|relaxing|worth|sure|curious|wondering|thinking|looking forward|hope|wonder|not sure|"
    r"can not wait|guess|so much|so far|well|relief|rewarding|enjoy\w*)\b",
    re.IGNORECASE,
)


_CHEER: Final = re.compile(
    r"\b(?:afraid|comfort|believ\w+|dreams?|yourself|proud|strong|hard work|worry|risks?|heart|faith|chin up|hope|good luck)\b|^(?:never|do not) (?:give up|look back|lose)\b",
    re.IGNORECASE,
)


def cheering(text: str) -> bool:
    """Whether a command wishes somebody well, and nothing of the answers."""
    return _CHEER.search(text) is not None


def idle(text: str) -> bool:
    """Whether a statement, without what leads it in, only answers, feels, thanks, muses, or leans on what is not in it."""
    if any(form.search(text) for form in (_TO_ONE, _THERE, _CLICHE, _ANSWER, _OF_WHOM, _AT_WHOM, _SIGNS, _TITLE)):
        return True
    if any(form.search(text) for form in _BY_FORM):
        return True
    if not _DAY.search(text) and len({found.casefold() for found in _LOFTY.findall(text)}) > 1:
        return True
    if _FOR_GOOD.search(text):
        return False
    return _YOURS.search(text) is not None or (not _DAY.search(text) and any(form.match(text) for form in _UNDATED))


def slight(text: str) -> bool:
    """Whether it tells what was done once, or what one is at: few of these last, and they must sound like it."""
    return (
        _ELLIPTIC.match(text) is not None
        or len(text.split()) > _LONG
        or _TALE.match(text) is not None
        or _AT_IT.match(text) is not None
    )


def trimmed(text: str) -> str:
    """Without the talk at its end: `…, which was so much fun`, `… and it gives me energy`."""
    found = _TAIL.search(text)
    if found and len(text[: found.start()].split()) > 3 and _WORDY.search(found.group()):  # noqa: PLR2004  # words
        return text[: found.start()].rstrip(" ,;–—-")
    return text
