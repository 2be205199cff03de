-- Tells every server at once that a GPT may have to be refused, or shown again, whatever changes it: its pages stay in
-- the release until the next publish. One notification a transaction, however many GPTs it changes.
CREATE FUNCTION notify_gpt_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gpt_shown', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_shown AFTER UPDATE ON gpt FOR EACH ROW
  WHEN (OLD.visibility IS DISTINCT FROM NEW.visibility OR OLD.hidden IS DISTINCT FROM NEW.hidden
    OR OLD.removed IS DISTINCT FROM NEW.removed)
  EXECUTE FUNCTION notify_gpt_shown();
