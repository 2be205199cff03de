CREATE TABLE "redemption_batch" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redemption_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"note" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "redemption_code" ADD COLUMN "batch_id" integer;--> statement-breakpoint
-- Codes of one order were stored in one transaction, so that they have the same time.
INSERT INTO "redemption_batch" ("created")
	SELECT DISTINCT "created" FROM "redemption_code" ORDER BY "created";--> statement-breakpoint
UPDATE "redemption_code" SET "batch_id" = "redemption_batch"."id"
	FROM "redemption_batch" WHERE "redemption_batch"."created" = "redemption_code"."created";--> statement-breakpoint
ALTER TABLE "redemption_code" ALTER COLUMN "batch_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "redemption_code" ADD COLUMN "revoked" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "redemption_code" ADD CONSTRAINT "redemption_code_batch_id_redemption_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."redemption_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "redemption_code_of_batch" ON "redemption_code" USING btree ("batch_id");--> statement-breakpoint
ALTER TABLE "redemption_code" ADD CONSTRAINT "redemption_code_once" CHECK ("redemption_code"."redeemed" is null or "redemption_code"."revoked" is null);