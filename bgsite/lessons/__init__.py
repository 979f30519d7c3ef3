"""Lessons: a course of exercises on a real board. The rules library judges; the browser has no rules.

The exercises are data files in ``course/``; docs/lessons.md says how to write one. From the ground up:

- ``fields``     a table of a data file, read strictly: every key is known, every error names file and field.
- ``attempts``   checkers moved as one likes, right or wrong, and why the rules refuse what they refuse.
- ``position``, ``claims``, ``tasks``, ``given`` (answers), ``words``    the parts of an exercise, as frozen values.
- ``exercise``   an exercise of these parts, and the course of exercises.
- ``reading``    tables made into such values.  ``loader`` reads the files.  ``course`` is all of them, in order.
- ``facts``      what can be counted or listed of a position: shots, entering numbers, pips.
- ``answers``    what the browser sends.  ``judge``    what is right.  ``wording``    what is said to it.
- ``proofs``, ``position_proofs``, ``engine_proofs``    every answer proved; ``validate`` runs them (`make lint`).
- ``wire``       what the page of an exercise is given.
- ``models``, ``selectors``, ``services``    which exercises an account has done: kept, read, forgotten.
"""
