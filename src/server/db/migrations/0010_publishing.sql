CREATE TABLE "hook_delivery" (
	"key" text PRIMARY KEY NOT NULL,
	"received" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "publish_run" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" text[] NOT NULL,
	"asks" integer DEFAULT 1 NOT NULL,
	"is_automatic" boolean NOT NULL,
	"is_full" boolean DEFAULT false NOT NULL,
	"is_pulling" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"due" timestamp with time zone DEFAULT now() NOT NULL,
	"started" timestamp with time zone,
	"ended" timestamp with time zone,
	"release_id" text,
	"pages" integer,
	"snapshot" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "publishing_site" (
	"id" text PRIMARY KEY NOT NULL,
	"seen" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publish_run" ADD CONSTRAINT "publish_run_site_id_publishing_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."publishing_site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "publish_run_waiting" ON "publish_run" USING btree ("site_id") WHERE "publish_run"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "publish_run_running" ON "publish_run" USING btree ("site_id") WHERE "publish_run"."state" = 'running';--> statement-breakpoint
CREATE INDEX "publish_run_by_site" ON "publish_run" USING btree ("site_id","id");