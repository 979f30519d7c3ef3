"""Behind `manage.py serve`: every process of a site on one machine, under one small supervisor.

- `site` the order of things: servers, tables, front end, programs, stop
- `child` one supervised process: started again when it dies, stopped step by step
- `programs` the commands of web process, workers and beat · `preparation` what runs once before them
- `frontend` builds the TypeScript sources when they changed · `checks` refuses wrong settings in a sentence
- `lines` what is printed
- `one` becomes a single one of the programs, for containers and systemd · `probe` asks `/health/`
"""
