CREATE TABLE "sign_in_notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"browser" text,
	"system" text,
	"network" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "system" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "used" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_notice" ADD CONSTRAINT "sign_in_notice_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_notice_by_created" ON "sign_in_notice" USING btree ("created");--> statement-breakpoint
CREATE INDEX "sign_in_notice_by_user" ON "sign_in_notice" USING btree ("user_id");--> statement-breakpoint
-- However a session ends, also with its user: every server ends what belongs to it, such as streams of answers.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', OLD.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON session
  FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
--> statement-breakpoint
-- A picture that is replaced or goes with its user: its file goes, too. A job does it.
CREATE FUNCTION remove_picture_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO media_removal (key, due)
  VALUES ('pictures/' || substr(OLD.picture, length('/api/account/pictures/') + 1), now())
  ON CONFLICT (key) DO UPDATE SET due = now();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER picture_deleted AFTER DELETE ON app_user
  FOR EACH ROW WHEN (OLD.picture LIKE '/api/account/pictures/%') EXECUTE FUNCTION remove_picture_file();
--> statement-breakpoint
CREATE TRIGGER picture_replaced AFTER UPDATE OF picture ON app_user
  FOR EACH ROW WHEN (OLD.picture LIKE '/api/account/pictures/%' AND OLD.picture IS DISTINCT FROM NEW.picture)
  EXECUTE FUNCTION remove_picture_file();
