ALTER TABLE "support_request" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "support_request" ADD COLUMN "answered" timestamp with time zone;