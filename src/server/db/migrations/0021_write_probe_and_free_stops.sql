CREATE UNLOGGED TABLE "write_probe" (
	"filler" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "answer_stopped_free" ON "answer" USING btree ("user_id","ended") WHERE "answer"."reason" = 'stopped_before_output';