CREATE TABLE "gpt_link" (
	"gpt_id" text PRIMARY KEY NOT NULL,
	"fetches" smallint DEFAULT 1 NOT NULL,
	"leased" timestamp with time zone NOT NULL,
	"failure" text,
	"retry" timestamp with time zone
);
