-- A table of numbers instead of lists of them: PostgreSQL cannot tell how rare a number in a list is, and reads all lists.
-- The next start fills it.
CREATE TABLE "search_spelling" (
	"number" integer NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_spelling_number_word_pk" PRIMARY KEY("number","word")
);
--> statement-breakpoint
DROP TABLE "search_word";
