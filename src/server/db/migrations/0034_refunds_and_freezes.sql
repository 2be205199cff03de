CREATE TABLE "credit_refund" (
	"source_type" text NOT NULL,
	"source_id" text NOT NULL,
	"lot_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"asked" bigint NOT NULL,
	"taken" bigint NOT NULL,
	"failed" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_refund_source_type_source_id_lot_id_pk" PRIMARY KEY("source_type","source_id","lot_id"),
	CONSTRAINT "credit_refund_taken" CHECK ("credit_refund"."asked" > 0 and "credit_refund"."taken" between 0 and "credit_refund"."asked")
);
--> statement-breakpoint
ALTER TABLE "credit_lot" DROP CONSTRAINT "credit_lot_remaining";--> statement-breakpoint
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_kind";--> statement-breakpoint
ALTER TABLE "credit_balance" ADD COLUMN "frozen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_lot" ADD COLUMN "frozen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_lot" ADD COLUMN "freezes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_lot" ADD COLUMN "origin_type" text;--> statement-breakpoint
ALTER TABLE "credit_lot" ADD COLUMN "origin_id" text;--> statement-breakpoint
-- What a lot came from: the source of its grant, or of the plan whose week or month it is.
UPDATE "credit_lot" l SET "origin_type" = coalesce(t."source_type", e."source_type"), "origin_id" = coalesce(t."source_id", e."source_id")
  FROM "ledger_part" p
  JOIN "ledger_entry" e ON e."id" = p."entry_id" AND e."kind" = 'grant'
  LEFT JOIN "plan_term" t ON e."source_type" = 'plan' AND t."id"::text = split_part(e."source_id", ':', 1)
  WHERE p."lot_id" = l."id";--> statement-breakpoint
UPDATE "credit_lot" SET "origin_type" = 'lot', "origin_id" = "id"::text WHERE "origin_type" IS NULL;--> statement-breakpoint
ALTER TABLE "credit_lot" ALTER COLUMN "origin_type" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_lot" ALTER COLUMN "origin_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "frozen_change" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_part" ADD COLUMN "frozen_change" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "credit_refund" ADD CONSTRAINT "credit_refund_lot_id_credit_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_refund" ADD CONSTRAINT "credit_refund_user_id_credit_balance_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_balance"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_refund_by_lot" ON "credit_refund" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "credit_refund_by_user" ON "credit_refund" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credit_lot_by_origin" ON "credit_lot" USING btree ("origin_type","origin_id");--> statement-breakpoint
ALTER TABLE "credit_balance" ADD CONSTRAINT "credit_balance_frozen" CHECK ("credit_balance"."frozen" >= 0);--> statement-breakpoint
ALTER TABLE "credit_lot" ADD CONSTRAINT "credit_lot_frozen" CHECK ("credit_lot"."freezes" = 0 and "credit_lot"."frozen" = 0 or "credit_lot"."freezes" > 0 and "credit_lot"."remaining" = 0);--> statement-breakpoint
ALTER TABLE "credit_lot" ADD CONSTRAINT "credit_lot_remaining" CHECK ("credit_lot"."remaining" >= 0 and "credit_lot"."frozen" >= 0 and "credit_lot"."remaining" + "credit_lot"."frozen" <= "credit_lot"."granted");--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_kind" CHECK (case
        when "ledger_entry"."kind" in ('grant', 'adjust', 'hold', 'settle') then "ledger_entry"."frozen_change" = 0
        when "ledger_entry"."kind" in ('expire', 'refund', 'restore', 'freeze', 'unfreeze') then "ledger_entry"."held_change" = 0
        else true end
      and case "ledger_entry"."kind"
        when 'grant' then "ledger_entry"."balance_change" > 0 and "ledger_entry"."held_change" = 0
        when 'adjust' then "ledger_entry"."balance_change" <> 0 and "ledger_entry"."held_change" = 0
        when 'hold' then "ledger_entry"."balance_change" < 0 and "ledger_entry"."held_change" = -"ledger_entry"."balance_change"
        when 'settle' then "ledger_entry"."balance_change" = 0 and "ledger_entry"."held_change" < 0
        when 'release' then "ledger_entry"."balance_change" >= 0 and "ledger_entry"."frozen_change" >= 0
          and "ledger_entry"."held_change" = -("ledger_entry"."balance_change" + "ledger_entry"."frozen_change") and "ledger_entry"."held_change" < 0
        when 'expire' then "ledger_entry"."balance_change" <= 0 and "ledger_entry"."frozen_change" <= 0
          and "ledger_entry"."balance_change" + "ledger_entry"."frozen_change" < 0
        when 'refund' then "ledger_entry"."balance_change" <= 0 and "ledger_entry"."frozen_change" <= 0
        when 'restore' then "ledger_entry"."balance_change" >= 0 and "ledger_entry"."frozen_change" >= 0
        when 'freeze' then "ledger_entry"."balance_change" <= 0 and "ledger_entry"."frozen_change" = -"ledger_entry"."balance_change"
        when 'unfreeze' then "ledger_entry"."balance_change" >= 0 and "ledger_entry"."frozen_change" = -"ledger_entry"."balance_change"
        else false end);