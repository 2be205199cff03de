CREATE TABLE "history_source_day" (
	"day" date PRIMARY KEY NOT NULL,
	"is_frozen" boolean DEFAULT false NOT NULL,
	"is_checked" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history_stale_gpt" (
	"gpt_id" text PRIMARY KEY NOT NULL
);
