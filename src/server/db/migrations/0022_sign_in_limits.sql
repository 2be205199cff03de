CREATE TABLE "starting_grant" (
	"mailbox_hash" text PRIMARY KEY NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_attempt" ADD COLUMN "with_word" boolean DEFAULT false NOT NULL;