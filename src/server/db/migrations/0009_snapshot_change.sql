CREATE TABLE "snapshot_change" (
	"changed" "xid8" NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "snapshot_change_changed_kind_key_pk" PRIMARY KEY("changed","kind","key")
);
--> statement-breakpoint
CREATE TABLE "snapshot_origin" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"identity" text NOT NULL,
	"closed_day" date NOT NULL,
	"floor" "xid8" NOT NULL
);
--> statement-breakpoint
-- Writes down what changes of that which `GET /api/snapshot` tells, whatever changes it. Nothing here may wait or fail:
-- each row begins with the number of the transaction that adds it, so that no other one ever adds the same.
CREATE FUNCTION note_gpt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change VALUES (pg_current_xact_id(), 'gpt', NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_gpts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT pg_current_xact_id(), 'gpt', id FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_inserted AFTER INSERT ON gpt
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_gpts();
--> statement-breakpoint
CREATE TRIGGER gpt_deleted AFTER DELETE ON gpt
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_gpts();
--> statement-breakpoint
-- All columns that are shown but `own_chats`: a conversation costs nothing here, it is told when its day is closed. The
-- sums of ratings are among them, which change with every review that is shown.
CREATE TRIGGER gpt_updated AFTER UPDATE OF id, name, description, author, builder, categories, tags, lang, capabilities,
    welcome_message, prompt_starters, instructions, model, visibility, gpt_created, gpt_updated, url, source, license,
    imported_chats, imported_rating, imported_reviews, rating_sum, ratings, reviews, hidden, removed
  ON gpt FOR EACH ROW EXECUTE FUNCTION note_gpt();
--> statement-breakpoint
-- Days that are closed, and in the last ten minutes the one that is about to be: what is written before midnight may be
-- seen only after it, when a snapshot has told that day.
CREATE FUNCTION note_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT DISTINCT pg_current_xact_id(), 'gpt', gpt_id FROM changed
    WHERE day < (clock_timestamp() AT TIME ZONE 'UTC' + interval '10 minutes')::date
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_usage_day_inserted AFTER INSERT ON gpt_usage_day
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage();
--> statement-breakpoint
CREATE TRIGGER gpt_usage_day_updated AFTER UPDATE ON gpt_usage_day
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage();
--> statement-breakpoint
CREATE TRIGGER gpt_usage_day_deleted AFTER DELETE ON gpt_usage_day
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage();
--> statement-breakpoint
-- The user, not what they reviewed: a review may come in between that this transaction does not see.
CREATE FUNCTION note_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change VALUES (pg_current_xact_id(), 'user', NEW.id::text) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER app_user_renamed AFTER UPDATE OF name ON app_user
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_user();
--> statement-breakpoint
CREATE FUNCTION note_periods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT pg_current_xact_id(), 'period', concat_ws('/', range, value) FROM changed
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ranking_period_inserted AFTER INSERT ON ranking_period
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
--> statement-breakpoint
CREATE TRIGGER ranking_period_updated AFTER UPDATE ON ranking_period
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
--> statement-breakpoint
CREATE TRIGGER ranking_period_deleted AFTER DELETE ON ranking_period
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
--> statement-breakpoint
CREATE FUNCTION note_tables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT DISTINCT pg_current_xact_id(), 'table', concat_ws('/', range, value, scope)
    FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ranking_row_inserted AFTER INSERT ON ranking_row
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tables();
--> statement-breakpoint
CREATE TRIGGER ranking_row_updated AFTER UPDATE ON ranking_row
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tables();
--> statement-breakpoint
CREATE TRIGGER ranking_row_deleted AFTER DELETE ON ranking_row
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tables();
--> statement-breakpoint
CREATE FUNCTION note_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT pg_current_xact_id(), 'table', concat_ws('/', range, value, category) FROM changed
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ranking_category_inserted AFTER INSERT ON ranking_category
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_categories();
--> statement-breakpoint
CREATE TRIGGER ranking_category_updated AFTER UPDATE ON ranking_category
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_categories();
--> statement-breakpoint
CREATE TRIGGER ranking_category_deleted AFTER DELETE ON ranking_category
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_categories();
