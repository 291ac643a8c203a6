"""The same thing said in Chinese and in English has the same key and the same value; only names are in their language.

`left|right` in a key or value stands for the Chinese and the English word. A third part of a row is the scene.
"""

from datetime import datetime, timedelta, timezone

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said

CST = timezone(timedelta(hours=8))
AT = datetime(2026, 4, 8, 10, 0, tzinfo=CST)

SAID: list[tuple[str, str, dict[str, str]]] = [
    # how to answer
    ("以后回答简短一点", "From now on keep your answers short", {"answer_length": "short"}),
    ("以后回答要详细", "From now on make your answers detailed", {"answer_length": "detailed"}),
    ("以后回答不要超过三句话", "From now on keep answers under three sentences", {"answer_length": "3 sentences"}),
    ("以后回答控制在100字以内", "From now on keep answers under 100 words", {"answer_length": "100 words"}),
    ("以后用表格回答", "From now on answer in tables", {"answer_format": "table"}),
    ("以后回答都分点列", "Always answer in bullet points", {"answer_format": "bullets"}),
    ("以后不要用表格", "Never use tables", {"answer_format": "no table"}),
    ("以后别用表情符号", "Never use emojis", {"answer_emoji": "no"}),
    ("以后先给结论", "From now on start with the conclusion", {"answer_order": "conclusion_first"}),
    ("以后都用中文回答", "Always answer in Chinese", {"answer_language": "chinese"}),
    ("以后都用英文回答", "Always answer in English", {"answer_language": "english"}),
    ("以后语气正式一点", "From now on use a formal tone", {"answer_tone": "formal"}),
    ("以后跟我说话直接一点", "From now on be direct with me", {"answer_tone": "direct"}),
    ("以后语气幽默一点", "From now on use a humorous tone", {"answer_tone": "humorous"}),
    ("以后代码示例都用Rust", "Always use Rust for code examples", {"code_language": "rust"}),
    ("以后报告都用要点列表", "From now on write reports in bullet points", {"report_format": "bullets"}),
    ("以后代码注释都用英文写", "Always write comments in English", {"comment_language": "english"}),
    ("以后邮件都用法语写", "Always write emails in French", {"email_language": "french"}),
    ("以后金额都用欧元", "From now on quote prices in euros", {"currency": "eur"}),
    ("以后金额都用港币", "From now on quote prices in Hong Kong dollars", {"currency": "hkd"}),
    ("以后都用公制单位", "Always use metric units", {"units": "metric"}),
    ("以后温度用摄氏度", "From now on give temperatures in celsius", {"temperature_unit": "celsius"}),
    ("以后时间都用24小时制", "Always use the 24-hour clock", {"time_format": "24h"}),
    ("以后日期都用YYYY-MM-DD格式", "Always write dates as YYYY-MM-DD", {"date_format": "yyyy-mm-dd"}),
    ("以后叫我Bo就行", "From now on call me Bo", {"form_of_address": "bo"}),
    # who one is
    ("我叫 Ada Lund", "My name is Ada Lund", {"name": "ada lund"}),
    ("我住在大理", "I live in Bergen", {"residence": "大理|bergen"}),
    ("我老家在凉山", "I'm from Galway", {"origin": "凉山|galway"}),
    ("我今年三十四岁", "I'm 34 years old", {"age": "34"}),
    ("我的生日是5月3日", "My birthday is 3 May", {"birthday": "05-03"}),
    ("我结婚了", "I'm married", {"marital_status": "married"}),
    ("我单身", "I'm single", {"marital_status": "single"}),
    ("我离婚了", "I'm divorced", {"marital_status": "divorced"}),
    ("我身高一米七八", "I'm 178 cm tall", {"height": "178 cm"}),
    ("我体重一百四十斤", "I weigh 70 kilos", {"weight": "70 kg"}),
    ("我是左撇子", "I'm left-handed", {"handedness": "left-handed"}),
    ("我的鞋码是42", "My shoe size is 42", {"shoe_size": "42"}),
    ("我会说法语", "I speak French", {"speaks:french": "yes"}),
    ("我不会说德语", "I don't speak German", {"speaks:german": "no"}),
    ("我的母语是葡萄牙语", "My native language is Portuguese", {"speaks:portuguese": "native"}),
    ("我在学西班牙语", "I'm learning Spanish", {"learns:spanish": "yes"}),
    ("我是兽医", "I'm a vet", {"occupation": "兽医|vet"}),
    ("我在拾光书店上班", "I work at Quillon Press", {"employer": "拾光书店|quillon press"}),
    ("我在家办公", "I work from home", {"work_mode": "remote"}),
    ("我上夜班", "I work night shifts", {"work_mode": "night shift"}),
    ("我一个人住", "I live alone", {"household": "alone"}),
    # people and animals
    ("我有两个妹妹", "I have two sisters", {"relation:sister:count": "2"}),
    ("我有一个哥哥", "I have a brother", {"relation:brother:count": "1"}),
    ("我有三个孩子", "I have three children", {"children_count": "3"}),
    ("我没有孩子", "I don't have children", {"children_count": "0"}),
    ("我老婆叫Ines", "My wife is called Ines", {"relation:wife:name": "ines"}),
    ("我老板的电话是555-0142", "My boss's phone number is 555-0142", {"relation:boss:phone": "555-0142"}),
    ("我岳母住在大理", "My mother-in-law lives in Bergen", {"relation:mother-in-law:residence": "大理|bergen"}),
    ("我儿子今年六岁", "My son is six years old", {"relation:son:age": "6"}),
    ("我养了一只猫，叫Miso", "I have a cat named Miso", {"pet:miso": "猫|cat"}),
    # body and table
    ("我对花生过敏", "I'm allergic to peanuts", {"allergy:花生|peanut": "yes"}),
    ("我对花生不过敏", "I'm not allergic to peanuts", {"allergy:花生|peanut": "no"}),
    ("吃虾我会起疹子", "Shrimp gives me hives", {"allergy:虾|shrimp": "yes"}),
    ("我乳糖不耐受", "I'm lactose intolerant", {"intolerance:乳糖|lactose": "yes"}),
    ("我吃素", "I'm vegetarian", {"diet": "vegetarian"}),
    ("我是纯素食者", "I'm vegan", {"diet": "vegan"}),
    ("我有糖尿病", "I have diabetes", {"health:糖尿病|diabetes": "yes"}),
    ("我怀疑自己有哮喘", "I think I have asthma", {"health:哮喘|asthma": "suspected"}),
    ("我不抽烟", "I don't smoke", {"habit:smoking": "no"}),
    ("我戒烟了", "I quit smoking", {"habit:smoking": "no"}),
    ("我不喝酒", "I don't drink alcohol", {"habit:drinking": "no"}),
    # likes and habits
    ("我喜欢爵士乐", "I like jazz", {"taste:爵士乐|jazz": "like"}),
    ("我讨厌香菜", "I hate cilantro", {"taste:香菜|cilantro": "dislike"}),
    ("我怕蛇", "I'm afraid of snakes", {"fear:蛇|snake": "yes"}),
    ("我最喜欢的颜色是绿色", "My favourite colour is green", {"favourite:颜色|colour": "绿色|green"}),
    ("我会弹钢琴", "I play the piano", {"plays:钢琴|piano": "yes"}),
    ("我每天跑步", "I run every day", {"habit:跑步|run": "daily"}),
    ("我每周游泳三次", "I swim three times a week", {"habit:游泳|swim": "3/week"}),
    # times of the week
    ("我周五下午不能开会", "I can't do meetings on Friday afternoons", {"schedule:friday-afternoon": "unavailable"}),
    ("我周五下午有空", "I'm free on Friday afternoons", {"schedule:friday-afternoon": "available"}),
    ("我周末没空", "I'm not available on weekends", {"schedule:weekend": "unavailable"}),
    (
        "我周一上午十点前不能开会",
        "I can't do meetings before 10am on Mondays",
        {"schedule:monday-before-10:00": "unavailable"},
    ),
    (
        "我每周四晚上六点上瑜伽课",
        "I have a yoga class every Thursday at 6pm",
        {"schedule:瑜伽课|yoga class": "thursday-18:00"},
    ),
    # tools and projects
    ("我的编辑器是Helix", "My editor is Helix", {"tool:editor": "helix"}),
    ("我用Fedora", "I use Fedora", {"tool:os": "fedora"}),
    ("我们项目的数据库是TiDB", "Our project's database is TiDB", {"project:database": "tidb"}),
    ("项目截止日期是5月3日", "The project deadline is 3 May", {"project:deadline": "2026-05-03"}),
    ("我们决定用Kafka", "We decided to use Kafka", {"decision:kafka": "kafka"}),
]


def side(text: str, index: int) -> str:
    """The word of one language in `left|right`; `prefix:left|right` keeps its prefix."""
    head, _, tail = text.rpartition(":")
    left, _, right = tail.partition("|")
    word = (left, right or left)[index]
    return f"{head}:{word}" if head else word


@pytest.mark.parametrize("index", [0, 1], ids=["zh", "en"])
@pytest.mark.parametrize("row", SAID, ids=[row[1] for row in SAID])
def test_the_same_matter_has_the_same_key_and_value(row: tuple[str, str, dict[str, str]], index: int) -> None:
    found = {one.key: one.value for one in extract([Said("user", row[index], AT, CST)])}
    wanted = {side(key, index): value if ":" in value else side(value, index) for key, value in row[2].items()}
    assert {key: found.get(key) for key in wanted} == wanted


@pytest.mark.parametrize(
    ("zh", "en", "scene"),
    [
        ("写技术方案的时候详细一点", "In technical designs be detailed", "tech_design"),
        ("平时聊天简短一点", "In casual chat keep it short", "daily_chat"),
        ("做代码评审的时候简短一点", "In code reviews keep it short", "code_review"),
        ("写邮件的时候语气正式一点", "When writing emails use a formal tone", "email"),
        ("写文档的时候详细一点", "In documentation be detailed", "documentation"),
        ("写代码的时候简洁一点", "When writing code be concise", "coding"),
        ("写周报的时候简洁一点", "When writing reports be concise", "report"),
        ("头脑风暴的时候轻松一点", "When brainstorming use a casual tone", "brainstorming"),
    ],
)
def test_a_scene_has_one_code(zh: str, en: str, scene: str) -> None:
    scenes = [{one.scene for one in extract([Said("user", text, AT, CST)])} for text in (zh, en)]
    assert scenes == [{scene}, {scene}]


def test_facts_belong_to_no_scene_in_either_language() -> None:
    for text in ("我住在大理", "I live in Bergen"):
        assert [one.scene for one in extract([Said("user", text, AT, CST, "support")])] == [None]
