"""Players that are not people: the protocol an engine speaks, the strength levels, the adapters.

An engine is asked with a position and answers with an action. It never changes a match itself, and it is
never the referee: what is legal only ``games.rules`` says.
"""
