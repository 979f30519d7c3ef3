"""Words for people that nobody can translate, because they stand in the code outside of gettext. Part of `make lint`.

- `markup` what a piece of HTML shows and says · `templates` Django's templates · `scripts` TypeScript, of which
  `literals.mjs` lists the texts · `modules` Python
- `allowed` what may stay as it is, and why
"""
