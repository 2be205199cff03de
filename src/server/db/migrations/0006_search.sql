CREATE TABLE "gpt_search" (
	"gpt_id" text PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL,
	"version" smallint NOT NULL,
	"chats" bigint NOT NULL,
	"shown" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_word" (
	"word" text PRIMARY KEY NOT NULL,
	"deletions" integer[] NOT NULL
);
--> statement-breakpoint
DROP INDEX "gpt_by_popularity";--> statement-breakpoint
ALTER TABLE "gpt_search" ADD CONSTRAINT "gpt_search_gpt_id_gpt_id_fk" FOREIGN KEY ("gpt_id") REFERENCES "public"."gpt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gpt_search_words" ON "gpt_search" USING gin ("words") WITH (fastupdate=false) WHERE "gpt_search"."shown";--> statement-breakpoint
CREATE INDEX "search_word_deletions" ON "search_word" USING gin ("deletions") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "gpt_by_popularity" ON "gpt" USING btree ((coalesce("imported_chats", 0) + "own_chats") desc,"id" collate "C","imported_chats","own_chats") WHERE "gpt"."visibility" = 'public' and "gpt"."removed" is null and "gpt"."hidden" is null;--> statement-breakpoint
-- Room on each page, so that a change of `chats` moves neither the row to another page nor any index.
ALTER TABLE "gpt_search" SET (fillfactor = 80);
--> statement-breakpoint
-- Searches sort by popularity and leave out what is not shown, without looking into `gpt`: this keeps both as they are there.
CREATE FUNCTION follow_gpt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE gpt_search SET
    chats = coalesce(NEW.imported_chats, 0) + NEW.own_chats,
    shown = NEW.visibility = 'public' AND NEW.removed IS NULL AND NEW.hidden IS NULL
  WHERE gpt_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_search_follows AFTER UPDATE ON gpt FOR EACH ROW
  WHEN ((OLD.imported_chats, OLD.own_chats, OLD.visibility, OLD.removed, OLD.hidden)
    IS DISTINCT FROM (NEW.imported_chats, NEW.own_chats, NEW.visibility, NEW.removed, NEW.hidden))
  EXECUTE FUNCTION follow_gpt();
