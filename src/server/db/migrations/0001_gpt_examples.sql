CREATE TABLE "gpt_example" (
	"gpt_id" text NOT NULL,
	"digest" text NOT NULL,
	"position" smallint NOT NULL,
	"source" text NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"model" text,
	"day" date NOT NULL,
	"lang" text,
	"dropped" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gpt_example_gpt_id_digest_pk" PRIMARY KEY("gpt_id","digest"),
	CONSTRAINT "gpt_example_source" CHECK ("gpt_example"."source" in ('author', 'sampled')),
	CONSTRAINT "gpt_example_dropped" CHECK ("gpt_example"."dropped" is null or ("gpt_example"."question" = '' and "gpt_example"."answer" = ''))
);
--> statement-breakpoint
ALTER TABLE "gpt_example" ADD CONSTRAINT "gpt_example_gpt_id_gpt_id_fk" FOREIGN KEY ("gpt_id") REFERENCES "public"."gpt"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Examples are part of the line of their GPT in the snapshot.
CREATE FUNCTION note_gpt_examples() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT DISTINCT pg_current_xact_id(), 'gpt', gpt_id FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_example_inserted AFTER INSERT ON gpt_example
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_gpt_examples();
--> statement-breakpoint
CREATE TRIGGER gpt_example_updated AFTER UPDATE ON gpt_example
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_gpt_examples();
--> statement-breakpoint
CREATE TRIGGER gpt_example_deleted AFTER DELETE ON gpt_example
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_gpt_examples();
