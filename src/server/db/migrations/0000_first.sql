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
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"picture" text DEFAULT '/avatar.png' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_user_email_unique" UNIQUE("email")
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
CREATE TABLE "conversation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"model" text,
	"gpt_id" text,
	"counted" boolean DEFAULT false NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_target" CHECK (num_nonnulls("conversation"."model", "conversation"."gpt_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "credit_balance" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"available" bigint DEFAULT 0 NOT NULL,
	"held" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credit_balance_available" CHECK ("credit_balance"."available" >= 0),
	CONSTRAINT "credit_balance_held" CHECK ("credit_balance"."held" >= 0)
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
	CONSTRAINT "credit_lot_remaining" CHECK ("credit_lot"."remaining" between 0 and "credit_lot"."granted")
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
	"updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gpt_usage_day" (
	"gpt_id" text NOT NULL,
	"day" date NOT NULL,
	"imported" bigint DEFAULT 0 NOT NULL,
	"own" bigint DEFAULT 0 NOT NULL,
	"own_users" integer DEFAULT 0 NOT NULL,
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
	CONSTRAINT "ledger_entry_once" UNIQUE("kind","source_type","source_id"),
	CONSTRAINT "ledger_entry_kind" CHECK (case "ledger_entry"."kind"
        when 'grant' then "ledger_entry"."balance_change" > 0 and "ledger_entry"."held_change" = 0
        when 'hold' then "ledger_entry"."balance_change" < 0 and "ledger_entry"."held_change" = -"ledger_entry"."balance_change"
        when 'settle' then "ledger_entry"."balance_change" = 0 and "ledger_entry"."held_change" < 0
        when 'release' then "ledger_entry"."balance_change" > 0 and "ledger_entry"."held_change" = -"ledger_entry"."balance_change"
        when 'expire' then "ledger_entry"."balance_change" < 0 and "ledger_entry"."held_change" = 0
        when 'refund' then "ledger_entry"."balance_change" <> 0 and "ledger_entry"."held_change" = 0
        when 'adjust' then "ledger_entry"."balance_change" <> 0 and "ledger_entry"."held_change" = 0
        else false end)
);
--> statement-breakpoint
CREATE TABLE "ledger_part" (
	"entry_id" bigint NOT NULL,
	"lot_id" uuid NOT NULL,
	"change" bigint NOT NULL,
	CONSTRAINT "ledger_part_entry_id_lot_id_pk" PRIMARY KEY("entry_id","lot_id")
);
--> statement-breakpoint
CREATE TABLE "login_attempt" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" timestamp with time zone NOT NULL
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
CREATE TABLE "redemption_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"credits" integer NOT NULL,
	"product" text,
	"expires" timestamp with time zone,
	"redeemed_by" uuid,
	"redeemed" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redemption_code_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "saved_gpt" (
	"user_id" uuid NOT NULL,
	"gpt_id" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_gpt_user_id_gpt_id_pk" PRIMARY KEY("user_id","gpt_id")
);
--> statement-breakpoint
CREATE TABLE "server_instance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"heartbeat" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"expires" timestamp with time zone NOT NULL,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
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
CREATE INDEX "answer_running" ON "answer" USING btree ("user_id") WHERE "answer"."state" = 'running';--> statement-breakpoint
CREATE INDEX "answer_running_by_owner" ON "answer" USING btree ("owner_id") WHERE "answer"."state" = 'running';--> statement-breakpoint
CREATE INDEX "answer_by_conversation" ON "answer" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "answer_by_message" ON "answer" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "conversation_by_user" ON "conversation" USING btree ("user_id","updated");--> statement-breakpoint
CREATE INDEX "credit_lot_open" ON "credit_lot" USING btree ("user_id","ends") WHERE "credit_lot"."remaining" > 0;--> statement-breakpoint
CREATE INDEX "gpt_by_popularity" ON "gpt" USING btree ((coalesce("imported_chats", 0) + "own_chats") desc,"id");--> statement-breakpoint
CREATE INDEX "gpt_by_category" ON "gpt" USING gin ("categories");--> statement-breakpoint
CREATE INDEX "gpt_usage_day_by_day" ON "gpt_usage_day" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entry_closed_once" ON "ledger_entry" USING btree ("source_type","source_id") WHERE "ledger_entry"."kind" in ('settle', 'release');--> statement-breakpoint
CREATE INDEX "ledger_entry_by_user" ON "ledger_entry" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "ledger_part_by_lot" ON "ledger_part" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "login_attempt_by_expires" ON "login_attempt" USING btree ("expires");--> statement-breakpoint
CREATE INDEX "message_by_conversation" ON "message" USING btree ("conversation_id","position");--> statement-breakpoint
CREATE INDEX "session_by_user" ON "session" USING btree ("user_id");