CREATE TABLE "media_price" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"upstream" text NOT NULL,
	"starts" date NOT NULL,
	"each" bigint NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_price_once" UNIQUE("upstream","starts")
);
--> statement-breakpoint
ALTER TABLE "media_job" ADD COLUMN "cost" bigint;