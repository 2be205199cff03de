CREATE TABLE "history_day" (
	"gpt_id" text NOT NULL,
	"day" date NOT NULL,
	"conversations" bigint,
	"rating" real,
	"reviews" integer,
	CONSTRAINT "history_day_gpt_id_day_pk" PRIMARY KEY("gpt_id","day")
);
--> statement-breakpoint
CREATE TABLE "ranking_period" (
	"range" text NOT NULL,
	"value" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"own" bigint NOT NULL,
	"imported" bigint NOT NULL,
	"frozen" timestamp with time zone NOT NULL,
	"refrozen" timestamp with time zone,
	"note" text,
	CONSTRAINT "ranking_period_range_value_pk" PRIMARY KEY("range","value")
);
--> statement-breakpoint
CREATE TABLE "ranking_row" (
	"range" text NOT NULL,
	"value" text NOT NULL,
	"scope" text NOT NULL,
	"rank" integer NOT NULL,
	"gpt_id" text NOT NULL,
	"own" bigint NOT NULL,
	"imported" bigint NOT NULL,
	"previous" bigint NOT NULL,
	"movement" integer,
	"is_new" boolean NOT NULL,
	"is_estimated" boolean NOT NULL,
	"trend" bigint[] NOT NULL,
	CONSTRAINT "ranking_row_range_value_scope_rank_pk" PRIMARY KEY("range","value","scope","rank"),
	CONSTRAINT "ranking_row_once" UNIQUE("range","value","scope","gpt_id")
);
--> statement-breakpoint
CREATE TABLE "report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"reason" text NOT NULL,
	"details" text,
	"handled" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_once" UNIQUE("user_id","subject_type","subject_id")
);
--> statement-breakpoint
CREATE TABLE "review" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"gpt_id" text NOT NULL,
	"rating" smallint NOT NULL,
	"text" text,
	"hidden" timestamp with time zone,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_once" UNIQUE("user_id","gpt_id"),
	CONSTRAINT "review_rating" CHECK ("review"."rating" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "gpt" ADD COLUMN "rating_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gpt" ADD COLUMN "ratings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gpt" ADD COLUMN "reviews" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gpt" ADD COLUMN "hidden" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gpt_usage_day" ADD COLUMN "estimated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ranking_row" ADD CONSTRAINT "ranking_row_period" FOREIGN KEY ("range","value") REFERENCES "public"."ranking_period"("range","value") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review" ADD CONSTRAINT "review_gpt_id_gpt_id_fk" FOREIGN KEY ("gpt_id") REFERENCES "public"."gpt"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_day_by_day" ON "history_day" USING btree ("day");--> statement-breakpoint
CREATE INDEX "ranking_row_by_gpt" ON "ranking_row" USING btree ("gpt_id");--> statement-breakpoint
CREATE INDEX "report_open" ON "report" USING btree ("created") WHERE "report"."handled" is null;--> statement-breakpoint
CREATE INDEX "review_by_gpt" ON "review" USING btree ("gpt_id","updated");