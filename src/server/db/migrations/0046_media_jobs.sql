CREATE TABLE "media_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"answer_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"seconds" real,
	"title" text DEFAULT '' NOT NULL,
	"sha256" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted" timestamp with time zone,
	CONSTRAINT "media_file_once" UNIQUE("answer_id","place")
);
--> statement-breakpoint
CREATE TABLE "media_job" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"model" text NOT NULL,
	"kind" text NOT NULL,
	"provider" text NOT NULL,
	"upstream" text NOT NULL,
	"prompt" text NOT NULL,
	"options" jsonb NOT NULL,
	"is_pro" boolean NOT NULL,
	"at_once" smallint NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"started" timestamp with time zone,
	"submit_tried" timestamp with time zone,
	"submits" integer DEFAULT 0 NOT NULL,
	"ticket" jsonb,
	"submitted" timestamp with time zone,
	"provider_state" text,
	"percent" smallint,
	"polls" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_step" timestamp with time zone,
	"lease_id" uuid,
	"lease_ends" timestamp with time zone,
	"deadline" timestamp with time zone NOT NULL,
	"reason" text,
	"maybe_charged" boolean DEFAULT false NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"ended" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_message_id_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_job" ADD CONSTRAINT "media_job_answer_id_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."answer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_job" ADD CONSTRAINT "media_job_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_file_by_message" ON "media_file" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "media_file_by_user" ON "media_file" USING btree ("user_id","created","id") WHERE "media_file"."deleted" is null;--> statement-breakpoint
CREATE INDEX "media_job_waiting" ON "media_job" USING btree ("created") WHERE "media_job"."state" = 'queued' and "media_job"."started" is null;--> statement-breakpoint
CREATE INDEX "media_job_due" ON "media_job" USING btree ("next_step") WHERE "media_job"."next_step" is not null;--> statement-breakpoint
CREATE INDEX "media_job_open" ON "media_job" USING btree ("user_id") WHERE "media_job"."state" in ('queued', 'submitted', 'running');--> statement-breakpoint
CREATE INDEX "media_job_unclear" ON "media_job" USING btree ("created") WHERE "media_job"."maybe_charged";--> statement-breakpoint
CREATE INDEX "media_job_by_model" ON "media_job" USING btree ("model","ended");--> statement-breakpoint
-- However a file goes, by its user or with its message, conversation or account: its content goes, too. A job does it.
CREATE FUNCTION remove_media_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removal (key, due) VALUES ('media/' || OLD.id, now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER media_file_gone AFTER DELETE ON media_file
  FOR EACH ROW EXECUTE FUNCTION remove_media_content();
--> statement-breakpoint
CREATE TRIGGER media_file_deleted AFTER UPDATE OF deleted ON media_file
  FOR EACH ROW WHEN (OLD.deleted IS NULL AND NEW.deleted IS NOT NULL) EXECUTE FUNCTION remove_media_content();
