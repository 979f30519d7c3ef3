from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0006_review_and_outbox")]

    operations = [
        migrations.AddField("playersettings", "table", models.JSONField(blank=True, default=dict)),
    ]
