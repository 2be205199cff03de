CREATE TABLE "sign_in" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"way" text,
	"browser" text,
	"system" text,
	"network" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_way" CHECK ("sign_in"."way" in ('code', 'google'))
);
--> statement-breakpoint
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_by_created" ON "sign_in" USING btree ("created");--> statement-breakpoint
CREATE INDEX "sign_in_by_user" ON "sign_in" USING btree ("user_id","created");--> statement-breakpoint
-- Sessions of an older version, so that the timelines keep what they show.
INSERT INTO "sign_in" ("id", "user_id", "browser", "system", "network", "created")
	SELECT "id", "user_id", "browser", "system", "network", "created" FROM "session"
	WHERE "created" > now() - interval '90 days';
