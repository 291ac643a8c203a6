import pytest


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("today", "2025-03-12"),
        ("tomorrow", "2025-03-13"),
        ("yesterday", "2025-03-11"),
        ("the day before yesterday", "2025-03-10"),
        ("the day after tomorrow", "2025-03-14"),
        ("tonight", "the evening of 2025-03-12"),
        ("last night", "the evening of 2025-03-11"),
        ("this afternoon", "the afternoon of 2025-03-12"),
        ("tomorrow morning", "the morning of 2025-03-13"),
        ("in two weeks", "2025-03-26"),
        ("a fortnight ago", "2025-02-26"),
        ("in a fortnight", "2025-03-26"),
        ("Tuesday week", "2025-03-25"),
        ("a week on Friday", "2025-03-21"),
        ("a fortnight from Saturday", "2025-03-29"),
        ("a week tomorrow", "2025-03-20"),
        ("two Fridays ago", "2025-02-28"),
        ("last summer", "summer 2024"),
        ("last winter", "winter 2024/25"),
        ("next spring", "spring 2026"),
        ("on the 15th of next month", "2025-04-15"),
        ("in 10 days", "2025-03-22"),
        ("a week from now", "2025-03-19"),
        ("four days ago", "2025-03-08"),
        ("a couple of weeks ago", "2025-02-26"),
        ("twenty-one days ago", "2025-02-19"),
        ("three months ago", "December 2024"),
        ("half a year ago", "September 2024"),
        ("two years ago", "2023"),
        ("in an hour", "2025-03-12 11:20"),
        ("last week", "the week of 2025-03-03"),
        ("this week", "the week of 2025-03-10"),
        ("next week", "the week of 2025-03-17"),
        ("the week after next", "the week of 2025-03-24"),
        ("last month", "February 2025"),
        ("next year", "2026"),
        ("next quarter", "Q2 2025"),
        ("this weekend", "2025-03-15 to 2025-03-16"),
        ("last weekend", "2025-03-08 to 2025-03-09"),
        ("the end of the month", "2025-03-27 to 2025-03-31"),
        ("the end of next year", "December 2026"),
        ("on Saturday", "2025-03-15"),
        ("on Wednesday", "2025-03-12"),
        ("this Thursday", "2025-03-13"),
        ("next Friday", "2025-03-21"),
        ("last Friday", "2025-03-07"),
        ("last Tuesday", "2025-03-11"),
        ("Tuesday next week", "2025-03-18"),
        ("on Thu", "2025-03-13"),
        ("July 1st, 2026", "2026-07-01"),
        ("14 August next year", "2026-08-14"),
        ("May 3 last year", "2024-05-03"),
        ("1 June 2026", "2026-06-01"),
        ("the 3rd of April", "2025-04-03"),
        ("Apr 3", "2025-04-03"),
        ("2026-07-01", "2026-07-01"),
        ("2026/7/1", "2026-07-01"),
        ("2026-07-01 08:30", "2026-07-01 08:30"),
        ("2026-07-01 03:30", "2026-07-01 03:30"),
        ("in June", "June 2025"),
        ("in May 2026", "May 2026"),
        ("September", "September 2025"),
        ("last July", "July 2024"),
        ("next March", "March 2026"),
        ("in 2019", "2019"),
        ("Q3 2026", "Q3 2026"),
        ("at 3pm", "2025-03-12 15:00"),
        ("at 12am", "2025-03-12 00:00"),
        ("3 p.m. tomorrow", "2025-03-13 15:00"),
        ("tomorrow at 3", "2025-03-13 15:00"),
        ("tomorrow at 9", "2025-03-13 09:00"),
        ("5am tomorrow", "2025-03-13 05:00"),
        ("tomorrow from 2pm to 4pm", "2025-03-13 14:00–16:00"),
        ("next Monday at 10:30", "2025-03-17 10:30"),
        ("tomorrow at noon", "2025-03-13 12:00"),
        ("the past three weeks", "2025-02-19 to 2025-03-12"),
    ],
)
def test_an_expression_has_its_meaning(said, text, meaning):
    assert said(f"Let us talk about this, {text}.") == [(text, meaning)] or said(text) == [(text, meaning)]


def test_a_weekday_beside_the_past_is_the_last_one(said):
    assert said("I met them on Saturday") == [("on Saturday", "2025-03-08")]
    assert said("We walked there on Wednesday") == [("on Wednesday", "2025-03-05")]
    assert said("I will meet them on Saturday") == [("on Saturday", "2025-03-15")]


def test_a_day_of_the_month_alone_is_the_coming_one_and_after_a_past_verb_the_last_one(said):
    assert said("We fly on the 20th") == [("the 20th", "2025-03-20")]
    assert said("It has to be done by the 3rd, please") == [("the 3rd", "2025-04-03")]
    assert said("She arrived on the 3rd") == [("the 3rd", "2025-03-03")]


@pytest.mark.parametrize("text", ["Rent is due on the 1st", "I live on the 15th floor", "I get paid on the 25th."])
def test_a_floor_or_a_payday_is_no_day_of_one_month(said, text):
    assert said(text) == []


def test_a_quarter_alone_is_the_nearest_that_fits(said):
    assert said("They ship by Q3") == [("Q3", "Q3 2025")]
    assert said("Fill in Q9, and the Q2 column") == []


def test_weeks_that_passed_until_a_day_are_not_weeks_ahead(said):
    assert said("It has been two weeks on Friday") == [("on Friday", "2025-03-14")]
    assert said("We talk in Friday week 3") == [("Friday", "2025-03-14")]


def test_how_long_something_took_is_no_date(said):
    assert said("I finished the book in two days") == []


@pytest.mark.parametrize(
    "text",
    [
        "the code is 2031",
        "an answer in 2031 words",
        "in 88888888 days",
        "in 1.5 years",
        "version 2.7.1",
        "we won 10:30",
        "it may 5 times fail",
        "they march 5 miles",
        "June laughed",
        "Black Friday prices",
        "31/12/2024",
        "2024-13-45",
        "part 2024-01-02-03",
        "sat and sun",
        "in one or two days",
        "after 2000 requests",
    ],
)
def test_what_only_looks_like_a_date_is_none(said, text):
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("User bought a bike three days ago", "User bought a bike on 2025-03-09"),
        ("Yesterday the user quit", "On 2025-03-11 the user quit"),
        ("User meets Ana on Friday", "User meets Ana on 2025-03-14"),
        ("User needs it by tomorrow", "User needs it by 2025-03-13"),
        ("User needs it by the end of the month", "User needs it by 2025-03-31"),
        ("User moves next month", "User moves in April 2025"),
        ("User sailed to Crete last summer", "User sailed to Crete in summer 2024"),
        ("User skis this winter", "User skis in winter 2025/26"),
        ("User sits the exam Thursday fortnight", "User sits the exam on 2025-03-27"),
        ("User flew to Rome last week", "User flew to Rome in the week of 2025-03-03"),
        ("User moved since last year", "User moved since 2024"),
        ("User rests this weekend", "User rests from 2025-03-15 to 2025-03-16"),
        ("User calls tomorrow at 3pm", "User calls at 2025-03-13 15:00"),
        ("User sang tonight", "User sang on the evening of 2025-03-12"),
        ("User read yesterday's paper", "User read 2025-03-11's paper"),
        ("User graduates on July 1st, 2026", "User graduates on July 1st, 2026"),
        ("User swims every Monday", "User swims every Monday"),
    ],
)
def test_relative_dates_are_written_out_and_the_rest_stays(rewritten, text, result):
    assert rewritten(text, "en") == result
