"""What a real site survives: `manage.py serve` with its own data, real sockets, `kill -9`, clocks that run out.

- `page` an open table as docs/protocol.md tells a browser to keep it · `backstage` asks and arranges things in the
  database of a site that runs elsewhere · `conftest` the site
- `test_tabs` several tabs at once · `test_clocks` flags in time · `test_kills` everything dies once

Each trial prints its figures; `pytest tests/chaos -s` shows them.
"""
