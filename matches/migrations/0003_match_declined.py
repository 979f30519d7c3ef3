from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0002_events_are_final")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="declined",
            field=models.BooleanField(default=False),
        ),
    ]
