"""Chinese words that several rules share. A rule keeps out neighbours that make another word of the same characters."""

from typing import Final

# A number that goes on to the left is another number: 1.5天前, 二十五, 第3-1步, 两三天.
NO_NUMBER: Final = r"(?<![\d.:：/\-~～第农阴历闰〇零一二两三四五六七八九十百千万几多])"
WEEK: Final = r"(?:周|星期|礼拜)"
PARTS: Final[dict[str, tuple[int, int]]] = {
    word: (start * 60, end * 60)
    for start, end, words in (
        (0, 6, "凌晨"),
        (6, 12, "清晨 早晨 早上 大早 一早 上午 早 晨"),
        (11, 13, "中午 正午"),
        (12, 18, "下午 午后"),
        (17, 19, "傍晚"),
        (18, 24, "晚上 晚间 夜里 夜间 深夜 晚 夜"),
    )
    for word in words.split()
}
PART: Final = (
    "凌晨|清晨|早晨|早上|大早|(?<!周)(?<!星期)(?<!礼拜)一早|上午|中午|正午|下午|午后|傍晚|晚上|晚间|夜里|夜间|深夜"
)
DAY: Final = (
    r"(?:一(?![直起定共般样切])|日(?![程子期常报本语元])|天(?![气天])|末(?!愉快|快乐)|[二三四五六])(?![十百月次遍回])"
)
BARE_WEEK: Final = rf"(?<![一两二三四五六七八九十几每半\d上下这本个隔]){WEEK}"
