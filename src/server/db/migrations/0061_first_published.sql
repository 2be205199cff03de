ALTER TABLE "gpt" ADD COLUMN "first_published" timestamp with time zone;
--> statement-breakpoint
-- By the hour, because an import stored its rows in several transactions.
UPDATE "gpt" SET "first_published" = date_trunc('hour', "created") WHERE "visibility" = 'public';
--> statement-breakpoint
-- Triggers, because imports, links, and changes of visibility all can publish a GPT.
CREATE FUNCTION begin_as_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.first_published = now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_begins_published BEFORE INSERT ON gpt FOR EACH ROW
  WHEN (NEW.first_published IS NULL AND NEW.visibility = 'public' AND NEW.removed IS NULL AND NEW.hidden IS NULL)
  EXECUTE FUNCTION begin_as_published();
--> statement-breakpoint
CREATE FUNCTION remember_first_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE gpt SET first_published = now() WHERE id = NEW.id AND first_published IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- After the update: with a row trigger before it, PostgreSQL takes generated columns for changed by every update, and
-- each chat would be a change of the snapshot.
CREATE TRIGGER gpt_first_published AFTER UPDATE OF visibility, hidden, removed ON gpt FOR EACH ROW
  WHEN (NEW.first_published IS NULL AND NEW.visibility = 'public' AND NEW.removed IS NULL AND NEW.hidden IS NULL)
  EXECUTE FUNCTION remember_first_publication();
