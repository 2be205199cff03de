CREATE TABLE "credit_limit" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"per_day" integer,
	"per_month" integer,
	"low_mark" integer,
	"known_refill" bigint,
	"updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "money_mail" DROP CONSTRAINT "money_mail_kind";--> statement-breakpoint
ALTER TABLE "credit_limit" ADD CONSTRAINT "credit_limit_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_mail" ADD CONSTRAINT "money_mail_kind" CHECK ("money_mail"."kind" in ('ordered', 'renewed', 'orderFailed', 'renewalFailed', 'refunded', 'planCancelled', 'planEnded', 'creditsEnding', 'creditsLow'));