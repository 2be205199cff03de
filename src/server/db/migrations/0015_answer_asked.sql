CREATE TABLE "media_removal" (
	"key" text PRIMARY KEY NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"removing" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer" ADD COLUMN "asked" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "characters" integer;--> statement-breakpoint
ALTER TABLE "attachment" ADD COLUMN "tokens" integer;--> statement-breakpoint
CREATE INDEX "media_removal_by_due" ON "media_removal" USING btree ("due");