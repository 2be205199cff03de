-- Tells every server at once that the catalogue of models changed, whatever changes it: the next question has the new
-- price. One notification a transaction.
CREATE FUNCTION notify_model_setting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('model_setting', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER model_setting_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON model_setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_model_setting();
--> statement-breakpoint
-- For the snapshot that the site is built from, as 0009 does it for GPTs.
CREATE FUNCTION note_model() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO snapshot_change VALUES (pg_current_xact_id(), 'model', OLD.id) ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO snapshot_change VALUES (pg_current_xact_id(), 'model', NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER model_setting_noted AFTER INSERT OR UPDATE OR DELETE ON model_setting
  FOR EACH ROW EXECUTE FUNCTION note_model();
