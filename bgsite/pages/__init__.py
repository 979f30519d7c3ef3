"""The site's own pages: front page, what is stored, the pages that teach, and reports of mistakes.

Lists of matches belong to `matches`.

- `text_files` the texts (`texts/<page>/<language>.md`) as values · `markdown` to HTML · `rendering` a whole page
- `templatetags.texts` what stands in a text beside words: `pictures` of positions, the table of shots, `openings`,
  `card_options`
- `models`, `corrections`, `forms`, `correction_views`, `admin` reports of mistakes
- `views` the pages
"""
