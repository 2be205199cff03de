CREATE TABLE "alarm" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"detail" jsonb NOT NULL,
	"raised" timestamp with time zone NOT NULL,
	"seen" timestamp with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"gone" timestamp with time zone,
	"resolved" timestamp with time zone,
	"quiet_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alarm_failure" (
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"failures" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"failed" timestamp with time zone NOT NULL,
	"detail" jsonb NOT NULL,
	CONSTRAINT "alarm_failure_name_subject_pk" PRIMARY KEY("name","subject")
);
--> statement-breakpoint
CREATE TABLE "alarm_notice" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"alarm_id" bigint NOT NULL,
	"way" text NOT NULL,
	"change" text NOT NULL,
	"day" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due" timestamp with time zone,
	"sent" timestamp with time zone,
	CONSTRAINT "alarm_notice_once" UNIQUE("alarm_id","way","change","day")
);
--> statement-breakpoint
ALTER TABLE "alarm_notice" ADD CONSTRAINT "alarm_notice_alarm_id_alarm_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarm"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_open" ON "alarm" USING btree ("name","subject") WHERE "alarm"."resolved" is null;--> statement-breakpoint
CREATE INDEX "alarm_by_resolved" ON "alarm" USING btree ("resolved");--> statement-breakpoint
CREATE INDEX "alarm_notice_due" ON "alarm_notice" USING btree ("way","due") WHERE "alarm_notice"."due" is not null;--> statement-breakpoint
CREATE INDEX "provider_event_parked" ON "provider_event" USING btree ("method") WHERE "provider_event"."state" = 'parked';