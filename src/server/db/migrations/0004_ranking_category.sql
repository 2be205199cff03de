CREATE TABLE "ranking_category" (
	"range" text NOT NULL,
	"value" text NOT NULL,
	"category" text NOT NULL,
	"gpts" integer NOT NULL,
	"own" bigint NOT NULL,
	"imported" bigint NOT NULL,
	CONSTRAINT "ranking_category_range_value_category_pk" PRIMARY KEY("range","value","category")
);
--> statement-breakpoint
ALTER TABLE "ranking_category" ADD CONSTRAINT "ranking_category_period" FOREIGN KEY ("range","value") REFERENCES "public"."ranking_period"("range","value") ON DELETE cascade ON UPDATE no action;