import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import matches.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(default=matches.models.new_code, editable=False, max_length=12, unique=True)),
                (
                    "link_token",
                    models.CharField(default=matches.models.new_link_token, editable=False, max_length=32, unique=True),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Waiting for a player"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "creator_side",
                    models.CharField(
                        choices=[("white", "White"), ("black", "Black"), ("random", "Random")],
                        default="random",
                        max_length=6,
                    ),
                ),
                ("card", models.JSONField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("match", "Match"), ("money", "Money session"), ("single", "Single game")],
                        max_length=6,
                    ),
                ),
                ("preset", models.CharField(max_length=16)),
                ("length", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "clock_preset",
                    models.CharField(
                        choices=[
                            ("untimed", "No clock"),
                            ("tournament", "Tournament"),
                            ("normal", "Normal"),
                            ("fast", "Fast"),
                            ("casual", "Casual"),
                            ("correspondence", "Correspondence"),
                        ],
                        default="untimed",
                        max_length=16,
                    ),
                ),
                ("clock_days", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("take_back", models.CharField(default="never", max_length=16)),
                ("is_public", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("snapshot", models.JSONField(blank=True, null=True)),
                ("snapshot_schema", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "to_act",
                    models.CharField(
                        blank=True, choices=[("white", "White"), ("black", "Black")], max_length=5, null=True
                    ),
                ),
                ("deadline_at", models.DateTimeField(blank=True, null=True)),
                ("next_at", models.DateTimeField(blank=True, null=True)),
                ("shift_due", models.PositiveIntegerField(default=0)),
                ("score_white", models.IntegerField(default=0)),
                ("score_black", models.IntegerField(default=0)),
                (
                    "winner",
                    models.CharField(
                        blank=True, choices=[("white", "White"), ("black", "Black")], max_length=5, null=True
                    ),
                ),
                (
                    "termination",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("borne_off", "Borne off"),
                            ("dropped", "Dropped"),
                            ("resigned", "Resigned"),
                            ("timed_out", "Out of time"),
                            ("settled", "Settled"),
                            ("drawn", "Drawn"),
                            ("claimed", "Claimed"),
                            ("forfeited", "Forfeited"),
                            ("awarded", "Awarded"),
                            ("voided", "Voided"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("paused", models.BooleanField(default=False)),
                (
                    "created_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="created_matches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "invited",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="GameRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("score_white", models.IntegerField()),
                ("score_black", models.IntegerField()),
                ("crawford", models.CharField(max_length=8)),
                ("cube_value", models.PositiveSmallIntegerField(default=1)),
                (
                    "cube_owner",
                    models.CharField(
                        blank=True, choices=[("white", "White"), ("black", "Black")], max_length=5, null=True
                    ),
                ),
                (
                    "winner",
                    models.CharField(
                        blank=True, choices=[("white", "White"), ("black", "Black")], max_length=5, null=True
                    ),
                ),
                ("points", models.PositiveIntegerField(blank=True, null=True)),
                ("result_kind", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "termination",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("borne_off", "Borne off"),
                            ("dropped", "Dropped"),
                            ("resigned", "Resigned"),
                            ("timed_out", "Out of time"),
                            ("settled", "Settled"),
                            ("drawn", "Drawn"),
                            ("claimed", "Claimed"),
                            ("forfeited", "Forfeited"),
                            ("awarded", "Awarded"),
                            ("voided", "Voided"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("first_event", models.PositiveIntegerField()),
                ("last_event", models.PositiveIntegerField(blank=True, null=True)),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="games", to="matches.match"
                    ),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "ordering": ["match", "number"],
            },
        ),
        migrations.CreateModel(
            name="Command",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(choices=[("white", "White"), ("black", "Black")], max_length=5)),
                ("cid", models.UUIDField()),
                ("version", models.PositiveIntegerField()),
                ("answer", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="commands", to="matches.match"
                    ),
                ),
            ],
            options={
                "verbose_name": "command",
                "verbose_name_plural": "commands",
            },
        ),
        migrations.CreateModel(
            name="MatchEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=32)),
                ("schema", models.PositiveSmallIntegerField()),
                ("data", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="events", to="matches.match"
                    ),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ["match", "seq"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("side", models.CharField(choices=[("white", "White"), ("black", "Black")], max_length=5)),
                ("hidden", models.BooleanField(default=False)),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="matches.match"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
            },
        ),
        migrations.CreateModel(
            name="WebHeartbeat",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("beat_at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="heartbeat_one_row")],
            },
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["status", "is_public", "-started_at"], name="match_public_running"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["created_by", "status"], name="match_creator_status"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["invited", "status"], name="match_invited_status"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["-ended_at"], name="match_ended"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["termination"], name="match_termination"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["length"], name="match_length"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("deadline_at__isnull", False)), fields=["deadline_at"], name="match_deadline"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="match_next"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(condition=models.Q(("shift_due__gt", 0)), fields=["id"], name="match_shift_due"),
        ),
        migrations.AddConstraint(
            model_name="gamerecord",
            constraint=models.UniqueConstraint(fields=("match", "number"), name="game_once"),
        ),
        migrations.AddConstraint(
            model_name="command",
            constraint=models.UniqueConstraint(fields=("match", "side", "cid"), name="command_once"),
        ),
        migrations.AddConstraint(
            model_name="matchevent",
            constraint=models.UniqueConstraint(fields=("match", "seq"), name="event_once"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["user", "match"], name="seat_user_match"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "side"), name="seat_once"),
        ),
    ]
