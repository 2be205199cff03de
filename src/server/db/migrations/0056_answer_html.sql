CREATE TABLE "answer_html" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"html" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer_html" ADD CONSTRAINT "answer_html_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;
