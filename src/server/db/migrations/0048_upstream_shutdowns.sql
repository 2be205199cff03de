CREATE TABLE "upstream_shutdown" (
	"upstream" text PRIMARY KEY NOT NULL,
	"day" date,
	"source" text NOT NULL,
	"warned" integer,
	"updated" timestamp with time zone DEFAULT now() NOT NULL
);
