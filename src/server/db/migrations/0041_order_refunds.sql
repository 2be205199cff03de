CREATE TABLE "order_withdrawal" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"received" timestamp with time zone NOT NULL,
	"outcome" text,
	"refund_id" uuid,
	"mailed" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_dispute" (
	"method" text NOT NULL,
	"provider_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"lost_amount" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"asked" timestamp with time zone,
	"ended" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_dispute_method_provider_id_pk" PRIMARY KEY("method","provider_id"),
	CONSTRAINT "payment_dispute_state" CHECK ("payment_dispute"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "payment_refund" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"method" text NOT NULL,
	"provider_id" text,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"refunded_by" text NOT NULL,
	"reason" text NOT NULL,
	"ends_order" boolean NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"is_stuck" boolean DEFAULT false NOT NULL,
	"problem" text,
	"asked" timestamp with time zone,
	"finished" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refund_request" UNIQUE("order_id","request_id"),
	CONSTRAINT "payment_refund_of_provider" UNIQUE("method","provider_id"),
	CONSTRAINT "payment_refund_amount" CHECK ("payment_refund"."amount" > 0),
	CONSTRAINT "payment_refund_state" CHECK ("payment_refund"."state" in ('requested', 'pending', 'succeeded', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "plan_term" ADD COLUMN "before_refund" jsonb;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "paid_amount" bigint;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "returned" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "ended" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_withdrawal" ADD CONSTRAINT "order_withdrawal_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_withdrawal" ADD CONSTRAINT "order_withdrawal_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_withdrawal" ADD CONSTRAINT "order_withdrawal_refund_id_payment_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."payment_refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_withdrawal_once" ON "order_withdrawal" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_withdrawal_by_user" ON "order_withdrawal" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "order_withdrawal_waiting" ON "order_withdrawal" USING btree ("received") WHERE "order_withdrawal"."mailed" is null;--> statement-breakpoint
CREATE INDEX "payment_dispute_by_order" ON "payment_dispute" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_dispute_by_user" ON "payment_dispute" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_dispute_open" ON "payment_dispute" USING btree ("created") WHERE "payment_dispute"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_refund_by_user" ON "payment_refund" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_refund_open" ON "payment_refund" USING btree ("created") WHERE "payment_refund"."state" in ('requested', 'pending');--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_returned" CHECK ("payment_order"."returned" between 0 and coalesce("payment_order"."paid_amount", "payment_order"."amount"));--> statement-breakpoint
UPDATE "payment_order" SET "returned" = "amount", "ended" = "paid" WHERE "state" = 'refunded';
