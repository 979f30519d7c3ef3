"""Tables of the data files made into values; ``bgsite.lessons.loader`` finds the files.

From the ground up:

- ``positions``  the board, the dice and what stands beside the board.
- ``moves``, ``points``    what is moved, and which points are meant.
- ``tasks``      what is asked and what is right.  ``mistakes``  what is wrong in a way of its own.
- ``words``      what is read.
"""
