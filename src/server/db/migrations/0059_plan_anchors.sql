ALTER TABLE "plan_term" DROP CONSTRAINT "plan_term_rest_of_unique";--> statement-breakpoint
ALTER TABLE "plan_term" ADD COLUMN "anchor" timestamp with time zone;