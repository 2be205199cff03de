CREATE TABLE "answer_cost" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"ended" timestamp with time zone NOT NULL,
	"model" text NOT NULL,
	"is_gpt" boolean NOT NULL,
	"upstream" text,
	"state" text NOT NULL,
	"charged" integer NOT NULL,
	"input_tokens" integer,
	"output_tokens" integer,
	"estimated" boolean NOT NULL,
	"cost" bigint
);
--> statement-breakpoint
CREATE TABLE "provider_cap" (
	"provider" text PRIMARY KEY NOT NULL,
	"daily" bigint NOT NULL,
	"updated" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_spend" (
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"shard" smallint NOT NULL,
	"micros" bigint NOT NULL,
	CONSTRAINT "provider_spend_provider_day_shard_pk" PRIMARY KEY("provider","day","shard")
);
--> statement-breakpoint
CREATE TABLE "upstream_price" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"upstream" text NOT NULL,
	"starts" date NOT NULL,
	"input" bigint NOT NULL,
	"output" bigint NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upstream_price_once" UNIQUE("upstream","starts")
);
--> statement-breakpoint
CREATE INDEX "answer_cost_by_end" ON "answer_cost" USING btree ("ended");