"""Real Chromium against a real process of the site. Run in a pytest call of their own (`tests/run.py` does).

* `conftest.py` – the browser, the built front end, people with a window each, and no error in any console;
* `table_page.py` – a table as a person uses it: reads roles and `data-` attributes only.
"""
