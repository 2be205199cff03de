ALTER TABLE "answer" ADD COLUMN "gpt_id" text;--> statement-breakpoint
-- Before, an answer belonged to the GPT of its conversation.
UPDATE "answer" SET "gpt_id" = "conversation"."gpt_id"
	FROM "conversation" WHERE "conversation"."id" = "answer"."conversation_id" AND "conversation"."gpt_id" IS NOT NULL;
