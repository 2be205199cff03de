CREATE TABLE "answer_vote" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"vote" text NOT NULL,
	"model" text NOT NULL,
	"gpt_id" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_vote_known" CHECK ("answer_vote"."vote" in ('up', 'down'))
);
--> statement-breakpoint
ALTER TABLE "answer_vote" ADD CONSTRAINT "answer_vote_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_vote_by_user" ON "answer_vote" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "answer_vote_by_created" ON "answer_vote" USING btree ("created");