"""A job named by a word of it, hours of work, and who shared a home: which memories end with them."""

from judging import held

from app.memories.endings import Ending, named, shifts


def test_a_job_is_known_by_a_word_of_it_and_its_place_goes_on_elsewhere() -> None:
    job = held("User works at a bakery in Ulm", key="employer", value="bakery in ulm")
    habit = held("User goes to the bakery on Sundays", key="habit:go to the bakery")
    assert named("bakery job", Ending.DOING, [job, habit]) == [job]
    assert named("bakery", Ending.DOING, [habit]) == [habit]


def test_hours_of_work_are_known_by_all_their_names() -> None:
    shift = held("User works night shifts", key="work_mode", value="night shift")
    out = held("User goes out at night", key="habit:go out at night")
    assert named("nights", Ending.DOING, [shift, out]) == [shift]
    late = held("User is on the late shift at the depot")
    assert named("lates", Ending.DOING, [late, shift]) == [late]


def test_a_flatmate_who_has_left_is_none_and_one_who_has_left_the_door_open_is() -> None:
    name = held(
        "User's flatmate is called Ottilie", key="relation:flatmate:name", value="ottilie", entities=("Ottilie",)
    )
    job = held("User's flatmate is a glazier", key="relation:flatmate:occupation", value="glazier")
    sister = held("User's sister is called Ada", key="relation:sister:name", value="ada", entities=("Ada",))
    found = shifts(["my flatmate's gone", "moved back to Ulm"], [name, job, sister])
    assert {one.memory.id for one in found} == {name.id, job.id}
    assert shifts(["my flatmate left the door open"], [name, job]) == []
    assert shifts(["my sister moved out"], [sister]) == []
