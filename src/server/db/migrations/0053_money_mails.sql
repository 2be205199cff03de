CREATE TABLE "money_mail" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"order_id" uuid,
	"product" text,
	"amount" bigint,
	"currency" text,
	"ends" timestamp with time zone,
	"mailed" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "money_mail_once" UNIQUE("user_id","kind","cause"),
	CONSTRAINT "money_mail_kind" CHECK ("money_mail"."kind" in ('ordered', 'renewed', 'orderFailed', 'renewalFailed', 'refunded', 'planCancelled', 'planEnded', 'creditsEnding'))
);
--> statement-breakpoint
ALTER TABLE "money_mail" ADD CONSTRAINT "money_mail_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_mail_waiting" ON "money_mail" USING btree ("created") WHERE "money_mail"."mailed" is null;--> statement-breakpoint
CREATE INDEX "payment_order_by_fulfilled" ON "payment_order" USING btree ("fulfilled");--> statement-breakpoint
-- What happened before this table was made is no news: no mail is sent about it.
INSERT INTO "money_mail" ("user_id", "kind", "cause", "mailed")
  SELECT "user_id", CASE "kind" WHEN 'renewal' THEN 'renewed' ELSE 'ordered' END, "id"::text, now() FROM "payment_order" WHERE "fulfilled" IS NOT NULL
  UNION ALL SELECT "user_id", 'orderFailed', "id"::text, now() FROM "payment_order" WHERE "state" = 'failed' AND "kind" = 'purchase'
  UNION ALL SELECT "user_id", 'refunded', "id"::text, now() FROM "payment_refund" WHERE "state" = 'succeeded'
  UNION ALL SELECT "user_id", 'planCancelled', "id" || ':' || extract(epoch from "period_starts")::bigint, now() FROM "subscription" WHERE "state" = 'active' AND "ends_at_period_end"
  UNION ALL SELECT "user_id", 'planEnded', "id"::text, now() FROM "subscription" WHERE "state" = 'ended'
  UNION ALL SELECT "user_id", 'planEnded', "id"::text, now() FROM "plan_term" WHERE "ends" <= now()
ON CONFLICT DO NOTHING;
