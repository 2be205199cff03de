-- However an attachment goes, also with its message, conversation or user: its file goes, too. A job does it.
CREATE FUNCTION remove_attachment_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removal (key, due) VALUES ('attachments/' || OLD.id, now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER attachment_deleted AFTER DELETE ON attachment
  FOR EACH ROW EXECUTE FUNCTION remove_attachment_file();
