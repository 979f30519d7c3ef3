"""The languages of the site: which there are, which one a reader gets, and what is made of the catalogues.

- `known` the languages, their names, and which tags of browsers mean which
- `middleware` the language of a request, and its cookie · `choice` what is kept: a cookie, and the account's column
- `views`, `urls` the switch · `tags` what templates ask · `catalog` the sentences of the scripts
- `pseudo` a language for tests
- `compiling` makes `.mo` of `.po` when they changed: `python -m bgsite.languages.compiling`

The order of what decides: the cookie of the browser, what the browser asks for (`Accept-Language`), English. Whoever
logs in gets the account's language as cookie. docs/decisions/languages.md has the reasons.
"""
