CREATE TABLE "plan_cancellation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"subscription_id" uuid,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"contract" text,
	"wanted" timestamp with time zone,
	"language" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"received" timestamp with time zone NOT NULL,
	"applied" timestamp with time zone,
	"mailed" timestamp with time zone,
	CONSTRAINT "plan_cancellation_state" CHECK ("plan_cancellation"."state" in ('waiting', 'applied', 'nothing'))
);
--> statement-breakpoint
CREATE TABLE "plan_reminder" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"product" text NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"amount" bigint,
	"currency" text,
	"mailed" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_reminder_once" UNIQUE("user_id","kind","due"),
	CONSTRAINT "plan_reminder_kind" CHECK ("plan_reminder"."kind" in ('renewal', 'end'))
);
--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "next_product" text;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "next_amount" bigint;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "next_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "next_change_id" uuid;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "next_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_cancellation" ADD CONSTRAINT "plan_cancellation_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_cancellation" ADD CONSTRAINT "plan_cancellation_subscription_id_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_reminder" ADD CONSTRAINT "plan_reminder_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_cancellation_waiting" ON "plan_cancellation" USING btree ("received") WHERE "plan_cancellation"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "plan_cancellation_unmailed" ON "plan_cancellation" USING btree ("received") WHERE "plan_cancellation"."mailed" is null;--> statement-breakpoint
CREATE INDEX "plan_cancellation_by_user" ON "plan_cancellation" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_reminder_unmailed" ON "plan_reminder" USING btree ("due") WHERE "plan_reminder"."mailed" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_upgrade" ON "payment_order" USING btree ("subscription_id") WHERE "payment_order"."kind" = 'upgrade' and "payment_order"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_order_by_subscription" ON "payment_order" USING btree ("subscription_id","period_starts");--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_next" CHECK (num_nulls("subscription"."next_product", "subscription"."next_amount", "subscription"."next_from", "subscription"."next_change_id") in (0, 4));