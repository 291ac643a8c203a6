"""Which statements take the place of which, whatever they speak of."""

import pytest

from app.memories.episodes.claims import claims, overtakes


def overtaken(earlier: str, later: str, *, near: bool = True) -> bool:
    news = [claim for claim in claims(later) if claim.news]
    return any(overtakes(new, old, near=near) for new in news for old in claims(earlier))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("诊所的电话是5550127。", "诊所的电话换成5550188了。"),
        ("我们的合作方是云栖印务。", "合作方改成墨海印务了。"),
        ("登山队的队长是何川。", "登山队的队长由罗宁接任了。"),
        ("宿舍的熄灯时间是十一点。", "宿舍的熄灯时间提早到十点半。"),
        ("演出门票卖八十块一张。", "演出门票涨到一百块一张了。"),
        ("服务器部署在杭州机房。", "服务器已经迁到张家口机房。"),
        ("合同的有效期到明年三月。", "合同的有效期延长到后年三月。"),
        ("合唱排练每周三晚上进行。", "合唱排练改到周五晚上了。"),
        ("我的健身教练是老韩。", "我的健身教练换人了，现在是小孟。"),
        ("The clinic's phone number is 555-0127.", "The clinic's phone number has changed to 555-0188."),
        ("Our printing partner is Harrow & Co.", "Our printing partner is Quillmark now."),
        ("The graduation trip goes to Lisbon.", "The graduation trip goes to Porto now, not Lisbon."),
        ("The choir has a budget of 900.", "The budget of the choir was raised to 1,100."),
        ("The servers are in the Leeds data centre.", "We moved the servers to the Cardiff data centre."),
        ("My personal trainer is Otis.", "My new personal trainer is Bea."),
        ("The ticket costs 12 euros.", "The ticket costs 15 euros."),
        ("Our shop uses Magento.", "Our shop switched to Shopware."),
        ("My cousin Runa lives in Umea.", "Runa moved to Lund."),
    ],
)
def test_another_value_of_the_same_matter_takes_its_place(earlier: str, later: str) -> None:
    assert overtaken(earlier, later)
    assert not overtaken(earlier, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("The budget of the choir is 900.", "Maybe the budget of the choir should be 1,100."),
        ("The budget of the choir is 900.", "What if the budget of the choir was raised to 1,100?"),
        ("The budget of the choir is 900.", "The budget of the play is now 2,000."),
        ("Anna's deadline is May 1.", "My deadline has moved to May 3."),
        ("My cat is called Pip.", "My dog is called Rex."),
        ("My sister lives in Bath.", "My brother now lives in York."),
        ("Our shop uses Magento.", "Our shop switched to weekly releases."),
        ("Our shop uses Magento.", "Our shop uses Redis."),
        ("The library opens at 9.", "The library opens at 10 on Sundays."),
        ("合唱团的预算是六万。", "合唱团的预算会不会涨到八万？"),
        ("合唱团的预算是六万。", "如果合唱团的预算改成八万，就能租大厅。"),
        ("合唱团的预算是六万。", "音乐节的预算改成九万了。"),
        ("小王的截止日期是5月1日。", "小李的截止日期改到5月3日了。"),
        ("我妹妹住在苏州。", "我弟弟现在住在无锡。"),
        ("早餐是豆浆。", "晚餐是面条。"),
        ("My cousin Runa is a baker.", "Runa moved to Lund."),
        ("My cousin Runa is a baker.", "Runa lives in Lund now."),
        ("我表妹小棠是护士。", "小棠搬到昆明了。"),
    ],
)
def test_another_matter_or_a_thought_takes_no_place(earlier: str, later: str) -> None:
    assert not overtaken(earlier, later)


def test_a_short_name_is_enough_only_in_the_same_conversation() -> None:
    assert overtaken("合唱团的预算是六万。", "预算改成八万了。", near=True)
    assert not overtaken("合唱团的预算是六万。", "预算改成八万了。", near=False)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("它的占地面积是三亩。", "它的占地面积是五亩。"),
        ("我报的那个班，它的时长是六周。", "它的时长是两天。"),
        ("她的电话是5550127。", "她的电话是5550188。"),
        ("其预算是三万。", "其预算是八万。"),
        ("Its price is 300 euros.", "Its price is 200 euros."),
        ("Her deadline is Friday.", "Her deadline is Monday."),
        ("Their budget is 900.", "Their budget is 1,100."),
    ],
)
def test_values_of_things_that_only_a_pronoun_points_to_stand_side_by_side(earlier: str, later: str) -> None:
    assert not overtaken(earlier, later)


def test_a_change_of_what_a_pronoun_points_to_is_one_within_the_conversation() -> None:
    assert overtaken("Its price is 300 euros.", "Its price is now 200 euros.")
    assert not overtaken("Its price is 300 euros.", "Its price is now 200 euros.", near=False)
    assert overtaken("她的职位是主管。", "她的职位改成经理了。")
