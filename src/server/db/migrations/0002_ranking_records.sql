CREATE TABLE "ranking_record" (
	"range" text NOT NULL,
	"number" integer NOT NULL,
	"value" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"recorded" text NOT NULL,
	"formula" integer NOT NULL,
	"inputs_hash" text NOT NULL,
	"result_hash" text NOT NULL,
	"previous_value" text,
	"previous_hash" text,
	"hash" text NOT NULL,
	"inputs" text NOT NULL,
	CONSTRAINT "ranking_record_range_number_pk" PRIMARY KEY("range","number")
);
--> statement-breakpoint
CREATE INDEX "ranking_record_by_period" ON "ranking_record" USING btree ("range","value");--> statement-breakpoint
-- A snapshot sends a period and its records together.
CREATE TRIGGER ranking_record_inserted AFTER INSERT ON ranking_record
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
--> statement-breakpoint
CREATE TRIGGER ranking_record_updated AFTER UPDATE ON ranking_record
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
--> statement-breakpoint
CREATE TRIGGER ranking_record_deleted AFTER DELETE ON ranking_record
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
