ALTER TABLE "attachment" ADD COLUMN "content_id" uuid;--> statement-breakpoint
CREATE INDEX "attachment_by_content" ON "attachment" USING btree ("content_id") WHERE "attachment"."content_id" is not null;--> statement-breakpoint
-- What was sent again shares its content, which goes with the last that has it.
CREATE OR REPLACE FUNCTION remove_attachment_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  content uuid := coalesce(OLD.content_id, OLD.id);
BEGIN
  IF EXISTS (SELECT FROM attachment WHERE id = content OR content_id = content) THEN
    RETURN NULL;
  END IF;
  INSERT INTO media_removal (key, due) VALUES ('attachments/' || content, now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
