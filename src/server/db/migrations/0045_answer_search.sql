CREATE TABLE "answer_search" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"queries" text[] NOT NULL,
	"sources" jsonb NOT NULL,
	"follow_ups" text[] NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_text" (
	"hash" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"used" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answer_search" ADD CONSTRAINT "answer_search_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE cascade ON UPDATE no action;