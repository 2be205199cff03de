ALTER TABLE "credit_lot" ADD COLUMN "promised" bigint;--> statement-breakpoint
ALTER TABLE "plan_term" ADD COLUMN "promised" integer;