"""Wishes bound to a scene."""

# small counts of words are what a grammar is made of

from dataclasses import replace

from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.matters import ANSWERS, SCENE, SCENES, general, matter
from app.memories.extractors.en.morphology import imperative
from app.memories.extractors.en.wishes import about_user, as_wish
from app.memories.model import Candidate, Source
from app.text import patterns as re


def scene_wishes(body: str, *, marked: bool) -> list[Candidate]:
    """Wishes bound to a scene, each with its own: `in design docs be detailed, in chat keep it short`."""
    if re.match(
        r"(?:I|we|my|our)\b(?!\s(?:prefer|want|would (?:like|prefer)|like)\b)", body, re.IGNORECASE
    ) or not SCENE.search(body):
        return []
    if (known := matter(body)) and known[0] == "report_format":
        return []
    found: list[Candidate] = []
    scene, wish = "", ""
    for part in re.split(
        r"\s*[,;]\s*(?:(?:but|and|while|whereas)\s)?|\s(?:but|while|whereas|and(?=\s(?:when|in|for|be|keep|use|"
        r"detailed|short|brief|long|thorough|concise)\b))\s(?!it\b)",
        body,
    ):
        named, wished = SCENE.search(part), matter("be " + SCENE.sub(" ", part))
        scene = named.group() if named else scene
        wish = part if wished else wish
        if scene and wish:
            found.append(_scened(scene, wish, body, marked=marked))
            scene, wish = "", ""
    return found


def _scened(scene: str, wish: str, body: str, *, marked: bool) -> Candidate:
    match = SCENE.search(scene)
    assert match, "a scene was found in it"
    plain = " ".join(SCENE.sub(" ", wish).split()).strip(" ,.")
    plain = re.sub(r"^(?:please|I (?:would )?(?:prefer|like|want))\s", "", plain, flags=re.IGNORECASE)
    key, value = matter("be " + plain) or general(plain)
    told = as_wish(
        plain
        if imperative(plain.split()[0])
        else (
            "be " + plain
            if key in ("answer_length", "answer_tone") and len(plain.split()) <= 3 and not ANSWERS.search(plain)
            else plain
        )
    )
    where = about_user(match.group())
    candidate = standing(
        f"{told} {where[:1].lower()}{where[1:]}", body, key, value, scene=SCENES[match["scene"].lower()]
    )
    return candidate if marked else replace(candidate, source=Source.USER_STATED, confidence=0.9)
