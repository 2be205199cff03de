-- The search keeps its index in memory (decision 025).
DROP TRIGGER "gpt_search_follows" ON "gpt";--> statement-breakpoint
DROP FUNCTION follow_gpt();--> statement-breakpoint
DROP TABLE "gpt_search";--> statement-breakpoint
DROP TABLE "search_spelling";
