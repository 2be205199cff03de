ALTER TABLE "audit_entry" ADD COLUMN "by" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "via" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE INDEX "audit_entry_by_created" ON "audit_entry" USING btree ("created","id");