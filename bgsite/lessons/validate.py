"""`python -m bgsite.lessons.validate [FOLDER]`: every exercise can be read, and every stated answer is proved."""

from __future__ import annotations

import sys
from pathlib import Path

from bgsite.lessons.exercise import Course
from bgsite.lessons.fields import LessonError
from bgsite.lessons.loader import FOLDER, load_course
from bgsite.lessons.proofs import faults_of
from bgsite.lessons.words import LANGUAGES


def course_faults(course: Course) -> list[str]:
    """One sentence for everything wrong with a course that could be read."""
    found = [f"{exercise.file}: {fault}" for exercise in course.exercises for fault in faults_of(exercise)]
    found += [f"{stage.name}: has no exercises" for stage in course.stages if not stage.exercises]
    for language in LANGUAGES:
        titles = [exercise.words[language].title for exercise in course.exercises]
        found += [
            f"two exercises have the title {title!r}" for title in sorted({t for t in titles if titles.count(t) > 1})
        ]
    return found


def main(folder: Path = FOLDER) -> int:
    """Print what is wrong; 1 if anything is."""
    try:
        course = load_course(folder)
    except LessonError as error:
        sys.stdout.write(f"{error}\n")
        return 1
    found = course_faults(course)
    for fault in found:
        sys.stdout.write(f"{fault}\n")
    count = len(course.exercises)
    sys.stdout.write(f"lessons: {count} exercises in {len(course.stages)} stages, {len(found)} faults\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
