ALTER TABLE "payment_order" ADD COLUMN "other_requests" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "paid_currency" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "leaving" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "kept_product" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "kept_amount" bigint;--> statement-breakpoint
-- Of several open orders of a product the newest stays. A checkout of another one that is paid after all is fulfilled, as every
-- late payment, and a job ends it at its provider.
UPDATE "payment_order" o SET "state" = 'expired' WHERE o."kind" = 'purchase' AND o."state" IN ('created', 'pending')
  AND EXISTS (SELECT FROM "payment_order" n WHERE n."user_id" = o."user_id" AND n."product" = o."product" AND n."kind" = 'purchase'
    AND n."state" IN ('created', 'pending') AND (n."created", n."id") > (o."created", o."id"));--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_one_open" ON "payment_order" USING btree ("user_id","product") WHERE "payment_order"."kind" = 'purchase' and "payment_order"."state" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX "subscription_leaving_open" ON "subscription" USING btree ("user_id") WHERE "subscription"."leaving" is not null and "subscription"."state" <> 'ended';--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_leaving" CHECK (("subscription"."leaving" is null or "subscription"."leaving" in ('ending', 'resuming'))
        and num_nulls("subscription"."kept_product", "subscription"."kept_amount") in (0, 2)
        and ("subscription"."kept_product" is null or "subscription"."leaving" is not null));