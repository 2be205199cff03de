ALTER TABLE "app_user" ADD COLUMN "start_withheld" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_start_withheld" CHECK ("app_user"."start_withheld" in ('network', 'all'));--> statement-breakpoint
CREATE FUNCTION "dolores_punycode"("label" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  "digits" constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  "codes" int[] := (SELECT array_agg(ascii(letter) ORDER BY place) FROM regexp_split_to_table("label", '') WITH ORDINALITY AS one (letter, place));
  "output" text := (SELECT coalesce(string_agg(chr(code), '' ORDER BY place), '') FROM unnest("codes") WITH ORDINALITY AS one (code, place) WHERE code < 128);
  "basic" int := length("output");
  "done" int := "basic";
  "n" int := 128;
  "delta" int := 0;
  "bias" int := 72;
  "next" int;
  "code" int;
  "q" int;
  "k" int;
  "t" int;
BEGIN
  IF "basic" > 0 THEN "output" := "output" || '-'; END IF;
  WHILE "done" < array_length("codes", 1) LOOP
    "next" := (SELECT min(c) FROM unnest("codes") AS c WHERE c >= "n");
    "delta" := "delta" + ("next" - "n") * ("done" + 1);
    "n" := "next";
    FOREACH "code" IN ARRAY "codes" LOOP
      IF "code" < "n" THEN "delta" := "delta" + 1; END IF;
      IF "code" = "n" THEN
        "q" := "delta";
        "k" := 36;
        LOOP
          "t" := least(greatest("k" - "bias", 1), 26);
          EXIT WHEN "q" < "t";
          "output" := "output" || substr("digits", "t" + ("q" - "t") % (36 - "t") + 1, 1);
          "q" := ("q" - "t") / (36 - "t");
          "k" := "k" + 36;
        END LOOP;
        "output" := "output" || substr("digits", "q" + 1, 1);
        -- The first delta is damped more than the others (RFC 3492, 6.1).
        "delta" := CASE WHEN "done" = "basic" THEN "delta" / 700 ELSE "delta" / 2 END;
        "delta" := "delta" + "delta" / ("done" + 1);
        "k" := 0;
        WHILE "delta" > 455 LOOP
          "delta" := "delta" / 35;
          "k" := "k" + 36;
        END LOOP;
        "bias" := "k" + 36 * "delta" / ("delta" + 38);
        "delta" := 0;
        "done" := "done" + 1;
      END IF;
    END LOOP;
    "delta" := "delta" + 1;
    "n" := "n" + 1;
  END LOOP;
  RETURN 'xn--' || "output";
END $$;--> statement-breakpoint
CREATE FUNCTION "dolores_email"("stored" text) RETURNS text LANGUAGE sql AS $$
  WITH folded AS (
    SELECT replace(normalize(lower(normalize("stored", NFKC)), NFKC), U&'\3002', '.') AS email
  )
  SELECT regexp_replace(email, '@[^@]*$', '') || '@' || (
    SELECT string_agg(CASE WHEN octet_length(label) = length(label) THEN label ELSE "dolores_punycode"(label) END, '.' ORDER BY place)
    FROM regexp_split_to_table(substring(email FROM '@([^@]*)$'), '\.') WITH ORDINALITY AS one (label, place)
  ) FROM folded
$$;--> statement-breakpoint
DO $$
DECLARE
  "account" record;
BEGIN
  -- One by one, the oldest first: of two spellings of one mailbox the other stays as it is.
  FOR "account" IN SELECT id, email FROM app_user WHERE octet_length(email) <> length(email) ORDER BY created, id LOOP
    UPDATE app_user SET email = "dolores_email"("account".email) WHERE id = "account".id
      AND NOT EXISTS (SELECT FROM app_user other WHERE other.email = "dolores_email"("account".email));
  END LOOP;
END $$;--> statement-breakpoint
DROP FUNCTION "dolores_email"(text);--> statement-breakpoint
DROP FUNCTION "dolores_punycode"(text);
