CREATE TABLE "mail_pause" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"refusals" integer NOT NULL,
	"refused" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_pause_by_refused" ON "mail_pause" USING btree ("refused");