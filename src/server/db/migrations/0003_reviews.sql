ALTER TABLE "review" ADD COLUMN "withdrawn" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_withdrawn" CHECK ("review"."withdrawn" is null or ("review"."hidden" is not null and "review"."text" is null));--> statement-breakpoint
-- Keeps the sums of a GPT's ratings true, whatever changes its reviews: their authors, the operator, or the deletion of
-- an account, which cascades past all services. Its argument says whether the changed rows begin or cease to count.
CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT integer := TG_ARGV[0];
BEGIN
  -- In one order, so that two deleted accounts that rated the same GPTs never wait for each other.
  PERFORM FROM gpt WHERE id IN (SELECT gpt_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE gpt SET
    rating_sum = gpt.rating_sum + sign * change.rating_sum,
    ratings = gpt.ratings + sign * change.ratings,
    reviews = gpt.reviews + sign * change.reviews
  FROM (
    SELECT gpt_id, sum(rating) AS rating_sum, count(*) AS ratings, count(text) AS reviews
    FROM changed WHERE hidden IS NULL GROUP BY gpt_id
  ) AS change
  WHERE gpt.id = change.gpt_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER review_inserted AFTER INSERT ON review
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_reviews('1');
--> statement-breakpoint
CREATE TRIGGER review_deleted AFTER DELETE ON review
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_reviews('-1');
--> statement-breakpoint
CREATE TRIGGER review_updated_from AFTER UPDATE ON review
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_reviews('-1');
--> statement-breakpoint
CREATE TRIGGER review_updated_to AFTER UPDATE ON review
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_reviews('1');
