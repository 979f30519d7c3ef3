"""Players that are not people: the protocol an engine speaks, the strength levels, the adapter to bgsage.

An engine is asked with a position and answers with an action. It never changes a match itself, and it is
never the referee: what is legal only ``games.rules`` says.

- ``brain``      ``Brain``: what a computer is asked (``decide``, ``advise``) and the values it answers with.
- ``levels``     ``brain_for(level)``: the computers there are.
- ``computer``   ``Computer``: a judge and the errors of its level; every decision of a match, cube and offers too.
- ``noise``      those errors: normal, and the same when asked again.
- ``resigning``  when a computer may give up.
- ``judge``      ranks legal plays and values the cube, as deep as the number of plays allows.
- ``cubeful``    the value of a cube by the card itself, where the engine has another idea of a game's worth.
- ``situation``  card, cube and score of a question.  ``outcomes``  chances of each size of win.
- ``met``        match winning chances by score.
- ``sage``       the adapter: the one module that imports bgsage.
- ``strength``   how often each level errs and how long it thinks, measured by ``measure``.
- ``selfplay``   games of a level against itself under random cards, looking for anything illegal.
- ``errors``     what can go wrong.
"""
