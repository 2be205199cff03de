-- Texts of one line that were stored before all of them lost the characters that turn the direction of what follows
-- (`domain/text.ts`). Each table is read once, and only rows that hold such a character are locked and written.
CREATE FUNCTION has_overrides(line text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT line ~ U&'[\202A-\202E\2066-\2069]'
$$;
--> statement-breakpoint
-- NULL where nothing visible is left.
CREATE FUNCTION without_overrides(line text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cleaned ~ '\S' THEN cleaned END
  FROM translate(line, U&'\202A\202B\202C\202D\202E\2066\2067\2068\2069', '') AS cleaned
$$;
--> statement-breakpoint
-- As an import reads labels: each once, without space around it.
CREATE FUNCTION labels_without_overrides(labels text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(label ORDER BY place), '{}') FROM (
    SELECT regexp_replace(without_overrides(item), '^\s+|\s+$', '', 'g') AS label, min(place) AS place
    FROM unnest(labels) WITH ORDINALITY AS given (item, place) GROUP BY label
  ) AS cleaned WHERE label IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION starters_without_overrides(starters text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(without_overrides(item) ORDER BY place), '{}')
  FROM unnest(starters) WITH ORDINALITY AS given (item, place) WHERE without_overrides(item) IS NOT NULL
$$;
--> statement-breakpoint
UPDATE "gpt" SET
    "name" = coalesce(without_overrides("name"), "id"),
    "author" = without_overrides("author"),
    "builder" = without_overrides("builder"),
    "url" = without_overrides("url"),
    "source" = without_overrides("source"),
    "license" = without_overrides("license"),
    "tags" = labels_without_overrides("tags"),
    "capabilities" = labels_without_overrides("capabilities"),
    "prompt_starters" = starters_without_overrides("prompt_starters"),
    "updated" = now()
  WHERE has_overrides(concat("name", "author", "builder", "url", "source", "license",
    array_to_string("tags" || "capabilities" || "prompt_starters", '')));
--> statement-breakpoint
UPDATE "app_user" SET "name" = coalesce(without_overrides("name"), 'User') WHERE has_overrides("name");
--> statement-breakpoint
UPDATE "conversation" SET "title" = coalesce(without_overrides("title"), '…') WHERE has_overrides("title");
--> statement-breakpoint
-- Links to the same end of a conversation have different titles: one that would get the title of another gets a mark.
WITH cleaned AS (
  SELECT "id", "conversation_id", "leaf_id", coalesce(without_overrides("title"), '…') AS title
  FROM "conversation_share" WHERE has_overrides("title")
), marked AS (
  SELECT *, row_number() OVER (PARTITION BY conversation_id, leaf_id, title ORDER BY id) > 1 OR EXISTS (
      SELECT FROM "conversation_share" AS known WHERE known."conversation_id" = cleaned.conversation_id
        AND known."leaf_id" = cleaned.leaf_id AND known."title" = cleaned.title) AS is_taken
  FROM cleaned
)
UPDATE "conversation_share" AS stored
  SET "title" = marked.title || CASE WHEN is_taken THEN ' (' || left(marked.id, 6) || ')' ELSE '' END
  FROM marked WHERE marked.id = stored."id";
--> statement-breakpoint
UPDATE "attachment" SET "name" = coalesce(without_overrides("name"), 'file') WHERE has_overrides("name");
--> statement-breakpoint
UPDATE "model_setting" SET
    "title" = coalesce(without_overrides("title"), CASE WHEN "title" IS NOT NULL THEN "id" END),
    "upstream" = without_overrides("upstream"),
    "tips" = without_overrides("tips"::text)::jsonb
  WHERE has_overrides(concat("title", "upstream", "tips"::text));
--> statement-breakpoint
UPDATE "ranking_period" SET "note" = without_overrides("note") WHERE has_overrides("note");--> statement-breakpoint
DROP FUNCTION starters_without_overrides(text[]);--> statement-breakpoint
DROP FUNCTION labels_without_overrides(text[]);--> statement-breakpoint
DROP FUNCTION without_overrides(text);--> statement-breakpoint
DROP FUNCTION has_overrides(text);
