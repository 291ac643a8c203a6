"""Related small memories become one higher memory, which knows its sources and gives them back."""
