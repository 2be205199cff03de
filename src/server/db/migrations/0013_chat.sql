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
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_setting" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL
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
	"updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "conversation_by_user";--> statement-breakpoint
ALTER TABLE "answer" ADD COLUMN "first_text" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "leaf_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "pinned" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "deleted" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversation" ADD COLUMN "import_key" text;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_setting" ADD CONSTRAINT "chat_setting_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_search" ADD CONSTRAINT "conversation_search_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_share" ADD CONSTRAINT "conversation_share_conversation_id_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachment_by_message" ON "attachment" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "attachment_unsent" ON "attachment" USING btree ("user_id","created") WHERE "attachment"."message_id" is null;--> statement-breakpoint
CREATE INDEX "conversation_search_words" ON "conversation_search" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "conversation_search_by_conversation" ON "conversation_search" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_share_once" ON "conversation_share" USING btree ("conversation_id","leaf_id","title") WHERE "conversation_share"."revoked" is null;--> statement-breakpoint
CREATE INDEX "answer_by_model" ON "answer" USING btree ("model","ended") WHERE "answer"."ended" is not null;--> statement-breakpoint
CREATE INDEX "conversation_pinned" ON "conversation" USING btree ("user_id","pinned") WHERE "conversation"."pinned" is not null;--> statement-breakpoint
CREATE INDEX "conversation_deleted" ON "conversation" USING btree ("deleted") WHERE "conversation"."deleted" is not null;--> statement-breakpoint
CREATE INDEX "conversation_by_user" ON "conversation" USING btree ("user_id","updated") WHERE "conversation"."deleted" is null;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_import_once" UNIQUE("user_id","import_key");