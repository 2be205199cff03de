CREATE TABLE "analytics_count" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"label" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "analytics_count_day_category_label_pk" PRIMARY KEY("day","category","label")
);
