"""``{% load sentences %}``: sentences one after the other, in any language.

``{% in_a_row %}{% translate "One." %} {% translate "Two." %}{% end_in_a_row %}``
"""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from matches.wording.rows import without_needless_spaces

register = template.Library()


@register.simple_block_tag(end_name="end_in_a_row")
def in_a_row(content: SafeString) -> SafeString:
    """What stands between the tags, a full stop of Chinese followed by no space."""
    return mark_safe(without_needless_spaces(content))  # noqa: S308 - only spaces were taken out
