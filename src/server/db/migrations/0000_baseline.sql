-- Whether each of the three sums may rise or fall, by kind of entry; a refund that finds nothing changes none of them.
-- A function, because PostgreSQL plans a check again for each statement: this one took a quarter of the time of hold and
-- settle. It stands before the tables, because a check of `ledger_entry` calls it.
CREATE FUNCTION ledger_change_fits(kind text, balance bigint, held bigint, frozen bigint) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE
      WHEN kind IN ('grant', 'adjust', 'hold', 'settle') THEN frozen = 0
      WHEN kind IN ('expire', 'refund', 'restore', 'freeze', 'unfreeze') THEN held = 0
      ELSE true END
    AND CASE kind
      WHEN 'grant' THEN balance > 0 AND held = 0
      WHEN 'adjust' THEN balance <> 0 AND held = 0
      WHEN 'hold' THEN balance < 0 AND held = -balance
      WHEN 'settle' THEN balance = 0 AND held < 0
      WHEN 'release' THEN balance >= 0 AND frozen >= 0 AND held = -(balance + frozen) AND held < 0
      WHEN 'expire' THEN balance <= 0 AND frozen <= 0 AND balance + frozen < 0
      WHEN 'refund' THEN balance <= 0 AND frozen <= 0
      WHEN 'restore' THEN balance >= 0 AND frozen >= 0
      WHEN 'freeze' THEN balance <= 0 AND frozen = -balance
      WHEN 'unfreeze' THEN balance >= 0 AND frozen = -balance
      ELSE false END;
END $$;
--> statement-breakpoint
CREATE TABLE "account_deletion" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"requested" timestamp with time zone NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"mailed" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"picture" text DEFAULT '/avatar.png' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"start_withheld" text,
	CONSTRAINT "app_user_email_unique" UNIQUE("email"),
	CONSTRAINT "app_user_start_withheld" CHECK ("app_user"."start_withheld" in ('network', 'all'))
);
--> statement-breakpoint
CREATE TABLE "google_attempt" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"is_popup" boolean NOT NULL,
	"redirect" text NOT NULL,
	"language" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "login_attempt" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	"with_word" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	"browser" text,
	"system" text,
	"network" text,
	"used" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"browser" text,
	"system" text,
	"network" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "starting_grant" (
	"mailbox_hash" text PRIMARY KEY NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_count" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"label" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "analytics_count_day_category_label_pk" PRIMARY KEY("day","category","label")
);
--> statement-breakpoint
CREATE TABLE "answer" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"request_digest" text NOT NULL,
	"conversation_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"model" text NOT NULL,
	"upstream" text,
	"price" integer NOT NULL,
	"charged" integer DEFAULT 0 NOT NULL,
	"dropped_turns" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"truncated" boolean DEFAULT false NOT NULL,
	"stop_requested" boolean DEFAULT false NOT NULL,
	"owner_id" uuid NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"ended" timestamp with time zone,
	"first_text" timestamp with time zone,
	"asked" timestamp with time zone,
	CONSTRAINT "answer_once" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "answer_event" (
	"answer_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"event" jsonb NOT NULL,
	CONSTRAINT "answer_event_answer_id_number_pk" PRIMARY KEY("answer_id","number")
);
--> statement-breakpoint
CREATE TABLE "answer_html" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" uuid,
	"place" smallint DEFAULT 0 NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"text" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"pages" integer,
	"characters" integer,
	"tokens" integer,
	"content_id" uuid
);
--> statement-breakpoint
CREATE TABLE "chat_setting" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"model" text,
	"gpt_id" text,
	"counted" boolean DEFAULT false NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL,
	"leaf_id" uuid,
	"pinned" timestamp with time zone,
	"deleted" timestamp with time zone,
	"import_key" text,
	CONSTRAINT "conversation_import_once" UNIQUE("user_id","import_key"),
	CONSTRAINT "conversation_target" CHECK (num_nonnulls("conversation"."model", "conversation"."gpt_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "conversation_search" (
	"conversation_id" uuid NOT NULL,
	"source_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_share" (
	"id" text PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"leaf_id" uuid NOT NULL,
	"title" text NOT NULL,
	"revoked" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"parent_id" uuid,
	"role" text NOT NULL,
	"text" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model_setting" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text,
	"group" text,
	"price" integer,
	"max_input_tokens" integer,
	"max_output_tokens" integer,
	"position" integer,
	"hidden" boolean DEFAULT false NOT NULL,
	"tips" jsonb,
	"provider" text,
	"upstream" text,
	"updated" timestamp with time zone DEFAULT now() NOT NULL,
	"step_tokens" integer
);
--> statement-breakpoint
CREATE TABLE "answer_cost" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"ended" timestamp with time zone NOT NULL,
	"model" text NOT NULL,
	"is_gpt" boolean NOT NULL,
	"upstream" text,
	"state" text NOT NULL,
	"charged" integer NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"estimated" boolean NOT NULL,
	"cost" bigint
);
--> statement-breakpoint
CREATE TABLE "media_price" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"upstream" text NOT NULL,
	"starts" date NOT NULL,
	"each" bigint NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_price_once" UNIQUE("upstream","starts")
);
--> statement-breakpoint
CREATE TABLE "provider_cap" (
	"provider" text PRIMARY KEY NOT NULL,
	"daily" bigint NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_spend" (
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"shard" smallint NOT NULL,
	"micros" bigint NOT NULL,
	CONSTRAINT "provider_spend_provider_day_shard_pk" PRIMARY KEY("provider","day","shard")
);
--> statement-breakpoint
CREATE TABLE "upstream_price" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"upstream" text NOT NULL,
	"starts" date NOT NULL,
	"input" bigint NOT NULL,
	"output" bigint NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upstream_price_once" UNIQUE("upstream","starts")
);
--> statement-breakpoint
CREATE TABLE "credit_balance" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"available" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	"frozen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_balance_available" CHECK ("credit_balance"."available" >= 0),
	CONSTRAINT "credit_balance_held" CHECK ("credit_balance"."held" >= 0),
	CONSTRAINT "credit_balance_frozen" CHECK ("credit_balance"."frozen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "credit_lot" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"product" text,
	"granted" bigint NOT NULL,
	"remaining" bigint NOT NULL,
	"ends" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"frozen" bigint DEFAULT 0 NOT NULL,
	"freezes" integer DEFAULT 0 NOT NULL,
	"origin_type" text NOT NULL,
	"origin_id" text NOT NULL,
	CONSTRAINT "credit_lot_remaining" CHECK ("credit_lot"."remaining" >= 0 and "credit_lot"."frozen" >= 0 and "credit_lot"."remaining" + "credit_lot"."frozen" <= "credit_lot"."granted"),
	CONSTRAINT "credit_lot_frozen" CHECK ("credit_lot"."freezes" = 0 and "credit_lot"."frozen" = 0 or "credit_lot"."freezes" > 0 and "credit_lot"."remaining" = 0)
);
--> statement-breakpoint
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
CREATE TABLE "ledger_entry" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_type" text NOT NULL,
	"source_id" text NOT NULL,
	"balance_change" bigint NOT NULL,
	"held_change" bigint NOT NULL,
	"reason" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"frozen_change" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_entry_once" UNIQUE("kind","source_type","source_id"),
	CONSTRAINT "ledger_entry_kind" CHECK (ledger_change_fits("ledger_entry"."kind", "ledger_entry"."balance_change", "ledger_entry"."held_change", "ledger_entry"."frozen_change"))
);
--> statement-breakpoint
CREATE TABLE "ledger_part" (
	"entry_id" bigint NOT NULL,
	"lot_id" uuid NOT NULL,
	"change" bigint NOT NULL,
	"frozen_change" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_part_entry_id_lot_id_pk" PRIMARY KEY("entry_id","lot_id")
);
--> statement-breakpoint
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
	"lots_until" timestamp with time zone,
	"before_refund" jsonb,
	"anchor" timestamp with time zone,
	CONSTRAINT "plan_term_span" CHECK ("plan_term"."starts" < "plan_term"."ends"),
	CONSTRAINT "plan_term_credits" CHECK ("plan_term"."credits" > 0)
);
--> statement-breakpoint
CREATE TABLE "redemption_batch" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "redemption_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"note" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "redemption_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"credits" integer NOT NULL,
	"product" text,
	"expires" timestamp with time zone,
	"redeemed_by" uuid,
	"redeemed" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"batch_id" integer NOT NULL,
	"revoked" timestamp with time zone,
	CONSTRAINT "redemption_code_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "redemption_code_once" CHECK ("redemption_code"."redeemed" is null or "redemption_code"."revoked" is null)
);
--> statement-breakpoint
CREATE TABLE "discount_batch" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"note" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discount_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" integer,
	"code_hash" text NOT NULL,
	"percent_off" integer NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"referrer_id" uuid,
	"referrer_hash" text,
	"reward" integer,
	"order_id" uuid,
	"used_by" uuid,
	"used" timestamp with time zone,
	"rewarded" timestamp with time zone,
	"reward_lost" timestamp with time zone,
	"revoked" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_code_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "discount_code_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "discount_code_percent" CHECK ("discount_code"."percent_off" between 1 and 90),
	CONSTRAINT "discount_code_used" CHECK (("discount_code"."order_id" is null) = ("discount_code"."used" is null) and ("discount_code"."order_id" is null) = ("discount_code"."used_by" is null)),
	CONSTRAINT "discount_code_referrer" CHECK (("discount_code"."referrer_id" is null) = ("discount_code"."referrer_hash" is null) and ("discount_code"."referrer_id" is null) = ("discount_code"."reward" is null) and coalesce("discount_code"."reward", 1) > 0)
);
--> statement-breakpoint
CREATE TABLE "gpt" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"author" text,
	"builder" text,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"lang" text,
	"capabilities" text[] DEFAULT '{}' NOT NULL,
	"welcome_message" text,
	"prompt_starters" text[] DEFAULT '{}' NOT NULL,
	"instructions" text,
	"model" text DEFAULT 'gpt-4o-mini' NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"gpt_created" date,
	"gpt_updated" date,
	"url" text,
	"source" text,
	"license" text,
	"imported_chats" bigint,
	"imported_rating" real,
	"imported_reviews" integer,
	"own_chats" bigint DEFAULT 0 NOT NULL,
	"import_digest" text,
	"removed" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"ratings" integer DEFAULT 0 NOT NULL,
	"reviews" integer DEFAULT 0 NOT NULL,
	"hidden" timestamp with time zone,
	"history_chats" bigint,
	"history_source" text,
	"history_day" date,
	"elsewhere_chats" bigint GENERATED ALWAYS AS (greatest(imported_chats, history_chats)) STORED,
	"first_published" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"reason" text NOT NULL,
	"details" text,
	"handled" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_once" UNIQUE("user_id","subject_type","subject_id")
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"gpt_id" text NOT NULL,
	"rating" smallint NOT NULL,
	"text" text,
	"hidden" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn" timestamp with time zone,
	CONSTRAINT "review_once" UNIQUE("user_id","gpt_id"),
	CONSTRAINT "review_rating" CHECK ("review"."rating" between 1 and 5),
	CONSTRAINT "review_withdrawn" CHECK ("review"."withdrawn" is null or ("review"."hidden" is not null and "review"."text" is null))
);
--> statement-breakpoint
CREATE TABLE "saved_gpt" (
	"user_id" uuid NOT NULL,
	"gpt_id" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_gpt_user_id_gpt_id_pk" PRIMARY KEY("user_id","gpt_id")
);
--> statement-breakpoint
CREATE TABLE "gpt_link" (
	"gpt_id" text PRIMARY KEY NOT NULL,
	"fetches" smallint DEFAULT 1 NOT NULL,
	"leased" timestamp with time zone NOT NULL,
	"failure" text,
	"retry" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_pause" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"refusals" integer NOT NULL,
	"refused" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_removal" (
	"key" text PRIMARY KEY NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"removing" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"answer_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"seconds" real,
	"title" text DEFAULT '' NOT NULL,
	"sha256" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted" timestamp with time zone,
	CONSTRAINT "media_file_once" UNIQUE("answer_id","place")
);
--> statement-breakpoint
CREATE TABLE "media_job" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"model" text NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"upstream" text NOT NULL,
	"prompt" text NOT NULL,
	"options" jsonb NOT NULL,
	"is_pro" boolean NOT NULL,
	"at_once" smallint NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"started" timestamp with time zone,
	"submit_tried" timestamp with time zone,
	"submits" integer DEFAULT 0 NOT NULL,
	"ticket" jsonb,
	"submitted" timestamp with time zone,
	"provider_state" text,
	"percent" smallint,
	"polls" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_step" timestamp with time zone,
	"lease_id" uuid,
	"lease_ends" timestamp with time zone,
	"deadline" timestamp with time zone NOT NULL,
	"reason" text,
	"maybe_charged" boolean DEFAULT false NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"ended" timestamp with time zone,
	"cost" bigint
);
--> statement-breakpoint
CREATE TABLE "model_price" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"model" text NOT NULL,
	"price" integer NOT NULL,
	"starts" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"applied" timestamp with time zone,
	"withdrawn" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_price_price" CHECK ("model_price"."price" > 0)
);
--> statement-breakpoint
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
CREATE TABLE "audit_entry" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_instance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"heartbeat" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "write_probe" (
	"filler" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_detail" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"updated" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
	"paid_amount" bigint,
	"returned" bigint DEFAULT 0 NOT NULL,
	"ended" timestamp with time zone,
	"other_requests" text[] DEFAULT '{}' NOT NULL,
	"paid_currency" text,
	CONSTRAINT "payment_order_receipt" UNIQUE("receipt_number"),
	CONSTRAINT "payment_order_request" UNIQUE("user_id","request_id"),
	CONSTRAINT "payment_order_amount" CHECK ("payment_order"."amount" >= 0 and "payment_order"."credits" > 0),
	CONSTRAINT "payment_order_returned" CHECK ("payment_order"."returned" between 0 and coalesce("payment_order"."paid_amount", "payment_order"."amount")),
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
	"next_product" text,
	"next_amount" bigint,
	"next_from" timestamp with time zone,
	"next_change_id" uuid,
	"next_confirmed" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"leaving" text,
	"kept_product" text,
	"kept_amount" bigint,
	CONSTRAINT "subscription_of_provider" UNIQUE("method","provider_id"),
	CONSTRAINT "subscription_state" CHECK ("subscription"."state" in ('active', 'past_due', 'incomplete', 'ended')),
	CONSTRAINT "subscription_next" CHECK (num_nulls("subscription"."next_product", "subscription"."next_amount", "subscription"."next_from", "subscription"."next_change_id") in (0, 4)),
	CONSTRAINT "subscription_leaving" CHECK (("subscription"."leaving" is null or "subscription"."leaving" in ('ending', 'resuming'))
        and num_nulls("subscription"."kept_product", "subscription"."kept_amount") in (0, 2)
        and ("subscription"."kept_product" is null or "subscription"."leaving" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_comparison" (
	"method" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"theirs" bigint NOT NULL,
	"their_number" integer NOT NULL,
	"ours" bigint NOT NULL,
	"our_number" integer NOT NULL,
	"differs" boolean NOT NULL,
	"differences" jsonb NOT NULL,
	"compared" timestamp with time zone NOT NULL,
	"subject" text DEFAULT 'payments' NOT NULL,
	CONSTRAINT "payment_comparison_method_subject_day_currency_pk" PRIMARY KEY("method","subject","day","currency")
);
--> statement-breakpoint
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
	CONSTRAINT "plan_cancellation_state" CHECK ("plan_cancellation"."state" in ('waiting', 'applied', 'nothing', 'withdrawn'))
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
CREATE TABLE "hook_delivery" (
	"key" text PRIMARY KEY NOT NULL,
	"received" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publish_run" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" text[] NOT NULL,
	"asks" integer DEFAULT 1 NOT NULL,
	"is_automatic" boolean NOT NULL,
	"is_full" boolean DEFAULT false NOT NULL,
	"is_pulling" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"due" timestamp with time zone DEFAULT now() NOT NULL,
	"started" timestamp with time zone,
	"ended" timestamp with time zone,
	"release_id" text,
	"pages" integer,
	"snapshot" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "publishing_site" (
	"id" text PRIMARY KEY NOT NULL,
	"seen" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot_change" (
	"changed" "xid8" NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "snapshot_change_changed_kind_key_pk" PRIMARY KEY("changed","kind","key")
);
--> statement-breakpoint
CREATE TABLE "snapshot_origin" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"identity" text NOT NULL,
	"closed_day" date NOT NULL,
	"floor" "xid8" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gpt_usage_day" (
	"gpt_id" text NOT NULL,
	"day" date NOT NULL,
	"imported" bigint DEFAULT 0 NOT NULL,
	"own" bigint DEFAULT 0 NOT NULL,
	"own_users" integer DEFAULT 0 NOT NULL,
	"estimated" boolean DEFAULT false NOT NULL,
	"gap" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gpt_usage_day_gpt_id_day_pk" PRIMARY KEY("gpt_id","day")
);
--> statement-breakpoint
CREATE TABLE "gpt_usage_user_day" (
	"gpt_id" text NOT NULL,
	"day" date NOT NULL,
	"user_id" uuid NOT NULL,
	"conversations" integer NOT NULL,
	CONSTRAINT "gpt_usage_user_day_gpt_id_day_user_id_pk" PRIMARY KEY("gpt_id","day","user_id")
);
--> statement-breakpoint
CREATE TABLE "history_day" (
	"gpt_id" text NOT NULL,
	"day" date NOT NULL,
	"conversations" bigint,
	"rating" real,
	"reviews" integer,
	"source_id" integer NOT NULL,
	CONSTRAINT "history_day_gpt_id_day_source_id_pk" PRIMARY KEY("gpt_id","day","source_id")
);
--> statement-breakpoint
CREATE TABLE "history_source" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history_source_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "history_source_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "history_source_day" (
	"day" date NOT NULL,
	"is_frozen" boolean DEFAULT false NOT NULL,
	"is_checked" boolean DEFAULT false NOT NULL,
	"source_id" integer NOT NULL,
	CONSTRAINT "history_source_day_source_id_day_pk" PRIMARY KEY("source_id","day")
);
--> statement-breakpoint
CREATE TABLE "history_stale_gpt" (
	"gpt_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ranking_category" (
	"range" text NOT NULL,
	"value" text NOT NULL,
	"category" text NOT NULL,
	"gpts" integer NOT NULL,
	"own" bigint NOT NULL,
	"imported" bigint NOT NULL,
	CONSTRAINT "ranking_category_range_value_category_pk" PRIMARY KEY("range","value","category")
);
--> statement-breakpoint
CREATE TABLE "ranking_period" (
	"range" text NOT NULL,
	"value" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"own" bigint NOT NULL,
	"imported" bigint NOT NULL,
	"frozen" timestamp with time zone NOT NULL,
	"refrozen" timestamp with time zone,
	"note" text,
	"data_until" date,
	"still" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "ranking_period_range_value_pk" PRIMARY KEY("range","value")
);
--> statement-breakpoint
CREATE TABLE "ranking_row" (
	"range" text NOT NULL,
	"value" text NOT NULL,
	"scope" text NOT NULL,
	"rank" integer NOT NULL,
	"gpt_id" text NOT NULL,
	"own" bigint NOT NULL,
	"imported" bigint NOT NULL,
	"previous" bigint NOT NULL,
	"movement" integer,
	"is_new" boolean NOT NULL,
	"is_estimated" boolean NOT NULL,
	"trend" bigint[] NOT NULL,
	CONSTRAINT "ranking_row_range_value_scope_rank_pk" PRIMARY KEY("range","value","scope","rank"),
	CONSTRAINT "ranking_row_once" UNIQUE("range","value","scope","gpt_id")
);
--> statement-breakpoint
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
	"opened" timestamp with time zone,
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
	"made" timestamp with time zone,
	CONSTRAINT "payment_refund_request" UNIQUE("order_id","request_id"),
	CONSTRAINT "payment_refund_of_provider" UNIQUE("method","provider_id"),
	CONSTRAINT "payment_refund_amount" CHECK ("payment_refund"."amount" > 0),
	CONSTRAINT "payment_refund_state" CHECK ("payment_refund"."state" in ('requested', 'pending', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "answer_search" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"queries" text[] NOT NULL,
	"sources" jsonb NOT NULL,
	"follow_ups" text[] NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_text" (
	"hash" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"used" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sharing_post" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sharing_post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"percent_off" integer NOT NULL,
	"reward_days" integer NOT NULL,
	"mailbox_hash" text NOT NULL,
	"link" text,
	"link_hash" text,
	"picture_id" uuid,
	"picture_hash" text,
	"language" text NOT NULL,
	"sent" timestamp with time zone NOT NULL,
	"reviewable" timestamp with time zone NOT NULL,
	"due" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"note" text,
	"reviewed" timestamp with time zone,
	"code_id" uuid,
	CONSTRAINT "sharing_post_state" CHECK (case "sharing_post"."state"
        when 'open' then "sharing_post"."reviewed" is null and "sharing_post"."code_id" is null and "sharing_post"."reason" is null
          and ("sharing_post"."link" is not null or "sharing_post"."picture_id" is not null)
        when 'accepted' then "sharing_post"."reviewed" is not null and "sharing_post"."code_id" is not null
        when 'refused' then "sharing_post"."reviewed" is not null and "sharing_post"."reason" is not null
        else false end)
);
--> statement-breakpoint
CREATE TABLE "sharing_reward" (
	"event" text NOT NULL,
	"mailbox_hash" text NOT NULL,
	"link_hash" text,
	"picture_hash" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sharing_reward_event_mailbox_hash_pk" PRIMARY KEY("event","mailbox_hash"),
	CONSTRAINT "sharing_reward_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "sharing_reward_picture_hash_unique" UNIQUE("picture_hash")
);
--> statement-breakpoint
CREATE TABLE "support_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reference" text NOT NULL,
	"user_id" uuid,
	"tier" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"about" text,
	"message" text NOT NULL,
	"language" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"mailed" timestamp with time zone,
	"closed" timestamp with time zone,
	"answer" text,
	"answered" timestamp with time zone,
	CONSTRAINT "support_request_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "upstream_shutdown" (
	"upstream" text PRIMARY KEY NOT NULL,
	"day" date,
	"source" text NOT NULL,
	"warned" integer,
	"updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer" ADD CONSTRAINT "answer_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer" ADD CONSTRAINT "answer_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_event" ADD CONSTRAINT "answer_event_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_gpt_id_gpt_id_fk" FOREIGN KEY ("gpt_id") REFERENCES "public"."gpt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_balance" ADD CONSTRAINT "credit_balance_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_lot" ADD CONSTRAINT "credit_lot_user_id_credit_balance_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_balance"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_user_id_credit_balance_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_balance"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_part" ADD CONSTRAINT "ledger_part_entry_id_ledger_entry_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entry"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_part" ADD CONSTRAINT "ledger_part_lot_id_credit_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_code" ADD CONSTRAINT "redemption_code_redeemed_by_app_user_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_gpt" ADD CONSTRAINT "saved_gpt_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_gpt" ADD CONSTRAINT "saved_gpt_gpt_id_gpt_id_fk" FOREIGN KEY ("gpt_id") REFERENCES "public"."gpt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranking_row" ADD CONSTRAINT "ranking_row_period" FOREIGN KEY ("range","value") REFERENCES "public"."ranking_period"("range","value") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_gpt_id_gpt_id_fk" FOREIGN KEY ("gpt_id") REFERENCES "public"."gpt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ranking_category" ADD CONSTRAINT "ranking_category_period" FOREIGN KEY ("range","value") REFERENCES "public"."ranking_period"("range","value") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publish_run" ADD CONSTRAINT "publish_run_site_id_publishing_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."publishing_site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_setting" ADD CONSTRAINT "chat_setting_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_search" ADD CONSTRAINT "conversation_search_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_share" ADD CONSTRAINT "conversation_share_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_term" ADD CONSTRAINT "plan_term_user_id_credit_balance_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_balance"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_source_day" ADD CONSTRAINT "history_source_day_source_id_history_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."history_source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_request" ADD CONSTRAINT "support_request_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity" ADD CONSTRAINT "identity_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_notice" ADD CONSTRAINT "sign_in_notice_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_deletion" ADD CONSTRAINT "account_deletion_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemption_code" ADD CONSTRAINT "redemption_code_batch_id_redemption_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."redemption_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_refund" ADD CONSTRAINT "credit_refund_lot_id_credit_lot_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."credit_lot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_refund" ADD CONSTRAINT "credit_refund_user_id_credit_balance_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."credit_balance"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_checkout" ADD CONSTRAINT "payment_checkout_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_subscription_id_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_event" ADD CONSTRAINT "provider_event_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_batch_id_discount_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."discount_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_referrer_id_app_user_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_code" ADD CONSTRAINT "discount_code_used_by_app_user_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sharing_post" ADD CONSTRAINT "sharing_post_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sharing_post" ADD CONSTRAINT "sharing_post_code_id_discount_code_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."discount_code"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_cancellation" ADD CONSTRAINT "plan_cancellation_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_cancellation" ADD CONSTRAINT "plan_cancellation_subscription_id_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_reminder" ADD CONSTRAINT "plan_reminder_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_withdrawal" ADD CONSTRAINT "order_withdrawal_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_withdrawal" ADD CONSTRAINT "order_withdrawal_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_withdrawal" ADD CONSTRAINT "order_withdrawal_refund_id_payment_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."payment_refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD CONSTRAINT "payment_dispute_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD CONSTRAINT "payment_refund_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_detail" ADD CONSTRAINT "billing_detail_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_search" ADD CONSTRAINT "answer_search_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_job" ADD CONSTRAINT "media_job_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_job" ADD CONSTRAINT "media_job_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_mail" ADD CONSTRAINT "money_mail_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_html" ADD CONSTRAINT "answer_html_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_running" ON "answer" USING btree ("user_id") WHERE "answer"."state" = 'running';--> statement-breakpoint
CREATE INDEX "answer_running_by_owner" ON "answer" USING btree ("owner_id") WHERE "answer"."state" = 'running';--> statement-breakpoint
CREATE INDEX "answer_by_conversation" ON "answer" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "answer_by_message" ON "answer" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "credit_lot_open" ON "credit_lot" USING btree ("user_id","ends") WHERE "credit_lot"."remaining" > 0;--> statement-breakpoint
CREATE INDEX "gpt_by_category" ON "gpt" USING gin ("categories");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_closed_once" ON "ledger_entry" USING btree ("source_type","source_id") WHERE "ledger_entry"."kind" in ('settle', 'release');--> statement-breakpoint
CREATE INDEX "ledger_entry_by_user" ON "ledger_entry" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "ledger_part_by_lot" ON "ledger_part" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "login_attempt_by_expires" ON "login_attempt" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "message_by_conversation" ON "message" USING btree ("conversation_id","position");--> statement-breakpoint
CREATE INDEX "session_by_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ranking_row_by_gpt" ON "ranking_row" USING btree ("gpt_id");--> statement-breakpoint
CREATE INDEX "report_open" ON "report" USING btree ("created") WHERE "report"."handled" is null;--> statement-breakpoint
CREATE INDEX "review_by_gpt" ON "review" USING btree ("gpt_id","updated");--> statement-breakpoint
CREATE UNIQUE INDEX "publish_run_waiting" ON "publish_run" USING btree ("site_id") WHERE "publish_run"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "publish_run_running" ON "publish_run" USING btree ("site_id") WHERE "publish_run"."state" = 'running';--> statement-breakpoint
CREATE INDEX "publish_run_by_site" ON "publish_run" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "gpt_usage_day_own" ON "gpt_usage_day" USING btree ("gpt_id","day") WHERE "gpt_usage_day"."own" > 0;--> statement-breakpoint
CREATE INDEX "attachment_by_message" ON "attachment" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "attachment_unsent" ON "attachment" USING btree ("user_id","created") WHERE "attachment"."message_id" is null;--> statement-breakpoint
CREATE INDEX "conversation_search_words" ON "conversation_search" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "conversation_search_by_conversation" ON "conversation_search" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_share_once" ON "conversation_share" USING btree ("conversation_id","leaf_id","title") WHERE "conversation_share"."revoked" is null;--> statement-breakpoint
CREATE INDEX "answer_by_model" ON "answer" USING btree ("model","ended") WHERE "answer"."ended" is not null;--> statement-breakpoint
CREATE INDEX "conversation_pinned" ON "conversation" USING btree ("user_id","pinned") WHERE "conversation"."pinned" is not null;--> statement-breakpoint
CREATE INDEX "conversation_deleted" ON "conversation" USING btree ("deleted") WHERE "conversation"."deleted" is not null;--> statement-breakpoint
CREATE INDEX "conversation_by_user" ON "conversation" USING btree ("user_id","updated") WHERE "conversation"."deleted" is null;--> statement-breakpoint
CREATE INDEX "media_removal_by_due" ON "media_removal" USING btree ("due");--> statement-breakpoint
CREATE INDEX "credit_lot_of_product" ON "credit_lot" USING btree ("user_id") WHERE "credit_lot"."product" is not null;--> statement-breakpoint
CREATE INDEX "attachment_by_content" ON "attachment" USING btree ("content_id") WHERE "attachment"."content_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_term_once" ON "plan_term" USING btree ("source_type","source_id") WHERE "plan_term"."rest_of" is null;--> statement-breakpoint
CREATE INDEX "plan_term_by_user" ON "plan_term" USING btree ("user_id","ends");--> statement-breakpoint
CREATE INDEX "plan_term_due" ON "plan_term" USING btree ("next_lot") WHERE "plan_term"."next_lot" is not null;--> statement-breakpoint
CREATE INDEX "history_day_by_source" ON "history_day" USING btree ("source_id","day");--> statement-breakpoint
CREATE INDEX "gpt_usage_day_by_gap" ON "gpt_usage_day" USING btree ("day","gap");--> statement-breakpoint
CREATE INDEX "gpt_by_popularity" ON "gpt" USING btree ((coalesce("elsewhere_chats", 0) + "own_chats") desc,"id" collate "C","elsewhere_chats","own_chats") WHERE "gpt"."visibility" = 'public' and "gpt"."removed" is null and "gpt"."hidden" is null;--> statement-breakpoint
CREATE INDEX "answer_stopped_free" ON "answer" USING btree ("user_id","ended") WHERE "answer"."reason" = 'stopped_before_output';--> statement-breakpoint
CREATE INDEX "support_request_unmailed" ON "support_request" USING btree ("created") WHERE "support_request"."mailed" is null;--> statement-breakpoint
CREATE INDEX "support_request_open" ON "support_request" USING btree ("created") WHERE "support_request"."closed" is null;--> statement-breakpoint
CREATE INDEX "support_request_by_created" ON "support_request" USING btree ("created");--> statement-breakpoint
CREATE INDEX "support_request_by_user" ON "support_request" USING btree ("user_id") WHERE "support_request"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "google_attempt_by_expires" ON "google_attempt" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "identity_by_user" ON "identity" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_notice_by_created" ON "sign_in_notice" USING btree ("created");--> statement-breakpoint
CREATE INDEX "sign_in_notice_by_user" ON "sign_in_notice" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "account_deletion_by_due" ON "account_deletion" USING btree ("due");--> statement-breakpoint
CREATE INDEX "mail_pause_by_refused" ON "mail_pause" USING btree ("refused");--> statement-breakpoint
CREATE INDEX "redemption_code_of_batch" ON "redemption_code" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "credit_refund_by_lot" ON "credit_refund" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "credit_refund_by_user" ON "credit_refund" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credit_lot_by_origin" ON "credit_lot" USING btree ("origin_type","origin_id");--> statement-breakpoint
CREATE INDEX "payment_checkout_open" ON "payment_checkout" USING btree ("expires") WHERE "payment_checkout"."state" in ('opening', 'open', 'processing');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_payment" ON "payment_order" USING btree ("method","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_invoice" ON "payment_order" USING btree ("method","invoice_id");--> statement-breakpoint
CREATE INDEX "payment_order_by_user" ON "payment_order" USING btree ("user_id","created");--> statement-breakpoint
CREATE INDEX "payment_order_open" ON "payment_order" USING btree ("expires") WHERE "payment_order"."state" in ('created', 'pending', 'paid');--> statement-breakpoint
CREATE INDEX "provider_event_due" ON "provider_event" USING btree ("next_attempt") WHERE "provider_event"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "provider_event_by_user" ON "provider_event" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "provider_event_by_received" ON "provider_event" USING btree ("received");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_live" ON "subscription" USING btree ("user_id") WHERE "subscription"."state" <> 'ended';--> statement-breakpoint
CREATE UNIQUE INDEX "model_price_coming" ON "model_price" USING btree ("model","starts") WHERE "model_price"."applied" is null and "model_price"."withdrawn" is null;--> statement-breakpoint
CREATE INDEX "answer_cost_by_end" ON "answer_cost" USING btree ("ended");--> statement-breakpoint
CREATE INDEX "discount_code_of_batch" ON "discount_code" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "discount_code_by_user" ON "discount_code" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "discount_code_by_used" ON "discount_code" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "discount_code_by_referrer" ON "discount_code" USING btree ("referrer_id");--> statement-breakpoint
CREATE INDEX "discount_code_to_reward" ON "discount_code" USING btree ("order_id") WHERE "discount_code"."reward" is not null and "discount_code"."rewarded" is null and "discount_code"."reward_lost" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sharing_post_once" ON "sharing_post" USING btree ("event","mailbox_hash") WHERE "sharing_post"."state" <> 'refused';--> statement-breakpoint
CREATE INDEX "sharing_post_by_user" ON "sharing_post" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "sharing_post_to_review" ON "sharing_post" USING btree ("sent") WHERE "sharing_post"."state" = 'open';--> statement-breakpoint
CREATE INDEX "plan_cancellation_waiting" ON "plan_cancellation" USING btree ("received") WHERE "plan_cancellation"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "plan_cancellation_unmailed" ON "plan_cancellation" USING btree ("received") WHERE "plan_cancellation"."mailed" is null;--> statement-breakpoint
CREATE INDEX "plan_cancellation_by_user" ON "plan_cancellation" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_reminder_unmailed" ON "plan_reminder" USING btree ("due") WHERE "plan_reminder"."mailed" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_upgrade" ON "payment_order" USING btree ("subscription_id") WHERE "payment_order"."kind" = 'upgrade' and "payment_order"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_order_by_subscription" ON "payment_order" USING btree ("subscription_id","period_starts");--> statement-breakpoint
CREATE UNIQUE INDEX "order_withdrawal_once" ON "order_withdrawal" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_withdrawal_by_user" ON "order_withdrawal" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "order_withdrawal_waiting" ON "order_withdrawal" USING btree ("received") WHERE "order_withdrawal"."mailed" is null;--> statement-breakpoint
CREATE INDEX "payment_dispute_by_order" ON "payment_dispute" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_dispute_by_user" ON "payment_dispute" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_dispute_open" ON "payment_dispute" USING btree ("created") WHERE "payment_dispute"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_refund_by_user" ON "payment_refund" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payment_refund_open" ON "payment_refund" USING btree ("created") WHERE "payment_refund"."state" in ('requested', 'pending');--> statement-breakpoint
CREATE INDEX "media_file_by_message" ON "media_file" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "media_file_by_user" ON "media_file" USING btree ("user_id","created","id") WHERE "media_file"."deleted" is null;--> statement-breakpoint
CREATE INDEX "media_job_waiting" ON "media_job" USING btree ("created") WHERE "media_job"."state" = 'queued' and "media_job"."started" is null;--> statement-breakpoint
CREATE INDEX "media_job_due" ON "media_job" USING btree ("next_step") WHERE "media_job"."next_step" is not null;--> statement-breakpoint
CREATE INDEX "media_job_open" ON "media_job" USING btree ("user_id") WHERE "media_job"."state" in ('queued', 'submitted', 'running');--> statement-breakpoint
CREATE INDEX "media_job_unclear" ON "media_job" USING btree ("created") WHERE "media_job"."maybe_charged";--> statement-breakpoint
CREATE INDEX "media_job_by_model" ON "media_job" USING btree ("model","ended");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_order_one_open" ON "payment_order" USING btree ("user_id","product") WHERE "payment_order"."kind" = 'purchase' and "payment_order"."state" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX "subscription_leaving_open" ON "subscription" USING btree ("user_id") WHERE "subscription"."leaving" is not null and "subscription"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "money_mail_waiting" ON "money_mail" USING btree ("created") WHERE "money_mail"."mailed" is null;--> statement-breakpoint
CREATE INDEX "payment_order_by_fulfilled" ON "payment_order" USING btree ("fulfilled");--> statement-breakpoint
-- By hand, from here on: what drizzle-kit does not know.

-- The table that the PostgreSQL store of rate-limiter-flexible expects (RateLimiterPostgres with tableCreated: true).
CREATE TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
--> statement-breakpoint
-- Lists by popularity are read from their index alone, but only from pages that have not changed since the last vacuum,
-- and each conversation changes one. The default is a vacuum after a fifth of the rows has changed.
ALTER TABLE "gpt" SET (autovacuum_vacuum_scale_factor = 0.01);
--> statement-breakpoint
-- The ledger is append-only: a correction is another entry.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER ledger_part_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_part
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
-- Takes credits from lots, under the lock of their balance. The text is `takeCreditsBody` in db/queries/ledger.ts.
CREATE FUNCTION take_credits(uuid, text, text, text, text, bigint, bigint, timestamptz)
RETURNS TABLE (balances integer, id bigint, available bigint) LANGUAGE plpgsql ROWS 1 AS $$
#variable_conflict use_column
begin
  perform from credit_balance where user_id = $1 for no key update;
  return query with locked as (
    select user_id from credit_balance where user_id = $1 for no key update
  ), spendable as (
      select id, remaining, ends from credit_lot
      where user_id = $1 and remaining > 0 and (ends is null or ends > $8::timestamptz)
    ), ordered as (
      select id, remaining, sum(remaining) over (order by ends nulls last, id) - remaining as before from spendable
    ), change as (
      select id as lot_id, -least(remaining, $6::bigint - before)::bigint as remaining, 0 as frozen, 0 as freezes
      from ordered
      where before < $6::bigint
    ), wanted as (
    select locked.user_id, $2::text as kind, $3::text as source_type, $4::text as source_id,
      (-$6::bigint)::bigint as balance_change, ($7)::bigint as held_change,
      (0)::bigint as frozen_change, $5::text as reason
    from locked where (select sum(remaining) from change) = -$6::bigint
  ), entry as (
    insert into ledger_entry
      (user_id, kind, source_type, source_id, balance_change, held_change, frozen_change, reason)
    select user_id, kind, source_type, source_id, balance_change, held_change, frozen_change, reason from wanted
    on conflict do nothing
    returning id, user_id, balance_change, held_change, frozen_change
  ), balance as (
    update credit_balance b set available = b.available + e.balance_change, held = b.held + e.held_change,
      frozen = b.frozen + e.frozen_change
    from entry e where b.user_id = e.user_id
  ), lot as (
    update credit_lot l set remaining = l.remaining + c.remaining, frozen = l.frozen + c.frozen,
      freezes = l.freezes + c.freezes
    from change c, entry where l.id = c.lot_id
  ), part as (
    insert into ledger_part (entry_id, lot_id, change, frozen_change)
    select entry.id, change.lot_id, change.remaining, change.frozen from entry, change
  ) select (select count(*)::int from locked) as balances, (select id from entry) as id, (select coalesce(sum(remaining), 0)::bigint from spendable) as available;
end $$;
--> statement-breakpoint
-- Keeps the sums of a GPT's ratings true, whatever changes its reviews: their authors, the operator, or the deletion of
-- an account, which cascades past all services. The argument is 1 for rows that begin to count, and -1 for rows that
-- no longer count.
CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sign CONSTANT integer := TG_ARGV[0];
BEGIN
  -- In one order, so that two deleted accounts that rated the same GPTs never wait for each other.
  PERFORM FROM gpt WHERE id IN (SELECT gpt_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE gpt SET
    rating_sum = gpt.rating_sum + sign * change.rating_sum,
    ratings = gpt.ratings + sign * change.ratings,
    reviews = gpt.reviews + sign * change.reviews
  FROM (
    SELECT gpt_id, sum(rating) AS rating_sum, count(*) AS ratings, count(text) AS reviews
    FROM changed WHERE hidden IS NULL GROUP BY gpt_id
  ) AS change
  WHERE gpt.id = change.gpt_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER review_inserted AFTER INSERT ON review
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_reviews('1');
--> statement-breakpoint
CREATE TRIGGER review_deleted AFTER DELETE ON review
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_reviews('-1');
--> statement-breakpoint
CREATE TRIGGER review_updated_from AFTER UPDATE ON review
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_reviews('-1');
--> statement-breakpoint
CREATE TRIGGER review_updated_to AFTER UPDATE ON review
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_reviews('1');
--> statement-breakpoint
-- The largest of the newest readings of a GPT in the histories: sources count the same conversations.
CREATE FUNCTION newest_reading(wanted text) RETURNS TABLE (chats bigint, source text, day date) LANGUAGE sql STABLE AS $$
  SELECT reading.conversations, history_source.name, reading.day FROM history_source CROSS JOIN LATERAL (
    SELECT history_day.conversations, history_day.day FROM history_day
    WHERE history_day.gpt_id = wanted AND history_day.source_id = history_source.id
      AND history_day.conversations IS NOT NULL AND NOT EXISTS (
        SELECT FROM history_source_day AS known
        WHERE known.source_id = history_day.source_id AND known.day = history_day.day AND known.is_frozen)
    ORDER BY history_day.day DESC LIMIT 1
  ) AS reading
  ORDER BY reading.conversations DESC, reading.day DESC, history_source.id LIMIT 1
$$;
--> statement-breakpoint
-- A history may be imported before its GPT. The lock is that of `lockDerivation`, shared: it waits for daily use that is
-- being derived, so that neither side misses the other.
CREATE FUNCTION take_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtext('history derivation'));
  SELECT reading.chats, reading.source, reading.day INTO NEW.history_chats, NEW.history_source, NEW.history_day
    FROM newest_reading(NEW.id) AS reading;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_takes_history BEFORE INSERT ON gpt FOR EACH ROW EXECUTE FUNCTION take_history();
--> statement-breakpoint
-- The first publication of a GPT. Triggers, because imports, links, and changes of visibility all can publish a GPT.
CREATE FUNCTION begin_as_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.first_published = now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_begins_published BEFORE INSERT ON gpt FOR EACH ROW
  WHEN (NEW.first_published IS NULL AND NEW.visibility = 'public' AND NEW.removed IS NULL AND NEW.hidden IS NULL)
  EXECUTE FUNCTION begin_as_published();
--> statement-breakpoint
CREATE FUNCTION remember_first_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE gpt SET first_published = now() WHERE id = NEW.id AND first_published IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- After the update: with a row trigger before it, PostgreSQL takes generated columns for changed by every update, and
-- each chat would be a change of the snapshot.
CREATE TRIGGER gpt_first_published AFTER UPDATE OF visibility, hidden, removed ON gpt FOR EACH ROW
  WHEN (NEW.first_published IS NULL AND NEW.visibility = 'public' AND NEW.removed IS NULL AND NEW.hidden IS NULL)
  EXECUTE FUNCTION remember_first_publication();
--> statement-breakpoint
-- Records changes of the content of `GET /api/snapshot`, whatever makes them. Nothing here may wait or fail: each row
-- begins with the number of the transaction that adds it, so that no other transaction adds the same row.
CREATE FUNCTION note_gpt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change VALUES (pg_current_xact_id(), 'gpt', NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- All shown columns except `own_chats`, because a conversation must cost nothing here: it is part of the snapshot after
-- its day has closed. A new shown column needs a new trigger with the longer list.
CREATE TRIGGER gpt_updated AFTER UPDATE OF id, name, description, author, builder, categories, tags, lang, capabilities,
    welcome_message, prompt_starters, instructions, model, visibility, gpt_created, gpt_updated, url, source, license,
    imported_chats, history_chats, history_source, history_day, elsewhere_chats, imported_rating, imported_reviews,
    rating_sum, ratings, reviews, hidden, removed
  ON gpt FOR EACH ROW EXECUTE FUNCTION note_gpt();
--> statement-breakpoint
CREATE FUNCTION note_gpts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT pg_current_xact_id(), 'gpt', id FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_inserted AFTER INSERT ON gpt
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_gpts();
--> statement-breakpoint
CREATE TRIGGER gpt_deleted AFTER DELETE ON gpt
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_gpts();
--> statement-breakpoint
-- Closed days, and in the last ten minutes before midnight the current one: a row that is written before midnight may
-- become visible after it, when a snapshot with that day was already made.
CREATE FUNCTION note_usage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT DISTINCT pg_current_xact_id(), 'gpt', gpt_id FROM changed
    WHERE day < (clock_timestamp() AT TIME ZONE 'UTC' + interval '10 minutes')::date
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_usage_day_inserted AFTER INSERT ON gpt_usage_day
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage();
--> statement-breakpoint
CREATE TRIGGER gpt_usage_day_updated AFTER UPDATE ON gpt_usage_day
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage();
--> statement-breakpoint
CREATE TRIGGER gpt_usage_day_deleted AFTER DELETE ON gpt_usage_day
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_usage();
--> statement-breakpoint
-- The user and not the reviews: this transaction may not see a review that is added at the same time.
CREATE FUNCTION note_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change VALUES (pg_current_xact_id(), 'user', NEW.id::text) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER app_user_renamed AFTER UPDATE OF name ON app_user
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION note_user();
--> statement-breakpoint
CREATE FUNCTION note_periods() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT pg_current_xact_id(), 'period', concat_ws('/', range, value) FROM changed
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ranking_period_inserted AFTER INSERT ON ranking_period
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
--> statement-breakpoint
CREATE TRIGGER ranking_period_updated AFTER UPDATE ON ranking_period
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
--> statement-breakpoint
CREATE TRIGGER ranking_period_deleted AFTER DELETE ON ranking_period
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_periods();
--> statement-breakpoint
CREATE FUNCTION note_tables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT DISTINCT pg_current_xact_id(), 'table', concat_ws('/', range, value, scope)
    FROM changed ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ranking_row_inserted AFTER INSERT ON ranking_row
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tables();
--> statement-breakpoint
CREATE TRIGGER ranking_row_updated AFTER UPDATE ON ranking_row
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tables();
--> statement-breakpoint
CREATE TRIGGER ranking_row_deleted AFTER DELETE ON ranking_row
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tables();
--> statement-breakpoint
CREATE FUNCTION note_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO snapshot_change SELECT pg_current_xact_id(), 'table', concat_ws('/', range, value, category) FROM changed
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ranking_category_inserted AFTER INSERT ON ranking_category
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_categories();
--> statement-breakpoint
CREATE TRIGGER ranking_category_updated AFTER UPDATE ON ranking_category
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_categories();
--> statement-breakpoint
CREATE TRIGGER ranking_category_deleted AFTER DELETE ON ranking_category
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_categories();
--> statement-breakpoint
CREATE FUNCTION note_model() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO snapshot_change VALUES (pg_current_xact_id(), 'model', OLD.id) ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO snapshot_change VALUES (pg_current_xact_id(), 'model', NEW.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER model_setting_noted AFTER INSERT OR UPDATE OR DELETE ON model_setting
  FOR EACH ROW EXECUTE FUNCTION note_model();
--> statement-breakpoint
-- Notifies every server at once that a GPT may have to be refused, or shown again: its pages stay in the release until the
-- next publish. One notification a transaction, however many GPTs it changes.
CREATE FUNCTION notify_gpt_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gpt_shown', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER gpt_shown AFTER UPDATE ON gpt FOR EACH ROW
  WHEN (OLD.visibility IS DISTINCT FROM NEW.visibility OR OLD.hidden IS DISTINCT FROM NEW.hidden
    OR OLD.removed IS DISTINCT FROM NEW.removed)
  EXECUTE FUNCTION notify_gpt_shown();
--> statement-breakpoint
-- Notifies every server at once that the catalogue of models has changed: the next question has the new price. One
-- notification a transaction.
CREATE FUNCTION notify_model_setting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('model_setting', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER model_setting_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON model_setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_model_setting();
--> statement-breakpoint
-- Whatever ends a session, also the deletion of its user: every server ends what belongs to it, such as streams of
-- answers.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', OLD.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON session
  FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
--> statement-breakpoint
-- A job removes the file of a picture that is replaced, or that is deleted with its user.
CREATE FUNCTION remove_picture_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removal (key, due)
  VALUES ('pictures/' || substr(OLD.picture, length('/api/account/pictures/') + 1), now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER picture_deleted AFTER DELETE ON app_user
  FOR EACH ROW WHEN (OLD.picture LIKE '/api/account/pictures/%') EXECUTE FUNCTION remove_picture_file();
--> statement-breakpoint
CREATE TRIGGER picture_replaced AFTER UPDATE OF picture ON app_user
  FOR EACH ROW WHEN (OLD.picture LIKE '/api/account/pictures/%' AND OLD.picture IS DISTINCT FROM NEW.picture)
  EXECUTE FUNCTION remove_picture_file();
--> statement-breakpoint
-- Attachments that were sent again share their content, which is removed with the last of them.
CREATE FUNCTION remove_attachment_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  content uuid := coalesce(OLD.content_id, OLD.id);
BEGIN
  IF EXISTS (SELECT FROM attachment WHERE id = content OR content_id = content) THEN
    RETURN NULL;
  END IF;
  INSERT INTO media_removal (key, due) VALUES ('attachments/' || content, now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER attachment_deleted AFTER DELETE ON attachment
  FOR EACH ROW EXECUTE FUNCTION remove_attachment_file();
--> statement-breakpoint
-- A job removes the screenshot of a post that was reviewed, or that is deleted with its sender's account.
CREATE FUNCTION remove_sharing_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removal (key, due) VALUES ('sharing/' || OLD.picture_id, now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sharing_picture_deleted AFTER DELETE ON sharing_post
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL) EXECUTE FUNCTION remove_sharing_picture();
--> statement-breakpoint
CREATE TRIGGER sharing_picture_dropped AFTER UPDATE OF picture_id ON sharing_post
  FOR EACH ROW WHEN (OLD.picture_id IS NOT NULL AND OLD.picture_id IS DISTINCT FROM NEW.picture_id)
  EXECUTE FUNCTION remove_sharing_picture();
--> statement-breakpoint
-- A job removes the content of a file that its user deletes, or that is deleted with its message, conversation or account.
CREATE FUNCTION remove_media_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removal (key, due) VALUES ('media/' || OLD.id, now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER media_file_gone AFTER DELETE ON media_file
  FOR EACH ROW EXECUTE FUNCTION remove_media_content();
--> statement-breakpoint
CREATE TRIGGER media_file_deleted AFTER UPDATE OF deleted ON media_file
  FOR EACH ROW WHEN (OLD.deleted IS NULL AND NEW.deleted IS NOT NULL) EXECUTE FUNCTION remove_media_content();
