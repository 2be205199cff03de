ALTER TABLE "conversation" ADD COLUMN "archived" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "conversation_archived" ON "conversation" USING btree ("user_id","archived") WHERE "conversation"."archived" is not null;--> statement-breakpoint
CREATE INDEX "conversation_deleted_by_user" ON "conversation" USING btree ("user_id","deleted") WHERE "conversation"."deleted" is not null;