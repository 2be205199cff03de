DROP INDEX "gpt_usage_day_by_day";--> statement-breakpoint
CREATE INDEX "gpt_usage_day_by_day" ON "gpt_usage_day" USING btree ("day","estimated");