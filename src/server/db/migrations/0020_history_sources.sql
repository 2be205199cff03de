CREATE TABLE "history_source" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history_source_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "history_source_name_unique" UNIQUE("name")
);
--> statement-breakpoint
-- Histories that were imported before they named their source were treated as one; it is the first and has the id 1.
INSERT INTO "history_source" ("name") SELECT 'imported'
  WHERE EXISTS (SELECT FROM "history_day") OR EXISTS (SELECT FROM "history_source_day");
--> statement-breakpoint
DROP INDEX "gpt_usage_day_by_day";--> statement-breakpoint
DROP INDEX "history_day_by_day";--> statement-breakpoint
DROP INDEX "gpt_by_popularity";--> statement-breakpoint
ALTER TABLE "history_day" DROP CONSTRAINT "history_day_gpt_id_day_pk";--> statement-breakpoint
ALTER TABLE "history_source_day" DROP CONSTRAINT "history_source_day_pkey";--> statement-breakpoint
ALTER TABLE "gpt" ADD COLUMN "history_chats" bigint;--> statement-breakpoint
ALTER TABLE "gpt" ADD COLUMN "history_source" text;--> statement-breakpoint
ALTER TABLE "gpt" ADD COLUMN "history_day" date;--> statement-breakpoint
ALTER TABLE "gpt" ADD COLUMN "elsewhere_chats" bigint GENERATED ALWAYS AS (greatest(imported_chats, history_chats)) STORED;--> statement-breakpoint
ALTER TABLE "gpt_usage_day" ADD COLUMN "gap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "history_day" ADD COLUMN "source_id" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "history_day" ALTER COLUMN "source_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "history_source_day" ADD COLUMN "source_id" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "history_source_day" ALTER COLUMN "source_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "ranking_period" ADD COLUMN "data_until" date;--> statement-breakpoint
ALTER TABLE "ranking_period" ADD COLUMN "still" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "history_day" ADD CONSTRAINT "history_day_gpt_id_day_source_id_pk" PRIMARY KEY("gpt_id","day","source_id");--> statement-breakpoint
ALTER TABLE "history_source_day" ADD CONSTRAINT "history_source_day_source_id_day_pk" PRIMARY KEY("source_id","day");--> statement-breakpoint
ALTER TABLE "history_source_day" ADD CONSTRAINT "history_source_day_source_id_history_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."history_source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_day_by_source" ON "history_day" USING btree ("source_id","day");--> statement-breakpoint
-- A share of what grew over a gap stands on the days of the gap and on the day after it, of which there is a reading.
UPDATE "gpt_usage_day" AS stored SET "gap" = true WHERE "estimated" AND NOT EXISTS (
  SELECT FROM "history_day" AS known
  WHERE known."gpt_id" = stored."gpt_id" AND known."day" = stored."day" AND known."conversations" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "history_source_day" AS source WHERE source."day" = known."day" AND source."is_frozen"));
--> statement-breakpoint
CREATE INDEX "gpt_usage_day_by_gap" ON "gpt_usage_day" USING btree ("day","gap");--> statement-breakpoint
-- The largest of the newest readings that the histories have of a GPT: sources count the same conversations.
CREATE FUNCTION newest_reading(wanted text) RETURNS TABLE (chats bigint, source text, day date) LANGUAGE sql STABLE AS $$
  SELECT reading.conversations, history_source.name, reading.day FROM history_source CROSS JOIN LATERAL (
    SELECT history_day.conversations, history_day.day FROM history_day
    WHERE history_day.gpt_id = wanted AND history_day.source_id = history_source.id
      AND history_day.conversations IS NOT NULL AND NOT EXISTS (
        SELECT FROM history_source_day AS known
        WHERE known.source_id = history_day.source_id AND known.day = history_day.day AND known.is_frozen)
    ORDER BY history_day.day DESC LIMIT 1
  ) AS reading
  ORDER BY reading.conversations DESC, reading.day DESC, history_source.id LIMIT 1
$$;
--> statement-breakpoint
UPDATE "gpt" SET "history_chats" = reading.chats, "history_source" = reading.source, "history_day" = reading.day
  FROM "gpt" AS counted CROSS JOIN LATERAL newest_reading(counted."id") AS reading WHERE "gpt"."id" = counted."id";
--> statement-breakpoint
CREATE INDEX "gpt_by_popularity" ON "gpt" USING btree ((coalesce("elsewhere_chats", 0) + "own_chats") desc,"id" collate "C","elsewhere_chats","own_chats") WHERE "gpt"."visibility" = 'public' and "gpt"."removed" is null and "gpt"."hidden" is null;--> statement-breakpoint
-- A history may come before the GPT that it is about. The lock of `lockDerivation`, shared: daily use that is being
-- worked out at this moment is waited for, so that neither side misses the other.
CREATE FUNCTION take_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('history derivation'));
  SELECT reading.chats, reading.source, reading.day INTO NEW.history_chats, NEW.history_source, NEW.history_day
    FROM newest_reading(NEW.id) AS reading;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_takes_history BEFORE INSERT ON gpt FOR EACH ROW EXECUTE FUNCTION take_history();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION follow_gpt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE gpt_search SET
    chats = coalesce(NEW.elsewhere_chats, 0) + NEW.own_chats,
    shown = NEW.visibility = 'public' AND NEW.removed IS NULL AND NEW.hidden IS NULL
  WHERE gpt_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER gpt_search_follows ON gpt;
--> statement-breakpoint
CREATE TRIGGER gpt_search_follows AFTER UPDATE ON gpt FOR EACH ROW
  WHEN ((OLD.elsewhere_chats, OLD.own_chats, OLD.visibility, OLD.removed, OLD.hidden)
    IS DISTINCT FROM (NEW.elsewhere_chats, NEW.own_chats, NEW.visibility, NEW.removed, NEW.hidden))
  EXECUTE FUNCTION follow_gpt();
--> statement-breakpoint
UPDATE gpt_search SET chats = coalesce(gpt.elsewhere_chats, 0) + gpt.own_chats
  FROM gpt WHERE gpt.id = gpt_search.gpt_id AND gpt_search.chats <> coalesce(gpt.elsewhere_chats, 0) + gpt.own_chats;
--> statement-breakpoint
DROP TRIGGER gpt_updated ON gpt;
--> statement-breakpoint
-- As in 0009, with what histories say.
CREATE TRIGGER gpt_updated AFTER UPDATE OF id, name, description, author, builder, categories, tags, lang, capabilities,
    welcome_message, prompt_starters, instructions, model, visibility, gpt_created, gpt_updated, url, source, license,
    imported_chats, history_chats, history_source, history_day, elsewhere_chats, imported_rating, imported_reviews,
    rating_sum, ratings, reviews, hidden, removed
  ON gpt FOR EACH ROW EXECUTE FUNCTION note_gpt();
