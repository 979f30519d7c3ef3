"""The table of Django's database cache (login limits, the heartbeat)."""

from django.core.management import call_command
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def create(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the table; nothing happens where it exists."""
    del apps
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    """Create the cache table with the others, so that nobody must remember a second command."""

    dependencies = []
    operations = [migrations.RunPython(create, migrations.RunPython.noop)]
