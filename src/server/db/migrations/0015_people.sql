CREATE TABLE "mail_suppression" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"cause" text,
	"reported" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_block" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"mailbox_hash" text NOT NULL,
	"reason" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"batch_id" integer NOT NULL,
	"expires" timestamp with time zone,
	"used_by" uuid,
	"used" timestamp with time zone,
	"revoked" timestamp with time zone,
	CONSTRAINT "invitation_used_by_unique" UNIQUE("used_by")
);
--> statement-breakpoint
CREATE TABLE "invitation_batch" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitation_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"note" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_mail" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"mailed" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_deletion" ADD COLUMN "by_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "google_attempt" ADD COLUMN "invitation_hash" text;--> statement-breakpoint
ALTER TABLE "account_block" ADD CONSTRAINT "account_block_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_batch_id_invitation_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."invitation_batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_used_by_app_user_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_mail" ADD CONSTRAINT "operator_mail_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_block_by_mailbox" ON "account_block" USING btree ("mailbox_hash");--> statement-breakpoint
CREATE INDEX "invitation_of_batch" ON "invitation" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "operator_mail_by_user" ON "operator_mail" USING btree ("user_id");