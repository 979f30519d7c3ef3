from django.db import migrations

FORWARDS = """
CREATE FUNCTION matches_refuse_event_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an event of a match is never changed';
END
$$;
CREATE TRIGGER matches_event_is_final BEFORE UPDATE ON matches_matchevent
    FOR EACH ROW EXECUTE FUNCTION matches_refuse_event_update();
"""

BACKWARDS = """
DROP TRIGGER matches_event_is_final ON matches_matchevent;
DROP FUNCTION matches_refuse_event_update();
"""


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
