CREATE TABLE "backup_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"target" text NOT NULL,
	"started" timestamp with time zone DEFAULT now() NOT NULL,
	"finished" timestamp with time zone,
	"state" text DEFAULT 'running' NOT NULL,
	"bytes" bigint,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "erased_account" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"erased" timestamp with time zone DEFAULT now() NOT NULL,
	"logged" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restored_copy" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"backup" text NOT NULL,
	"restored" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "restored_copy_only" CHECK ("restored_copy"."only")
);
--> statement-breakpoint
CREATE INDEX "backup_run_by_start" ON "backup_run" USING btree ("started");--> statement-breakpoint
CREATE INDEX "erased_account_unlogged" ON "erased_account" USING btree ("erased") WHERE not "erased_account"."logged";--> statement-breakpoint
-- Accounts that were deleted before there was a log of deletions.
INSERT INTO erased_account (account_id, erased)
SELECT id, now() FROM app_user WHERE email = 'deleted:' || id;
