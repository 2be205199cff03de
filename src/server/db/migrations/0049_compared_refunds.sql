ALTER TABLE "payment_comparison" ADD COLUMN "subject" text DEFAULT 'payments' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_comparison" RENAME COLUMN "their_payments" TO "their_number";--> statement-breakpoint
ALTER TABLE "payment_comparison" RENAME COLUMN "our_payments" TO "our_number";--> statement-breakpoint
ALTER TABLE "payment_comparison" DROP CONSTRAINT "payment_comparison_method_day_currency_pk";--> statement-breakpoint
ALTER TABLE "payment_comparison" ADD CONSTRAINT "payment_comparison_method_subject_day_currency_pk" PRIMARY KEY("method","subject","day","currency");--> statement-breakpoint
ALTER TABLE "payment_dispute" ADD COLUMN "opened" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_refund" ADD COLUMN "made" timestamp with time zone;
