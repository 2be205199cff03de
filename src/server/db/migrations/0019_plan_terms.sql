CREATE TABLE "plan_term" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"product" text NOT NULL,
	"credits" integer NOT NULL,
	"starts" timestamp with time zone NOT NULL,
	"ends" timestamp with time zone NOT NULL,
	"next_lot" timestamp with time zone,
	"source_type" text NOT NULL,
	"source_id" text NOT NULL,
	"rest_of" uuid,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_term_rest_of_unique" UNIQUE("rest_of"),
	CONSTRAINT "plan_term_span" CHECK ("plan_term"."starts" < "plan_term"."ends"),
	CONSTRAINT "plan_term_credits" CHECK ("plan_term"."credits" > 0)
);
--> statement-breakpoint
ALTER TABLE "plan_term" ADD CONSTRAINT "plan_term_user_id_credit_balance_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_balance"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_term_once" ON "plan_term" USING btree ("source_type","source_id") WHERE "plan_term"."rest_of" is null;--> statement-breakpoint
CREATE INDEX "plan_term_by_user" ON "plan_term" USING btree ("user_id","ends");--> statement-breakpoint
CREATE INDEX "plan_term_due" ON "plan_term" USING btree ("next_lot") WHERE "plan_term"."next_lot" is not null;--> statement-breakpoint
-- Plans that were given before their terms were kept: one lot each, until it ends.
INSERT INTO "plan_term" ("user_id", "product", "credits", "starts", "ends", "source_type", "source_id")
SELECT "user_id", "product", "granted", "created", "ends", 'lot', "id"::text FROM "credit_lot"
WHERE "product" IN ('basic_month', 'basic_year', 'pro_month', 'pro_year') AND "ends" > now() AND "created" < "ends";
