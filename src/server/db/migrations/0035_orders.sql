CREATE TABLE "payment_checkout" (
	"order_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"method" text NOT NULL,
	"provider_id" text,
	"state" text DEFAULT 'opening' NOT NULL,
	"language" text NOT NULL,
	"page" jsonb,
	"expires" timestamp with time zone NOT NULL,
	"asked" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_checkout_order_id_attempt_pk" PRIMARY KEY("order_id","attempt"),
	CONSTRAINT "payment_checkout_of_provider" UNIQUE("method","provider_id"),
	CONSTRAINT "payment_checkout_state" CHECK ("payment_checkout"."state" in ('opening', 'open', 'processing', 'failed', 'expired', 'paid'))
);
--> statement-breakpoint
CREATE TABLE "payment_order" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"receipt_number" bigint,
	"user_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"kind" text NOT NULL,
	"product" text NOT NULL,
	"credits" integer NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"regular" bigint NOT NULL,
	"steps" jsonb NOT NULL,
	"following" bigint NOT NULL,
	"discount_code" text,
	"state" text DEFAULT 'created' NOT NULL,
	"failure" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"method" text,
	"payment_id" text,
	"invoice_id" text,
	"subscription_id" uuid,
	"period_starts" timestamp with time zone,
	"period_ends" timestamp with time zone,
	"waived" timestamp with time zone,
	"expires" timestamp with time zone NOT NULL,
	"paid" timestamp with time zone,
	"fulfilled" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_order_receipt" UNIQUE("receipt_number"),
	CONSTRAINT "payment_order_request" UNIQUE("user_id","request_id"),
	CONSTRAINT "payment_order_amount" CHECK ("payment_order"."amount" >= 0 and "payment_order"."credits" > 0),
	CONSTRAINT "payment_order_state" CHECK (case "payment_order"."state"
        when 'created' then "payment_order"."paid" is null
        when 'pending' then "payment_order"."paid" is null
        when 'failed' then "payment_order"."paid" is null
        when 'expired' then "payment_order"."paid" is null
        when 'paid' then "payment_order"."paid" is not null and "payment_order"."fulfilled" is null
        when 'fulfilled' then "payment_order"."paid" is not null and "payment_order"."fulfilled" is not null
        when 'quarantined' then "payment_order"."fulfilled" is null
        when 'refunded' then "payment_order"."paid" is not null
        else false end)
);
--> statement-breakpoint
CREATE TABLE "provider_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"subject" jsonb NOT NULL,
	"payload" "bytea",
	"state" text NOT NULL,
	"outcome" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"received" timestamp with time zone NOT NULL,
	"applied" timestamp with time zone,
	CONSTRAINT "provider_event_once" UNIQUE("method","event_id"),
	CONSTRAINT "provider_event_state" CHECK ("provider_event"."state" in ('waiting', 'applied', 'ignored', 'parked'))
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"method" text NOT NULL,
	"provider_id" text NOT NULL,
	"product" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"ends_at_period_end" boolean DEFAULT false NOT NULL,
	"period_starts" timestamp with time zone NOT NULL,
	"period_ends" timestamp with time zone NOT NULL,
	"ended" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_of_provider" UNIQUE("method","provider_id"),
	CONSTRAINT "subscription_state" CHECK ("subscription"."state" in ('active', 'past_due', 'incomplete', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "plan_term" ADD COLUMN "lots_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_checkout" ADD CONSTRAINT "payment_checkout_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_subscription_id_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_event" ADD CONSTRAINT "provider_event_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_checkout_open" ON "payment_checkout" USING btree ("expires") WHERE "payment_checkout"."state" in ('opening', 'open', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_payment" ON "payment_order" USING btree ("method","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_invoice" ON "payment_order" USING btree ("method","invoice_id");--> statement-breakpoint
CREATE INDEX "payment_order_by_user" ON "payment_order" USING btree ("user_id","created");--> statement-breakpoint
CREATE INDEX "payment_order_open" ON "payment_order" USING btree ("expires") WHERE "payment_order"."state" in ('created', 'pending', 'paid');--> statement-breakpoint
CREATE INDEX "provider_event_due" ON "provider_event" USING btree ("next_attempt") WHERE "provider_event"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "provider_event_by_user" ON "provider_event" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "provider_event_by_received" ON "provider_event" USING btree ("received");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_live" ON "subscription" USING btree ("user_id") WHERE "subscription"."state" <> 'ended';